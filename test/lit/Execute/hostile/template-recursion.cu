// Templates without end.
// RUN: %exits 4 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: template-recursion.cu:[[#@LINE+5]]:{{[0-9]+}}: fatal error: recursive template instantiation exceeded maximum depth of 1024

#include <cuda_runtime.h>

template <int N> struct Deeper {
  static constexpr int value = Deeper<N + 1>::value + 1;
};

extern "C" void doubled(const float *x, float *y, int n) {
  y[0] = Deeper<0>::value;
}
