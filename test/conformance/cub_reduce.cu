// cub::WarpReduce and cub::BlockReduce. Sums of floats in the order that CUB
// 3.0 adds them in; CUDA promises no order, the two executors share one.
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
__device__ __host__ float operand(int i) {
  return (float)((i * 37 + 11) % 101) * 0.1037f;
}
struct Largest {
  template <class T>
  __device__ __host__ T operator()(const T &a, const T &b) const {
    return a > b ? a : b;
  }
};
struct Pair {
  float value;
  int index;
};
struct Later { // not commutative: keeps the right one, counts
  __device__ __host__ Pair operator()(const Pair &a, const Pair &b) const {
    return {b.value, a.index + b.index};
  }
};
template <int Size> __device__ unsigned *warps(unsigned *o) {
  typedef cub::WarpReduce<float, Size> Reduce;
  __shared__ typename Reduce::TempStorage temp[64 / Size];
  int t = threadIdx.x, group = t / Size;
  float sum = Reduce(temp[group]).Sum(operand(t));
  float top = Reduce(temp[group]).Reduce(operand(t), Largest());
  float part = Reduce(temp[group]).Sum(operand(t), Size / 2 + 1);
  if (t % Size == 0) {
    o[group] = __float_as_uint(sum);
    o[64 / Size + group] = __float_as_uint(top);
    o[128 / Size + group] = __float_as_uint(part);
  }
  return o + 192 / Size;
}
template <cub::BlockReduceAlgorithm Algorithm, int Threads>
__device__ void block(unsigned *o) {
  int t = threadIdx.x;
  typedef cub::BlockReduce<float, Threads, Algorithm> Reduce;
  typedef cub::BlockReduce<Pair, Threads, Algorithm> PairReduce;
  __shared__ union {
    typename Reduce::TempStorage sums;
    typename PairReduce::TempStorage pairs;
  } temp;
  float sum = Reduce(temp.sums).Sum(operand(t));
  __syncthreads();
  float part = Reduce(temp.sums).Sum(operand(t), Threads - 19);
  __syncthreads();
  float four[4] = {operand(t), operand(t + 1), operand(t + 2), operand(t + 3)};
  float sum4 = Reduce(temp.sums).Sum(four);
  __syncthreads();
  float top = Reduce(temp.sums).Reduce(operand(t), Largest(), Threads - 5);
  __syncthreads();
  float most = Reduce(temp.sums).Reduce(operand(t), cuda::maximum<>());
  __syncthreads();
  Pair last{0, 0};
  if (Algorithm != cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY)
    last = PairReduce(temp.pairs).Reduce(Pair{operand(t), t}, Later());
  if (t == 0) {
    o[0] = __float_as_uint(sum);
    o[1] = __float_as_uint(part);
    o[2] = __float_as_uint(sum4);
    o[3] = __float_as_uint(top);
    o[4] = __float_as_uint(most);
    o[5] = __float_as_uint(last.value);
    o[6] = last.index;
  }
}
__global__ void warpKernel(unsigned *out) {
  out = warps<32>(out);
  out = warps<16>(out);
  out = warps<8>(out);
  warps<4>(out);
}
__global__ void segments(unsigned *out) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ Reduce::TempStorage temp;
  int t = threadIdx.x;
  int head = Reduce(temp).HeadSegmentedSum(t + 1, t % 5 == 0);
  int tail = Reduce(temp).TailSegmentedSum(t + 1, t % 5 == 4);
  out[t] = t % 5 == 0 ? head : 0;
  out[32 + t] = t % 5 == 0 ? tail : 0;
}
template <int Threads> __global__ void blocks(unsigned *out) {
  block<cub::BLOCK_REDUCE_WARP_REDUCTIONS, Threads>(out);
  block<cub::BLOCK_REDUCE_RAKING, Threads>(out + 7);
  block<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, Threads>(out + 14);
}
__global__ void positions(unsigned *out) {
  typedef cub::KeyValuePair<int, float> Entry;
  typedef cub::BlockReduce<Entry, 64> Reduce;
  __shared__ Reduce::TempStorage temp;
  int t = threadIdx.x;
  Entry e(t, (float)(t * 13 % 17));
  Entry top = Reduce(temp).Reduce(e, cub::ArgMax());
  __syncthreads();
  Entry low = Reduce(temp).Reduce(e, cub::ArgMin());
  if (t == 0) {
    out[0] = top.key;
    out[1] = __float_as_uint(top.value);
    out[2] = low.key;
    out[3] = __float_as_uint(low.value);
  }
}
extern "C" void conformance(unsigned *out, int n) {
  warpKernel<<<1, 64>>>(out);
  segments<<<1, 32>>>(out + 90);
  blocks<256><<<1, 256>>>(out + 154);
  blocks<96><<<1, 96>>>(out + 175);
  blocks<40><<<1, 40>>>(out + 196);
  positions<<<1, 64>>>(out + 217);
}

