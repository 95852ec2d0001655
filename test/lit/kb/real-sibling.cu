// CHECK: +{{.*}}beta2
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "real-sibling", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void moments(float *m, float *v, const float *g, float beta1, float beta2) {
  const int i = threadIdx.x;
  v[i] = beta1 * v[i] + (1.f - beta1) * g[i] * g[i];
}
