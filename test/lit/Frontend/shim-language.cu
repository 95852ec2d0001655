// The words, types and variables that CUDA adds to C++, on both sides.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}language{{.*}}(

static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(sizeof(float3) == 12 && alignof(float3) == 4);
static_assert(sizeof(double4) == 32 && alignof(double4) == 16);
static_assert(alignof(short4) == 8 && alignof(uchar4) == 4);
static_assert(alignof(long2) == 16 && alignof(char2) == 2);
static_assert(sizeof(dim3) == 12 && dim3(2).y == 1);
static_assert(make_int3(1, 2, 3).z == 3);
static_assert(__CUDACC_VER_MAJOR__ == 12 && CUDART_VERSION >= 12000);
#ifndef __CUDACC__
#error __CUDACC__
#endif

struct __align__(16) Wide {
  float V[3];
};
static_assert(sizeof(Wide) == 16);

__constant__ float Table[4] = {1, 2, 3, 4};
__device__ int Counter;

__host__ __device__ constexpr int arch() {
#ifdef __CUDA_ARCH__
  static_assert(__CUDA_ARCH__ == 900);
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}

template <typename T> __device__ __forceinline__ T twice(T X) { return X + X; }
__device__ __noinline__ void keep(int *P) { *P = warpSize; }

template <int N>
__global__ void __launch_bounds__(N, 2)
    language(float *__restrict__ Y, const float *__restrict__ X,
             const __grid_constant__ int Count) {
  __shared__ float Tile[N][N + 1];
  extern __shared__ __align__(16) unsigned char Dynamic[];
  unsigned I = blockIdx.x * blockDim.x + threadIdx.x + gridDim.z;
  dim3 Block = blockDim;
  uint3 Thread = threadIdx;
  Tile[Thread.x % N][Block.x % N] = X[I];
  __syncthreads();
  if (I < Count)
    Y[I] = twice(Tile[0][0]) + Table[1] + Dynamic[0] + arch();
  keep(&Counter);
}
template __global__ void language<32>(float *, const float *, int);

extern "C" void entry(const float *X, float *Y, int N, cudaStream_t S) {
  language<32><<<dim3((N + 31) / 32), 32, 16, S>>>(Y, X, N);
  language<32><<<1, 32>>>(Y, X, N);
}
