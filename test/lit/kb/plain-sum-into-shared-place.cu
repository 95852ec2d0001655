// CHECK: -    bins[x[i]] += 1;
// CHECK: +    atomicAdd(&(bins[x[i]]), 1);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "plain-sum-into-shared-place"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void histogram(const int *x, int *bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[x[i]] += 1;
}
