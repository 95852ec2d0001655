// CHECK: +{{.*}}(static_cast<int>(threadIdx.x) - static_cast<int>(pad)) < 100;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "unsigned-difference"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void shift(const float *x, float *y, unsigned pad) {
  const bool inside = threadIdx.x - pad < 100;
  y[threadIdx.x] = inside ? x[threadIdx.x] : 0.f;
}
