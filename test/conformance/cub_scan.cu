// cub::WarpScan and cub::BlockScan. Integer results are the scans; scans of
// floats are compared in the order that CUB 3.0 adds in.
#include <cub/cub.cuh>
__device__ __host__ int operand(int i) { return (i * 29 + 7) % 43 - 11; }
__device__ __host__ float real(int i) { return (float)((i * 37 + 11) % 101) * 0.1f; }
struct Add {
  template <class T> __device__ T operator()(const T &a, const T &b) const {
    return a + b;
  }
};
struct Largest {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Running {
  int total;
  __device__ int operator()(int aggregate) {
    int old = total;
    total += aggregate;
    return old;
  }
};
template <int Size> __global__ void warps(unsigned *out) {
  typedef cub::WarpScan<int, Size> Scan;
  __shared__ typename Scan::TempStorage temp[64 / Size];
  int t = threadIdx.x, a, b, aggregate;
  Scan scan(temp[t / Size]);
  unsigned *o = out + t;
  scan.InclusiveSum(operand(t), a), *o = a, o += 64;
  scan.ExclusiveSum(operand(t), a, aggregate), *o = a, o += 64;
  *o = aggregate, o += 64;
  scan.InclusiveScan(operand(t), a, Largest()), *o = a, o += 64;
  scan.ExclusiveScan(operand(t), a, -5, Largest()), *o = a, o += 64;
  scan.Scan(operand(t), a, b, 100, Add()), *o = a, o += 64;
  *o = b, o += 64;
  *o = scan.Broadcast(operand(t), 3);
}
template <cub::BlockScanAlgorithm Algorithm, int Threads>
__global__ void blocks(unsigned *out) {
  typedef cub::BlockScan<int, Threads, Algorithm> Scan;
  typedef cub::BlockScan<float, Threads, Algorithm> RealScan;
  __shared__ union {
    typename Scan::TempStorage a;
    typename RealScan::TempStorage b;
  } temp;
  int t = threadIdx.x, a, aggregate;
  unsigned *o = out + t;
#define PUT(CALL, VALUE) CALL, *o = VALUE, o += Threads, __syncthreads();
  PUT(Scan(temp.a).InclusiveSum(operand(t), a), a)
  PUT(Scan(temp.a).ExclusiveSum(operand(t), a, aggregate), a)
  *o = aggregate, o += Threads;
  PUT(Scan(temp.a).InclusiveScan(operand(t), a, Largest(), aggregate), a)
  PUT(Scan(temp.a).ExclusiveScan(operand(t), a, -3, Largest()), a)
  int v[3] = {operand(3 * t), operand(3 * t + 1), operand(3 * t + 2)}, w[3];
  PUT(Scan(temp.a).InclusiveSum(v, w), w[0] + w[1] * 3 + w[2] * 7)
  PUT(Scan(temp.a).ExclusiveSum(v, w, aggregate), w[0] + w[1] * 3 + w[2] * 7)
  *o = aggregate, o += Threads;
  Running running{1000};
  PUT(Scan(temp.a).ExclusiveSum(operand(t), a, running), a)
  PUT(Scan(temp.a).ExclusiveSum(operand(t), a, running), a)
  PUT(Scan(temp.a).InclusiveScan(operand(t), a, Add(), running), a)
  float r;
  PUT(RealScan(temp.b).InclusiveScan(real(t), r, Add()), __float_as_uint(r))
  PUT(RealScan(temp.b).ExclusiveScan(real(t), r, 1.0f, Add()), __float_as_uint(r))
}
extern "C" void conformance(unsigned *out, int n) {
  warps<32><<<1, 64>>>(out);
  warps<8><<<1, 64>>>(out + 512);
  blocks<cub::BLOCK_SCAN_WARP_SCANS, 128><<<1, 128>>>(out + 1024);
  blocks<cub::BLOCK_SCAN_RAKING, 128><<<1, 128>>>(out + 2688);
  blocks<cub::BLOCK_SCAN_RAKING_MEMOIZE, 50><<<1, 50>>>(out + 4352);
  blocks<cub::BLOCK_SCAN_RAKING, 20><<<1, 20>>>(out + 5002);
}
static int largest(int first, int last) {
  int top = operand(first);
  for (int i = first; i <= last; ++i)
    top = operand(i) > top ? operand(i) : top;
  return top;
}
static int sum(int first, int end) {
  int s = 0;
  for (int i = first; i < end; ++i)
    s += operand(i);
  return s;
}
// Neighbours at 1, 2, 4, ... below.
static void warpScan(float *v, int n) {
  for (int step = 1; step < n; step *= 2)
    for (int i = n - 1; i >= step; --i)
      v[i] = v[i - step] + v[i];
}
static void realScan(float *out, int threads, bool byWarps, bool seeded) {
  float v[128], w[32];
  for (int i = 0; i < threads; ++i)
    v[i] = real(i);
  if (byWarps || threads <= 32) {
    float before = 0;
    for (int first = 0; first < threads; first += 32) {
      int n = threads < 32 ? threads : 32;
      warpScan(v + first, n);
      for (int i = 0; i < n; ++i) {
        int t = first + i;
        if (threads <= 32)
          out[t] = !seeded ? v[t] : t ? 1.0f + v[t - 1] : 1.0f;
        else if (!seeded)
          out[t] = first ? before + v[t] : v[t];
        else {
          float start = first ? 1.0f + before : 1.0f;
          out[t] = i ? start + v[t - 1] : start;
        }
      }
      before = first ? before + v[first + 31] : v[first + n - 1];
    }
    return;
  }
  int segment = (threads + 31) / 32, rakers = (threads + segment - 1) / segment;
  for (int r = 0; r < rakers; ++r) {
    w[r] = v[r * segment];
    for (int i = 1; i < segment && r * segment + i < threads; ++i)
      w[r] = w[r] + v[r * segment + i];
  }
  warpScan(w, rakers);
  for (int r = 0; r < rakers; ++r) {
    float before = r ? w[r - 1] : 0;
    if (seeded)
      before = r ? 1.0f + before : 1.0f;
    for (int i = 0; i < segment && r * segment + i < threads; ++i) {
      int t = r * segment + i;
      float next = t == 0 && !seeded ? v[t] : before + v[t];
      out[t] = seeded ? before : next;
      before = next;
    }
  }
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int size : {32, 8}) {
    auto row = [&](auto f) {
      for (int t = 0; t < 64; ++t)
        e.is((int)f(t, t / size * size));
    };
    row([](int t, int f) { return sum(f, t + 1); });
    row([](int t, int f) { return sum(f, t); });
    row([&](int, int f) { return sum(f, f + size); });
    row([](int t, int f) { return largest(f, t); });
    row([](int t, int f) {
      return t == f ? -5 : largest(f, t - 1) > -5 ? largest(f, t - 1) : -5;
    });
    row([](int t, int f) { return 100 + sum(f, t + 1); });
    row([](int t, int f) { return 100 + sum(f, t); });
    row([](int, int f) { return operand(f + 3); });
  }
  for (int kind = 0; kind < 4; ++kind) {
    int threads = kind < 2 ? 128 : kind == 2 ? 50 : 20;
    auto row = [&](auto f) {
      for (int t = 0; t < threads; ++t)
        e.is((int)f(t));
    };
    row([](int t) { return sum(0, t + 1); });
    row([](int t) { return sum(0, t); });
    row([&](int) { return sum(0, threads); });
    row([](int t) { return largest(0, t); });
    row([](int t) {
      return t == 0 ? -3 : largest(0, t - 1) > -3 ? largest(0, t - 1) : -3;
    });
    row([](int t) {
      return sum(0, 3 * t + 1) + sum(0, 3 * t + 2) * 3 + sum(0, 3 * t + 3) * 7;
    });
    row([](int t) {
      return sum(0, 3 * t) + sum(0, 3 * t + 1) * 3 + sum(0, 3 * t + 2) * 7;
    });
    row([&](int) { return sum(0, 3 * threads); });
    row([](int t) { return 1000 + sum(0, t); });
    row([&](int t) { return 1000 + sum(0, threads) + sum(0, t); });
    row([&](int t) { return 1000 + 2 * sum(0, threads) + sum(0, t + 1); });
    for (bool seeded : {false, true}) {
      float v[128];
      realScan(v, threads, kind == 0, seeded);
      for (int t = 0; t < threads; ++t)
        e.is(v[t]);
    }
  }
  return e.count;
}
