// The 16-bit types: conversions, operators, and what is ambiguous for nvcc.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}halves{{.*}}(
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4);
static_assert(sizeof(nv_bfloat16) == 2 && alignof(nv_bfloat162) == 4);
static_assert(__is_trivially_copyable(__half2));
static_assert(__is_trivially_constructible(__nv_bfloat16));

template <class H, class H2> __device__ void operations(H *Y, H2 *Z, H A, H B) {
  *Y = A + B, *Y = A - B, *Y = A * B, *Y = A / B, *Y = -A;
  *Y += A, *Y -= A, *Y *= A, *Y /= A, ++*Y;
  if (A < B || A > B || A <= B || A >= B || A == B || A != B)
    *Y = __hadd(A, B), *Y = __hmul(A, B), *Y = __hfma(A, B, A);
  *Y = __hmax(A, B), *Y = __hmin(A, B), *Y = __habs(A), *Y = __hneg(A);
  *Y = hexp(A), *Y = hlog(A), *Y = hsqrt(A), *Y = hrsqrt(A), *Y = hrcp(A);
  *Y = htanh(A), *Y = hfloor(A), *Y = __hadd_sat(A, B), *Y = hrint(A);
  *Y = __hdiv(A, B), *Y = __hsub(A, B), *Y = __hmax_nan(A, B);
  if (__hisnan(A) || __hisinf(A) || __hlt(A, B) || __hgeu(A, B))
    *Y = A;
  H2 P(A, B);
  *Z = P + P, *Z = P * P, *Z = __hadd2(P, P), *Z = __hmul2(P, P);
  *Z = __hfma2(P, P, P), *Z = __hmax2(P, P), *Z = h2exp(P), *Z = __hneg2(P);
  *Z = __hsub2(P, P), *Z = __h2div(P, P), *Z = __hlt2(P, P);
  if (__hbeq2(P, P) || __heq2_mask(P, P))
    *Y = Z->x, Z->y = *Y;
  float F = A;
  int I = A;
  *Y = F, *Y = I, *Y = 1.0, *Y = 0, *Y = 1.f, *Y = 3u;
  H C = F, D = I, E(1.5);
  *Y = C + D * E;
  F = static_cast<float>(A) + (float)B, F += float(A);
  *Y = static_cast<H>(F), *Y = (H)I, *Y = H(2.0f);
}

__global__ void halves(half *H, nv_bfloat16 *B, float *F) {
  operations((__half *)H, (__half2 *)H, *H, *H);
  operations(B, (__nv_bfloat162 *)B, *B, *B);
  *H = __float2half(1.f), *H = __float2half_rn(1.f), *H = __float2half_rz(1.f);
  *H = __double2half(1.0), *H = __int2half_rn(1), *H = __ushort2half_rn(1);
  *F = __half2float(*H) + __half2int_rn(*H) + __half_as_ushort(*H);
  *H = __ushort_as_half(0x3c00), *H = __short_as_half(1);
  half2 P = __floats2half2_rn(1, 2);
  P = __float22half2_rn(make_float2(1, 2)), P = __halves2half2(*H, *H);
  P = __half2half2(*H), P = __float2half2_rn(1), P = make_half2(*H, *H);
  P = __lows2half2(P, P), P = __lowhigh2highlow(P), P = __low2half2(P);
  float2 Q = __half22float2(P);
  *F = Q.x + __low2float(P) + __high2float(P);
  *H = __low2half(P), *H = __high2half(P);
  *B = __float2bfloat16(1.f), *B = __float2bfloat16_rn(1.f);
  *B = __double2bfloat16(1.0), *B = __int2bfloat16_rn(1);
  *F = __bfloat162float(*B) + __bfloat16_as_ushort(*B);
  *B = __ushort_as_bfloat16(0x3f80);
  nv_bfloat162 R = __floats2bfloat162_rn(1, 2);
  R = __float22bfloat162_rn(Q), R = __bfloat162bfloat162(*B);
  R = __halves2bfloat162(*B, *B), R = __float2bfloat162_rn(1);
  Q = __bfloat1622float2(R);
  *B = __low2bfloat16(R), *B = __high2bfloat16(R);
  *H = (half)*B, *B = (nv_bfloat16)*H;
  *H = CUDART_INF_FP16, *B = CUDART_INF_BF16;
}
