// Nor is a file embedded, or its size told.
// RUN: %exits 4 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: error: '/etc/passwd' file not found

#include <cuda_runtime.h>

#if __has_include("/etc/passwd") || __has_include("/proc/self/maps")
#error it can be seen
#endif
static const char secret[] = {
#embed "/etc/passwd"
};

extern "C" void doubled(const float *x, float *y, int n) {
}
