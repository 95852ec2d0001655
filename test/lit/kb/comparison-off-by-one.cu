// CHECK: +    p[q * n + k] = k <= q ?
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "comparison-off-by-one", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void causal(const float *s, float *p, int n) {
  const int q = blockIdx.x;
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    p[q * n + k] = k < q ? s[q * n + k] : 0.f;
}
