// CHECK: +{{.*}}(a.value > b.value || (a.value == b.value && a.index < b.index))
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "ties-not-broken", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

struct Best {
  float value;
  int index;
};
__device__ bool better(const Best &a, const Best &b) { return a.value > b.value; }
__global__ void pick(Best *x) {
  if (better(x[1], x[0]))
    x[0] = x[1];
}
