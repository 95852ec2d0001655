// CHECK: +    atomicAdd(&(bins[x[i]]), 1);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "plain-increment-of-shared-place"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void count(const int *x, int *bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[x[i]]++;
}
