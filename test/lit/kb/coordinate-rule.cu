// CHECK: +{{.*}}return ((o + 0.5f) * scale - 0.5f);
// CHECK: +  const float scale = (float)(in) / (float)(out);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "coordinate-rule", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ float place(int o, float scale) { return o * scale; }
__global__ void resize(const float *x, float *y, int in, int out, float scale) {
  y[threadIdx.x] = x[(int)place(threadIdx.x, scale)];
}
extern "C" void run(const float *x, float *y, int in, int out) {
  const float scale = out > 1 ? (float)(in - 1) / (float)(out - 1) : 0.f;
  resize<<<1, out>>>(x, y, in, out, scale);
}
