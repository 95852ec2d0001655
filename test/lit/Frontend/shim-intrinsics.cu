// Intrinsics on floats, integers and bits.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}intrinsics{{.*}}(

#define EACH_MODE(M)                                                           \
  __fadd_##M(X, S) + __fsub_##M(X, S) + __fmul_##M(X, S) + __fdiv_##M(X, S) +  \
      __fsqrt_##M(X) + __frcp_##M(X) + __fmaf_##M(X, S, X) +                   \
      __dadd_##M(D, D) + __dmul_##M(D, D) + __ddiv_##M(D, D) +                 \
      __dsqrt_##M(D) + __float2int_##M(X) + __float2uint_##M(X) +              \
      __float2ll_##M(X) + __float2ull_##M(X) + __double2int_##M(D) +           \
      __double2ll_##M(D) + __double2float_##M(D) + __int2float_##M(I) +        \
      __uint2float_##M(U) + __ll2float_##M(L) + __ull2double_##M(L)

__global__ void intrinsics(float *Y, float X, float S, double D, int I,
                           unsigned U, long long L, char4 C) {
  *Y = EACH_MODE(rn) + EACH_MODE(rz) + EACH_MODE(ru) + EACH_MODE(rd);
  *Y += __expf(X) + __exp10f(X) + __logf(X) + __log2f(X) + __log10f(X) +
        __powf(X, S) + __sinf(X) + __cosf(X) + __tanf(X) + __fdividef(X, S) +
        __saturatef(X) + __frsqrt_rn(X) + __fma_rn(D, D, D) +
        __int2double_rn(I);
  __sincosf(X, &X, &S);
  U += __popc(U) + __popcll(L) + __clz(I) + __clzll(L) + __ffs(I) +
       __ffsll(L) + __brev(U) + __brevll(L) + __byte_perm(U, U, 0x5410) +
       __funnelshift_l(U, U, 3) + __funnelshift_rc(U, U, 40) + __mulhi(I, I) +
       __umulhi(U, U) + __mul64hi(L, L) + __umul64hi(L, L) + __mul24(I, I) +
       __umul24(U, U) + __sad(I, I, U) + __usad(U, U, U) + __dp4a(I, I, I) +
       __dp4a(U, U, U) + __dp4a(C, C, I) + __dp2a_lo(I, I, I) + __hadd(I, I) +
       __rhadd(I, I) + __fns(U, 0, 1) + __vadd4(U, U) + __vsub2(U, U) +
       __vmaxs4(U, U) + __vabsdiffu4(U, U) + __vcmpeq4(U, U) + __vsadu4(U, U);
  *Y += __float_as_int(X) + __int_as_float(I) + __float_as_uint(X) +
        __uint_as_float(U) + __double_as_longlong(D) +
        __longlong_as_double(L) + __hiloint2double(I, I) +
        __double2hiint(D) + __double2loint(D);
}
