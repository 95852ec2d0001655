// CHECK: +  float *mine = s + threadIdx.y * Plan::PADDED;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sibling-constant", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

struct Plan {
  static constexpr int N = 32;
  static constexpr int PADDED = 33;
};
__global__ void copy(float *y) {
  __shared__ float s[4 * Plan::PADDED];
  float *mine = s + threadIdx.y * Plan::N;
  mine[threadIdx.x] = threadIdx.x;
  y[threadIdx.x] = mine[threadIdx.x];
}
