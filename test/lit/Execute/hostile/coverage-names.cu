// Names of what measures branches, in the candidate: they are its own.
// RUN: %kmend eval %S/Inputs/doubled %s --certify | FileCheck %s
// CHECK: certify: pass
// CHECK: coverage: 6 of 8 ways of branches taken

#include <cuda_runtime.h>

extern "C" __device__ unsigned table[4] asm("kmend.branches");
__device__ unsigned table[4] = {1, 2, 3, 4};

extern "C" __device__ __noinline__ float kmend_branch_way(float x) { return 2 * x; }
extern "C" __device__ int kmend_branch_choice = 7;
extern "C" __device__ void kmend_branch_end(int *p) { *p += table[1]; }
extern "C" __device__ void kmend_index_overflow(float) {}

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, two = 0;
  kmend_branch_end(&two);
  kmend_index_overflow(1);
  if (i < n)
    y[i] = two == 2 && kmend_branch_choice == 7 ? kmend_branch_way(x[i]) : 0;
  if (i % 2)
    two = 3;
}

extern "C" void doubled(const float *x, float *y, int n) {
  if (n)
    twice<<<(n + 255) / 256, 256>>>(x, y, n);
}
