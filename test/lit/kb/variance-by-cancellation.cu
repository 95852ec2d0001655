// CHECK: +{{ *}}const float mean_pivot = row[0];
// CHECK-NOT: {{^[-+] *for}}
// CHECK: +{{ *}}const float v = row[i] - mean_pivot;
// CHECK: +{{.*}}(row[i] - (mean + mean_pivot)) * inv;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "variance-by-cancellation"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void norm(const float *x, float *y, int n) {
  const float *row = x + threadIdx.x * n;
  float sum = 0.f, squares = 0.f;
  for (int i = 0; i < n; ++i) {
    const float v = row[i];
    sum += v;
    squares += v * v;
  }
  const float mean = sum / n;
  const float inv = rsqrtf(squares / n - mean * mean + 1e-5f);
  for (int i = 0; i < n; ++i)
    y[threadIdx.x * n + i] = (row[i] - mean) * inv;
}
