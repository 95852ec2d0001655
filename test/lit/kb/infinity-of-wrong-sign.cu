// CHECK: +  float low = {{.*}}-(
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "infinity-of-wrong-sign", "alternative": 1, "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>
#include <math.h>

__global__ void rowMin(const float *x, float *y, int n) {
  float low = -INFINITY;
  for (int i = 0; i < n; ++i)
    low = fminf(low, x[threadIdx.x * n + i]);
  y[threadIdx.x] = low;
}
