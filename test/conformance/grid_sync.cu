// Cooperative launches: barriers of the whole grid, counters of arrival after a
// fence, a lock between blocks (CUDA C++ Programming Guide, "Grid
// Synchronization", "Memory Fence Functions").
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ unsigned slots[2][8 * 32], arrived, lock, guarded;
__global__ void stages(unsigned *out) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = grid.thread_rank(), n = grid.size();
  slots[0][i] = i;
  for (int stage = 0; stage < 5; ++stage) { // rotate across the blocks
    grid.sync();
    slots[(stage + 1) & 1][i] = slots[stage & 1][(i + 33) % n];
  }
  grid.sync();
  out[i] = slots[1][i] + (grid.is_valid() ? 1000 : 0);
}
__global__ void last(unsigned *out, volatile unsigned *partial) {
  __shared__ bool isLast;
  unsigned sum = 0;
  for (unsigned i = 0; i <= threadIdx.x; ++i)
    sum += blockIdx.x + i;
  if (threadIdx.x == 31) {
    partial[blockIdx.x] = sum;
    __threadfence();
    isLast = atomicAdd(&arrived, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    unsigned total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      total += partial[b];
    *out = total;
  }
}
__global__ void locked() {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0u, 1u) != 0)
      __nanosleep(20);
    __threadfence();
    *(volatile unsigned *)&guarded = *(volatile unsigned *)&guarded + 1;
    __threadfence();
    atomicExch(&lock, 0u);
  }
}
extern "C" void conformance(unsigned *out, int n) {
  void *arguments[] = {&out};
  unsigned launched = cudaLaunchCooperativeKernel((void *)stages, dim3(8), dim3(32), arguments, 0, 0);
  unsigned zero = 0, *partial, host[2];
  cudaMemcpyToSymbol(arrived, &zero, 4);
  cudaMemcpyToSymbol(lock, &zero, 4);
  cudaMemcpyToSymbol(guarded, &zero, 4);
  cudaMalloc((void **)&partial, 64 * 4);
  last<<<64, 32>>>(out + 256, partial);
  locked<<<50, 32>>>();
  cudaMemcpyFromSymbol(host, guarded, 4);
  host[1] = launched;
  cudaMemcpy(out + 257, host, 8, cudaMemcpyHostToDevice);
  cudaFree(partial);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int i = 0; i < 256; ++i)
    e.is((i + 5 * 33) % 256 + 1000);
  // The sum over blocks of 32 b + 496.
  e.is(32 * 2016 + 64 * 496);
  e.is(50);
  e.is(0);
  return e.count;
}
