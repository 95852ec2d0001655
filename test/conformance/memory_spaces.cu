// Shared, constant and device variables, dynamic shared memory carved up,
// symbols, two-dimensional blocks, recursion, function pointers (CUDA C++
// Programming Guide, "Variable Memory Space Specifiers").
__constant__ int table[32];
__constant__ float2 pairs[2] = {{1.5f, 2.5f}, {-3.0f, 0.25f}};
__device__ unsigned counter = 5;
__device__ int history[8];
struct Params {
  int scale;
  char tag;
  double weight;
  int list[3];
};
__global__ void constants(unsigned *out, Params p, unsigned short small) {
  int t = threadIdx.x;
  out[t] = table[t] * p.scale + p.tag + p.list[t % 3] + small;
  out[32 + t] = __float_as_uint(t & 1 ? pairs[1].x : pairs[0].y);
  out[64 + t] = (unsigned)(p.weight * t);
  if (t == 0)
    counter += 10;
  if (t < 8)
    history[t] = t * t;
}
extern __shared__ char arena[];
__global__ void dynamic(unsigned *out, int floats) {
  float *f = (float *)arena;
  short *s = (short *)(f + floats);
  __shared__ unsigned fixed[64];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  f[t] = t * 0.5f;
  s[t] = (short)(t - 20);
  fixed[63 - t] = t;
  __syncthreads();
  out[t] = (unsigned)(f[63 - t] * 4) + fixed[t] + (unsigned)s[(t + 1) % 64];
}
template <int N> __global__ void tile(unsigned *out) {
  __shared__ unsigned s[N][N + 1];
  s[threadIdx.y][threadIdx.x] = threadIdx.y * 100 + threadIdx.x;
  __syncthreads();
  out[(blockIdx.y * N + threadIdx.y) * N * 2 + blockIdx.x * N + threadIdx.x] =
      s[threadIdx.x][threadIdx.y] + 10000 * (blockIdx.z * 4 + blockIdx.y * 2 + blockIdx.x);
}
__device__ __noinline__ unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__global__ void calls(unsigned *out) {
  int (*f)(int) = threadIdx.x & 1 ? twice : square;
  auto add = [&](int x) { return x + f(x); };
  out[threadIdx.x] = fibonacci(threadIdx.x) + add(threadIdx.x);
}
extern "C" void conformance(unsigned *out, int n) {
  int host[32];
  for (int i = 0; i < 32; ++i)
    host[i] = i * 3 - 7;
  cudaMemcpyToSymbol(table, host, sizeof host);
  Params p = {3, 'A', 2.5, {1, 10, 100}};
  constants<<<1, 32>>>(out, p, 1000);
  constants<<<1, 32>>>(out, p, 1000);
  int value[8], seven = 77;
  cudaMemcpyFromSymbol(value, counter, 4);
  cudaMemcpyToSymbol(history, &seven, 4, 8);
  cudaMemcpyFromSymbol(value + 1, history, 16, 4);
  size_t size;
  void *address;
  cudaGetSymbolSize(&size, history);
  value[5] = (int)size;
  cudaGetSymbolAddress(&address, counter);
  cudaMemset(address, 0, 4);
  cudaMemcpyFromSymbol(value + 6, counter, 4);
  cudaMemcpy(out + 96, value, 28, cudaMemcpyHostToDevice);
  dynamic<<<1, dim3(16, 4), 64 * 6>>>(out + 103, 64);
  tile<8><<<dim3(2, 2, 1), dim3(8, 8)>>>(out + 167);
  calls<<<1, 16>>>(out + 423);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  int list[3] = {1, 10, 100};
  for (int t = 0; t < 32; ++t)
    e.is((t * 3 - 7) * 3 + 65 + list[t % 3] + 1000);
  for (int t = 0; t < 32; ++t)
    e.is(t & 1 ? -3.0f : 2.5f);
  for (int t = 0; t < 32; ++t)
    e.is((int)(2.5 * t));
  e.is(25);
  for (int v : {1, 77, 9, 16, 32, 0})
    e.is(v);
  for (int t = 0; t < 64; ++t)
    e.is((63 - t) * 2 + (63 - t) + ((t + 1) % 64 - 20));
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x)
      e.is(x % 8 * 100 + y % 8 + 10000 * (y / 8 * 2 + x / 8));
  int fib[16] = {0, 1};
  for (int i = 2; i < 16; ++i)
    fib[i] = fib[i - 1] + fib[i - 2];
  for (int t = 0; t < 16; ++t)
    e.is(fib[t] + t + (t & 1 ? 2 * t : t * t));
  return e.count;
}
