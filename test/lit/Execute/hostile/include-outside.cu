// Nor is one outside the folder of the source.
// RUN: %exits 4 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: include-outside.cu:[[#@LINE+4]]:10: fatal error: '../lit.cfg.py' file not found

#include <cuda_runtime.h>

#include "../lit.cfg.py"

extern "C" void doubled(const float *x, float *y, int n) {
}
