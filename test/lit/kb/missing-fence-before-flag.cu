// CHECK: +{{ *}}__threadfence();
// CHECK: +{{ *}}__syncthreads();
// CHECK: if (threadIdx.x == 0)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "missing-fence-before-flag"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void total(const float *x, float *partial, unsigned *count, float *y) {
  __shared__ bool last;
  partial[blockIdx.x * 32 + threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
  if (threadIdx.x == 0)
    last = atomicAdd(count, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0.f;
    for (int i = 0; i < 32 * gridDim.x; ++i)
      sum += partial[i];
    *y = sum;
  }
}
