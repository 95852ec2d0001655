// CHECK: +static int threads_for(int cols) {{.*}}((cols + 31) / 32 * 32) < 1024 ? ((cols + 31) / 32 * 32) : 1024
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "host-size-over-limit", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void fill(float *x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    x[(size_t)blockIdx.x * cols + c] = 1.f;
}

static int threads_for(int cols) { return (cols + 31) / 32 * 32; }

extern "C" void run(float *x, int rows, int cols) {
  fill<<<rows, threads_for(cols)>>>(x, cols);
}
