// cub::BlockLoad, BlockStore, BlockExchange, BlockRadixSort, BlockShuffle,
// BlockHistogram and the shuffles: where each item goes.
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
const int T = 64, N = 4, All = T * N;
__device__ __host__ int at(int i) { return i * 3 + 1; }
template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S>
__device__ unsigned *move(const int *in, unsigned *out, int valid) {
  typedef cub::BlockLoad<int, T, N, L> Load;
  typedef cub::BlockStore<int, T, N, S> Store;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } temp;
  int items[N];
  Load(temp.load).Load(in, items, valid, -7);
  int weight = items[0] + 2 * items[1] + 3 * items[2] + 4 * items[3];
  out[threadIdx.x] = weight;
  __syncthreads();
  for (int i = threadIdx.x; i < All; i += T)
    out[T + i] = 99;
  __syncthreads();
  Load(temp.load).Load(in, items);
  __syncthreads();
  Store(temp.store).Store((int *)out + T, items, valid);
  __syncthreads();
  return out + T + All;
}
__global__ void memory(const int *in, unsigned *out) {
  out = move<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(in, out, 201);
  out = move<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(in, out, 201);
  out = move<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(in, out, 201);
  out = move<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(
      in, out, 201);
  move<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(in, out, 256);
}
__global__ void other(unsigned *out) {
  typedef cub::BlockExchange<int, T, N> Exchange;
  typedef cub::BlockRadixSort<unsigned, T, N> Sort;
  typedef cub::BlockRadixSort<float, T, N, int> Pairs;
  typedef cub::BlockShuffle<int, T> Shuffle;
  typedef cub::BlockHistogram<unsigned char, T, N, 16> Histogram;
  __shared__ union {
    Exchange::TempStorage exchange;
    Sort::TempStorage sort;
    Pairs::TempStorage pairs;
    Shuffle::TempStorage shuffle;
    Histogram::TempStorage histogram;
  } temp;
  __shared__ unsigned bins[16];
  int t = threadIdx.x, items[N];
  unsigned *o = out;
  auto fill = [&] {
    __syncthreads();
    for (int i = 0; i < N; ++i)
      items[i] = t * N + i;
  };
  auto put = [&] {
    for (int i = 0; i < N; ++i)
      o[t * N + i] = items[i];
    o += All;
  };
  fill(), Exchange(temp.exchange).BlockedToStriped(items), put();
  fill(), Exchange(temp.exchange).StripedToBlocked(items), put();
  fill(), Exchange(temp.exchange).BlockedToWarpStriped(items), put();
  fill(), Exchange(temp.exchange).WarpStripedToBlocked(items), put();
  fill();
  int ranks[N];
  for (int i = 0; i < N; ++i)
    ranks[i] = All - 1 - items[i];
  Exchange(temp.exchange).ScatterToBlocked(items, ranks), put();
  fill();
  unsigned keys[N];
  for (int i = 0; i < N; ++i)
    keys[i] = items[i] * 2654435761u;
  Sort(temp.sort).Sort(keys);
  for (int i = 0; i < N; ++i)
    items[i] = keys[i];
  put(), fill();
  for (int i = 0; i < N; ++i)
    keys[i] = items[i] * 2654435761u;
  Sort(temp.sort).SortDescending(keys, 4, 10);
  for (int i = 0; i < N; ++i)
    items[i] = keys[i];
  put(), fill();
  float reals[N];
  for (int i = 0; i < N; ++i)
    reals[i] = (items[i] * 29 % 64 - 32) * 0.5f;
  Pairs(temp.pairs).Sort(reals, items), put(), fill();
  int one = -1;
  Shuffle(temp.shuffle).Offset(t * 5, one, 3);
  o[t] = one, o += T;
  __syncthreads();
  Shuffle(temp.shuffle).Rotate(t * 5, one, 7);
  o[t] = one, o += T;
  __syncthreads();
  unsigned char bytes[N];
  for (int i = 0; i < N; ++i)
    bytes[i] = (t * N + i) * (t + i) % 16;
  Histogram(temp.histogram).Histogram(bytes, bins);
  __syncthreads();
  if (t < 16)
    o[t] = bins[t];
  o += 16;
  o[t] = cub::ShuffleIndex<32>(t, 5, 0xffffffffu), o += T;
  o[t] = cub::ShuffleUp<16>(t, 2, 0, 0xffffffffu), o += T;
  o[t] = cub::ShuffleDown<32>(t, 3, 31, 0xffffffffu), o += T;
}
extern "C" void conformance(unsigned *out, int n) {
  int host[All], *in;
  for (int i = 0; i < All; ++i)
    host[i] = at(i);
  cudaMalloc((void **)&in, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  memory<<<1, T>>>(in, out);
  other<<<1, T>>>(out + 5 * (T + All));
  cudaFree(in);
}
static int blocked(int t, int i) { return t * N + i; }
static int striped(int t, int i) { return i * T + t; }
static int warpStriped(int t, int i) { return t / 32 * 32 * N + i * 32 + t % 32; }
typedef int (*Place)(int, int);
static void moved(Expected &e, Place from, Place to) {
  int v[All];
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < N; ++i)
      v[from(t, i)] = t * N + i;
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < N; ++i)
      e.is(v[to(t, i)]);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int kind = 0; kind < 5; ++kind) {
    int valid = kind == 4 ? 256 : 201;
    for (int t = 0; t < T; ++t) {
      int weight = 0;
      for (int i = 0; i < N; ++i) { // only the striped load stays striped
        int from = kind == 1 ? striped(t, i) : blocked(t, i);
        weight += (i + 1) * (from < valid ? at(from) : -7);
      }
      e.is(weight);
    }
    for (int i = 0; i < All; ++i)
      e.is(i < valid ? at(i) : 99);
  }
  moved(e, blocked, striped);
  moved(e, striped, blocked);
  moved(e, blocked, warpStriped);
  moved(e, warpStriped, blocked);
  for (int i = 0; i < All; ++i)
    e.is(All - 1 - i);
  unsigned keys[All];
  int order[All];
  float reals[All];
  auto sort = [&](auto before) { // insertion: stable
    for (int i = 0; i < All; ++i) {
      int j = i;
      for (; j > 0 && before(i, order[j - 1]); --j)
        order[j] = order[j - 1];
      order[j] = i;
    }
  };
  for (int i = 0; i < All; ++i) {
    keys[i] = i * 2654435761u;
    reals[i] = (i * 29 % 64 - 32) * 0.5f;
  }
  sort([&](int a, int b) { return keys[a] < keys[b]; });
  for (int i = 0; i < All; ++i)
    e.is(keys[order[i]]);
  sort([&](int a, int b) { return (keys[a] >> 4 & 63) > (keys[b] >> 4 & 63); });
  for (int i = 0; i < All; ++i)
    e.is(keys[order[i]]);
  sort([&](int a, int b) { return reals[a] < reals[b]; });
  for (int i = 0; i < All; ++i)
    e.is(order[i]);
  for (int t = 0; t < T; ++t)
    e.is(t + 3 < T ? (t + 3) * 5 : -1);
  for (int t = 0; t < T; ++t)
    e.is((t + 7) % T * 5);
  unsigned bins[16] = {};
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < N; ++i)
      ++bins[(t * N + i) * (t + i) % 16];
  for (unsigned b : bins)
    e.is(b);
  for (int t = 0; t < T; ++t)
    e.is(t / 32 * 32 + 5);
  for (int t = 0; t < T; ++t)
    e.is(t % 16 < 2 ? t : t - 2);
  for (int t = 0; t < T; ++t)
    e.is(t % 32 > 28 ? t : t + 3);
  return e.count;
}
