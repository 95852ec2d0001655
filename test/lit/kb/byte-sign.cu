// CHECK: +    word |= (unsigned)(unsigned char)(x[threadIdx.x * 4 + i]) << i * 8;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "byte-sign", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void pack(const signed char *x, unsigned *w) {
  unsigned word = 0;
  for (int i = 0; i < 4; ++i)
    word |= (unsigned)x[threadIdx.x * 4 + i] << i * 8;
  w[threadIdx.x] = word;
}
