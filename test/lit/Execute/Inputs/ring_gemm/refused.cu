#include <cuda_fp16.h>

#define FENCE asm volatile("fence.proxy.async;")

__device__ __forceinline__ void helper(unsigned long long d) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0}, %1, "
               "%2, 1, 1, 1, 0, 0;" ::"f"(0.0f),
               "l"(d), "l"(d));
}

#ifdef UNUSED
__device__ void unused() { asm volatile("tcgen05.alloc.b32 [%0], 32;" ::"r"(0)); }
__device__ void unused_too() { unused(); }
#endif

__global__ void kernel(float *y) {
#ifdef MACRO
  FENCE;
#elif defined LABEL
  asm volatile("{ .reg .pred p; L1: setp.eq.u32 p, 1, 1; @!p bra L1; }");
#elif defined UNDECLARED
  asm volatile("mov.u32 t0, 1;");
#elif defined MODIFIER
  int r;
  asm volatile("add.cc.u32 %0, 1, 2;" : "=r"(r));
#elif defined SHAPE
  unsigned a = 0;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0,%0,%0,%0}, "
               "{%0,%0}, {%0,%0}, {%0,%0,%0,%0};" ::"r"(a));
#elif !defined UNUSED
  helper(0);
#endif
}

extern "C" void ring_gemm(const __half *x, const __half *w, float *y, int m,
                          int k8, int n8) {
  kernel<<<1, 32>>>(y);
#ifdef HOST
  asm volatile("syscall");
#endif
}
