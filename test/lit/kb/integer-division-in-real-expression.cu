// CHECK: +  y[i] = powf(10000.f, ((float)(-2 * i) / (float)(dim)));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "integer-division-in-real-expression"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void angles(float *y, int dim) {
  const int i = threadIdx.x;
  y[i] = powf(10000.f, -2 * i / dim);
}
