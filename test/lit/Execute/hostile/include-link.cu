// Nor one behind a symbolic link in it.
// RUN: rm -rf %t && mkdir %t && cp %s %t/source.cu && ln -s /etc/passwd %t/secret.h
// RUN: %exits 4 %kmend eval %S/Inputs/doubled %t/source.cu 2>&1 | FileCheck %s
// CHECK: fatal error: 'secret.h' file not found

#include <cuda_runtime.h>

#include "secret.h"

extern "C" void doubled(const float *x, float *y, int n) {
}
