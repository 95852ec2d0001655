// Barriers, warp operations and cooperative groups.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}warp{{.*}}(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
namespace cg = cooperative_groups;

template <class T> __device__ T exchange(T V) {
  V = __shfl_sync(0xffffffff, V, 0);
  V = __shfl_up_sync(0xffffffff, V, 1);
  V = __shfl_down_sync(0xffffffff, V, 1, 16);
  return __shfl_xor_sync(0xffffffffu, V, 1, warpSize);
}

__device__ float sum(const cg::thread_group &G, float V) {
  G.sync();
  return V + G.size() + G.thread_rank();
}

__global__ void warp(float *Y, int P) {
  exchange(1), exchange(1u), exchange(1l), exchange(1ll), exchange(1.f);
  exchange(1.0), exchange(__half(1.f)), exchange(__nv_bfloat16(1.f));
  exchange(__float2half2_rn(1)), exchange(__float2bfloat162_rn(1));
  unsigned M = __ballot_sync(0xffffffff, P) | __activemask();
  int All;
  P += __any_sync(M, P) + __all_sync(M, P) + __match_any_sync(M, P) +
       __match_all_sync(M, 1.f, &All) + __reduce_add_sync(M, P) +
       __reduce_max_sync(M, 3u) + __reduce_or_sync(M, 3u);
  __syncwarp();
  __syncwarp(M);
  P += __syncthreads_count(P) + __syncthreads_and(P) + __syncthreads_or(P);
  __nanosleep(100);
  P += clock() + clock64();
  if (P < 0)
    __trap();

  cg::thread_block Block = cg::this_thread_block();
  cg::thread_block_tile<32> Tile = cg::tiled_partition<32>(Block);
  auto Small = cg::tiled_partition<4>(Tile);
  auto Now = cg::coalesced_threads();
  cg::grid_group Grid = cg::this_grid();
  float V = cg::reduce(Tile, *Y, cg::plus<float>());
  V += cg::reduce(Small, V, cg::greater<float>());
  V += cg::reduce(Now, V, cg::less<float>());
  V += cg::inclusive_scan(Tile, V) + cg::exclusive_scan(Tile, V);
  V += Tile.shfl(V, 0) + Tile.shfl_xor(V, 1) + Small.shfl_down(V, 1) +
       Tile.ballot(P) + Tile.any(P) + Tile.all(P) + Tile.meta_group_rank() +
       Tile.meta_group_size() + Now.size() + Now.thread_rank();
  Tile.sync(), Block.sync(), cg::sync(Block), Grid.sync();
  Y[Grid.thread_rank()] = V + sum(Block, V) + sum(Tile, V) +
                          Block.group_index().x + Block.thread_index().y;
}
