// Shuffles and atomics of __half, __half2, __nv_bfloat16, __nv_bfloat162.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void kernel(unsigned *out, unsigned *sums) {
  int t = threadIdx.x;
  const unsigned all = 0xffffffffu;
  unsigned *o = out + t;
  __half h = __int2half_rn(t);
  __nv_bfloat16 b = __int2bfloat16_rn(t);
  __half2 h2 = __halves2half2(h, __int2half_rn(-t));
  __nv_bfloat162 b2 = __halves2bfloat162(b, __int2bfloat16_rn(-t));
#define PUT(V) *o = (unsigned)(V), o += 32;
  PUT(__half2int_rn(__shfl_sync(all, h, 5)))
  PUT(__half2int_rn(__shfl_up_sync(all, h, 1)))
  PUT(__half2int_rn(__shfl_down_sync(all, h, 1, 8)))
  PUT(__half2int_rn(__shfl_xor_sync(all, h, 3)))
  PUT(__bfloat162int_rn(__shfl_xor_sync(all, b, 16)))
  __half2 x = __shfl_xor_sync(all, h2, 1);
  PUT(__half2int_rn(x.x) * 1000 + __half2int_rn(x.y))
  __nv_bfloat162 y = __shfl_down_sync(all, b2, 4);
  PUT(__bfloat162int_rn(y.x) * 1000 + __bfloat162int_rn(y.y))
  // Small whole numbers add exactly in any order.
  atomicAdd((__half *)sums, __int2half_rn(t & 7));
  atomicAdd((__nv_bfloat16 *)sums + 2, __int2bfloat16_rn(t & 3));
  atomicAdd((__half2 *)sums + 2, __halves2half2(__int2half_rn(1), __int2half_rn(t & 1)));
  atomicAdd((__nv_bfloat162 *)sums + 3,
            __halves2bfloat162(__int2bfloat16_rn(2), __int2bfloat16_rn(-(t & 1))));
}
extern "C" void conformance(unsigned *out, int n) {
  cudaMemset(out + 224, 0, 16);
  kernel<<<1, 32>>>(out, out + 224);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  auto row = [&](auto f) {
    for (int t = 0; t < 32; ++t)
      e.is((int)f(t));
  };
  row([](int) { return 5; });
  row([](int t) { return t ? t - 1 : 0; });
  row([](int t) { return t % 8 == 7 ? t : t + 1; });
  row([](int t) { return t ^ 3; });
  row([](int t) { return t ^ 16; });
  row([](int t) { return (t ^ 1) * 1000 - (t ^ 1); });
  row([](int t) { return (t + 4 > 31 ? t : t + 4) * 999; });
  e.is(0x5700u);               // 112 = 1.75 * 2^6
  e.is(0x4240u);               // 48 = 1.5 * 2^5
  e.is(0x4c005000u);           // 32 and 16
  e.is(0xc1804280u);           // 64 and -16
  return e.count;
}
