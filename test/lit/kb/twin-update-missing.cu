// CHECK: +{{ *}}b += carry_b;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "twin-update-missing"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void carry(int *x, int carry_a, int carry_b) {
  int a = x[0];
  int b = x[1];
  a += carry_a;
  x[0] = a;
  x[1] = b;
}
