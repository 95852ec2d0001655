// CHECK: +    x[i] += __shfl_xor_sync(__activemask(), x[i], 1);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shuffle-mask-of-active-lanes", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void run(float *x, int n) {
  const int i = threadIdx.x;
  if (i < n)
    x[i] += __shfl_xor_sync(0xffffffffu, x[i], 1);
}
