// CHECK: +{{ *}}__syncthreads();
// CHECK-NEXT: {{^ .*}}y[blockIdx.x
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "barrier-after-statement", "alternative": 0, "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void leader(const int *x, int *y) {
  __shared__ int first;
  if (threadIdx.x == 0) {
    first = x[blockIdx.x];
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = first;
}