static float tree(const float *v, int size, int valid) { // 1, 2, 4, ... apart
  float w[64];
  for (int i = 0; i < size; ++i)
    w[i] = v[i];
  for (int step = 1; step < size; step *= 2)
    for (int i = 0; i < size; ++i) // upwards: i + step is still the old one
      if (i + step < valid && i + step < size)
        w[i] = w[i] + w[i + step];
  return w[0];
}
static float byWarps(const float *v, int threads, int valid) {
  float sum = 0;
  for (int first = 0; first < valid; first += 32) {
    int size = threads < 32 ? threads : 32;
    float w[32] = {};
    for (int i = 0; i < size && first + i < threads; ++i)
      w[i] = v[first + i];
    float part = tree(w, size, valid - first < size ? valid - first : size);
    sum = first ? sum + part : part;
  }
  return sum;
}
static float raking(const float *v, int threads, int valid) {
  int lanes = threads < 32 ? threads : 32;
  int segment = (threads + lanes - 1) / lanes;
  int rakers = (threads + segment - 1) / segment;
  float w[32] = {};
  for (int r = 0; r < rakers; ++r)
    for (int i = 0; i < segment && r * segment + i < valid; ++i)
      w[r] = i ? w[r] + v[r * segment + i] : v[r * segment];
  return tree(w, rakers, (valid + segment - 1) / segment);
}
static float commutative(const float *v, int threads) {
  if (threads % 32 || threads <= 32)
    return raking(v, threads, threads);
  int length = (threads - 32) / 32;
  float w[32];
  for (int r = 0; r < 32; ++r) {
    float items[32] = {v[r]}; // by a tree over the thread's own and theirs
    for (int i = 0; i < length; ++i)
      items[i + 1] = v[32 + r * length + i];
    w[r] = tree(items, length + 1, length + 1);
  }
  return tree(w, 32, 32);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  float v[260], four[256];
  for (int i = 0; i < 260; ++i)
    v[i] = operand(i);
  for (int i = 0; i < 256; ++i)
    four[i] = (v[i] + v[i + 1]) + (v[i + 2] + v[i + 3]);
  for (int size : {32, 16, 8, 4}) {
    for (int g = 0; g < 64 / size; ++g)
      e.is(tree(v + g * size, size, size));
    for (int g = 0; g < 64 / size; ++g) {
      float top = 0;
      for (int i = 0; i < size; ++i)
        top = v[g * size + i] > top ? v[g * size + i] : top;
      e.is(top);
    }
    for (int g = 0; g < 64 / size; ++g)
      e.is(tree(v + g * size, size, size / 2 + 1));
  }
  for (int repeat = 0; repeat < 2; ++repeat)
    for (int t = 0; t < 32; ++t) {
      int sum = 0;
      for (int i = t; i < 32 && i < t + 5; ++i)
        sum += i + 1;
      e.is(t % 5 == 0 ? sum : 0);
    }
  for (int threads : {256, 96, 40})
    for (int algorithm = 0; algorithm < 3; ++algorithm) {
      auto sum = [&](const float *items, int valid) {
        return algorithm == 0 ? byWarps(items, threads, valid)
               : algorithm == 2 && valid == threads
                   ? commutative(items, threads)
                   : raking(items, threads, valid);
      };
      e.is(sum(v, threads));
      e.is(sum(v, threads - 19));
      e.is(sum(four, threads));
      for (int valid : {threads - 5, threads}) {
        float top = 0;
        for (int i = 0; i < valid; ++i)
          top = v[i] > top ? v[i] : top;
        e.is(top);
      }
      e.is(algorithm == 2 ? 0.0f : v[threads - 1]);
      e.is(algorithm == 2 ? 0 : threads * (threads - 1) / 2);
    }
  // 13 * 13 = 169 = 9 * 17 + 16; the first 0 is at 0.
  e.is(13);
  e.is(16.0f);
  e.is(0);
  e.is(0.0f);
  return e.count;
}
