// CHECK: +  p[i] = p[i] * decay - lr * u[i];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "factor-on-wrong-terms", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void step(float *p, const float *u, float lr, float decay) {
  const int i = threadIdx.x;
  p[i] = (p[i] - lr * u[i]) * decay;
}
