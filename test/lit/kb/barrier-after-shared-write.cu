// CHECK: +{{ *}}__syncthreads();
// CHECK-NEXT: {{^ .*}}y[threadIdx.x] = s
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "barrier-after-shared-write"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void neighbour(const float *x, float *y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = s[255 - threadIdx.x];
}
