// cg::reduce and the scans, on tiles and on the threads of a branch. Integers
// are exact; floats add in the toolkit's order: a butterfly on a tile, the
// steps of a scan on other groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__device__ __host__ int operand(int i) { return (i * 29 + 7) % 43 - 11; }
__device__ __host__ float real(int i) { return (float)((i * 37 + 11) % 101) * 0.1f; }
template <int Size> __global__ void tiles(unsigned *out) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int t = threadIdx.x, v = operand(t);
  unsigned *o = out + t;
#define PUT(V) *o = (unsigned)(V), o += 64;
  PUT(cg::reduce(tile, v, cg::plus<int>())) PUT(cg::reduce(tile, v, cg::less<int>()))
  PUT(cg::reduce(tile, v, cg::greater<int>()))
  PUT(cg::reduce(tile, (unsigned)v, cg::bit_and<unsigned>()))
  PUT(cg::reduce(tile, (unsigned)v, cg::bit_or<unsigned>()))
  PUT(cg::reduce(tile, (unsigned)v, cg::bit_xor<unsigned>()))
  PUT(cg::reduce(tile, (long long)v << 20, cg::plus<long long>()) >> 20)
  PUT(__float_as_uint(cg::reduce(tile, real(t), cg::plus<float>())))
  PUT(__float_as_uint(cg::reduce(tile, real(t), cg::greater<float>())))
  PUT(cg::reduce(tile, v, [](int a, int b) { return a > b ? a : b; }))
  PUT(cg::inclusive_scan(tile, v, cg::plus<int>())) PUT(cg::inclusive_scan(tile, v))
  PUT(cg::exclusive_scan(tile, v, cg::plus<int>())) PUT(cg::exclusive_scan(tile, v))
  PUT(cg::inclusive_scan(tile, v, cg::greater<int>()))
  PUT(__float_as_uint(cg::inclusive_scan(tile, real(t), cg::plus<float>())))
  PUT(__float_as_uint(cg::exclusive_scan(tile, real(t), cg::plus<float>())))
}
__global__ void branch(unsigned *out) {
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    out[i * 32 + t] = 5;
  __syncthreads();
  if (t % 3 == 1) {
    auto g = cg::coalesced_threads();
    out[t] = cg::reduce(g, operand(t), cg::plus<int>());
    out[32 + t] = __float_as_uint(cg::reduce(g, real(t), cg::plus<float>()));
    out[64 + t] = cg::inclusive_scan(g, operand(t));
    out[96 + t] = cg::exclusive_scan(g, operand(t));
  }
}
extern "C" void conformance(unsigned *out, int n) {
  tiles<32><<<1, 64>>>(out);
  tiles<8><<<1, 64>>>(out + 17 * 64);
  branch<<<1, 32>>>(out + 34 * 64);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int size : {32, 8}) {
    auto fold = [&](auto start, bool inclusive, bool whole, auto op) {
      for (int t = 0; t < 64; ++t) {
        int first = t / size * size;
        auto sum = start;
        for (int i = first; i < (whole ? first + size : inclusive ? t + 1 : t); ++i)
          sum = i == first ? (decltype(sum))operand(i) : op(sum, operand(i));
        e.is((unsigned)sum);
      }
    };
    auto plus = [](int a, int b) { return a + b; };
    auto less = [](int a, int b) { return b < a ? b : a; };
    auto greater = [](int a, int b) { return b > a ? b : a; };
    auto realRow = [&](int steps, bool exclusive) {
      float v[64];
      for (int t = 0; t < 64; ++t)
        v[t] = real(t);
      if (steps == 0) // butterfly
        for (int step = size / 2; step; step /= 2) {
          float w[64];
          for (int t = 0; t < 64; ++t)
            w[t] = v[t] + v[t ^ step];
          for (int t = 0; t < 64; ++t)
            v[t] = w[t];
        }
      else
        for (int step = 1; step < size; step *= 2)
          for (int t = 63; t >= 0; --t)
            if (t % size >= step)
              v[t] = v[t] + v[t - step];
      for (int t = 0; t < 64; ++t)
        e.is(!exclusive ? v[t] : t % size ? v[t - 1] : 0.0f);
    };
    fold(0, true, true, plus);
    fold(0, true, true, less);
    fold(0, true, true, greater);
    fold(0u, true, true, [](unsigned a, unsigned b) { return a & b; });
    fold(0u, true, true, [](unsigned a, unsigned b) { return a | b; });
    fold(0u, true, true, [](unsigned a, unsigned b) { return a ^ b; });
    fold(0, true, true, plus);
    realRow(0, false);
    for (int t = 0; t < 64; ++t) {
      float top = 0;
      for (int i = 0; i < size; ++i)
        top = real(t / size * size + i) > top ? real(t / size * size + i) : top;
      e.is(top);
    }
    fold(0, true, true, greater);
    fold(0, true, false, plus);
    fold(0, true, false, plus);
    fold(0, false, false, plus);
    fold(0, false, false, plus);
    fold(0, true, false, greater);
    realRow(1, false);
    realRow(1, true);
  }
  // Lanes 1, 4, ..., 31: eleven.
  int sum = 0;
  float v[11];
  for (int i = 0; i < 11; ++i) {
    sum += operand(3 * i + 1);
    v[i] = real(3 * i + 1);
  }
  for (int step = 1; step < 11; step *= 2)
    for (int i = 10; i >= step; --i)
      v[i] = v[i] + v[i - step];
  for (int t = 0; t < 32; ++t)
    e.is(t % 3 == 1 ? sum : 5);
  for (int t = 0; t < 32; ++t) {
    if (t % 3 == 1)
      e.is(v[10]);
    else
      e.is(5);
  }
  for (int inclusive = 1; inclusive >= 0; --inclusive)
    for (int t = 0; t < 32; ++t) {
      int part = 0;
      for (int i = 1; i < t + inclusive; i += 3)
        part += operand(i);
      e.is(t % 3 == 1 ? part : 5);
    }
  return e.count;
}
