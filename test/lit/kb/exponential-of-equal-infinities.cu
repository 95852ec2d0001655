// CHECK: +  p[threadIdx.x] = ((peak) == -INFINITY ? 0.f : expf(s[threadIdx.x] - peak));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "exponential-of-equal-infinities"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void weights(const float *s, float *p, float peak) {
  p[threadIdx.x] = expf(s[threadIdx.x] - peak);
}
