// Atomic operations and accesses with a cache hint.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}memory{{.*}}(
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> __device__ void hinted(T *P, const T *Q) {
  T V = __ldg(Q);
  V = __ldcg(Q), V = __ldca(Q), V = __ldcs(Q), V = __ldlu(Q), V = __ldcv(Q);
  __stwb(P, V), __stcg(P, V), __stcs(P, V), __stwt(P, V);
}

__global__ void memory(int *I, unsigned *U, unsigned long long *L, float *F,
                       double *D, __half *H, __half2 *H2, __nv_bfloat16 *B,
                       __nv_bfloat162 *B2, long long *LL, float4 *F4) {
  atomicAdd(I, 1), atomicAdd(U, 1u), atomicAdd(L, 1ull), atomicAdd(F, 1);
  atomicAdd(D, 1.0), atomicAdd(H, *H), atomicAdd(H2, *H2);
  atomicAdd(B, *B), atomicAdd(B2, *B2), atomicAdd(F4, *F4);
  atomicSub(I, 1), atomicSub(U, 1u);
  atomicExch(I, 1), atomicExch(U, 1u), atomicExch(L, 1ull), atomicExch(F, 1);
  atomicMin(I, 1), atomicMin(U, 1u), atomicMin(L, 1ull), atomicMin(LL, 1ll);
  atomicMax(I, 1), atomicMax(U, 1u), atomicMax(L, 1ull), atomicMax(LL, 1ll);
  atomicInc(U, 7u), atomicDec(U, 7u);
  atomicAnd(I, 1), atomicOr(U, 1u), atomicXor(L, 1ull);
  atomicCAS(I, 1, 2), atomicCAS(U, 1u, 2u), atomicCAS(L, 1ull, 2ull);
  atomicCAS((unsigned short *)U, (unsigned short)1, (unsigned short)2);
  atomicAdd_block(I, 1), atomicMax_system(U, 1), atomicCAS_block(I, 1, 2);
  __threadfence(), __threadfence_block(), __threadfence_system();
  hinted(I, I), hinted(U, U), hinted(F, F), hinted(D, D), hinted(F4, F4);
  hinted(H, H), hinted(H2, H2), hinted(B, B), hinted(B2, B2);
  hinted((int4 *)I, (int4 *)I), hinted((uint2 *)I, (uint2 *)I);
  hinted((unsigned char *)I, (unsigned char *)I);
}
