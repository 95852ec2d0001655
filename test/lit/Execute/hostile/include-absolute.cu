// A file of the machine is no header: none of it reaches the message.
// RUN: %exits 4 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: include-absolute.cu:[[#@LINE+5]]:10: fatal error: '/etc/passwd' file not found
// CHECK-NOT: root

#include <cuda_runtime.h>

#include "/etc/passwd"

extern "C" void doubled(const float *x, float *y, int n) {
}
