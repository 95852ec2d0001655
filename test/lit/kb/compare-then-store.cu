// CHECK: +{{ *}}atomicMax(&(top[group[i]]), x[i]);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "compare-then-store"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void largest(const int *x, const int *group, int *top, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] > top[group[i]])
      top[group[i]] = x[i];
  }
}
