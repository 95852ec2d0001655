// CHECK: +    atomicMin(&(low[group[i]]), x[i]);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "plain-minimum-into-shared-place", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void smallest(const int *x, const int *group, int *low, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    low[group[i]] = min(low[group[i]], x[i]);
}
