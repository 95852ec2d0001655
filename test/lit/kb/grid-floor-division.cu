// CHECK: -{{.*}}scale<<<n / 256, 256>>>
// CHECK: +{{.*}}scale<<<((n) + (256) - 1) / (256), 256>>>
// CHECK-NOT: {{^[+-].*}}n + 255
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "grid-floor-division"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void scale(float *x, int n, float f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= f;
}

extern "C" void run(float *x, int n) { scale<<<n / 256, 256>>>(x, n, 2.f); }
extern "C" void right(float *x, int n) {
  scale<<<(n + 255) / 256, 256>>>(x, n, 2.f);
}
