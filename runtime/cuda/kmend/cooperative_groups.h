//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of threads: the block, the grid, tiles of a warp, the threads that run
// together.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_COOPERATIVE_GROUPS_H
#define KMEND_COOPERATIVE_GROUPS_H

#include "builtin_variables.h"
#include "synchronization.h"
#include "warp.h"

namespace cooperative_groups {

// Ranks and masks inside a warp.
namespace details {
KMEND_D unsigned block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
KMEND_D unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
KMEND_D unsigned tile_mask(unsigned size) {
  unsigned lane = block_rank() & 31;
  unsigned mask =
      size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (lane & ~(size - 1));
  // The last warp of a block may be short.
  unsigned first = block_rank() & ~31u, left = block_size() - first;
  return left >= 32 ? mask : mask & ((1u << left) - 1);
}
// Values of any type travel as words.
template <class T>
KMEND_D T shuffled(unsigned mask, T v, int lane, int width, int kind) {
  unsigned long long words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, (const void *)&v, sizeof(T));
  for (unsigned i = 0; i < sizeof words / 8; ++i)
    words[i] = kmend_shfl(mask, words[i], lane, width, kind);
  __builtin_memcpy((void *)&v, words, sizeof(T));
  return v;
}
} // namespace details

struct thread_block {
  __device__ static void sync() { __syncthreads(); }
  __device__ void barrier_arrive() const
      KMEND_REFUSED("cooperative_groups::thread_block::barrier_arrive");
  __device__ static unsigned thread_rank() { return details::block_rank(); }
  __device__ static unsigned size() { return details::block_size(); }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static dim3 group_index() { return blockIdx; }
  __device__ static dim3 thread_index() { return threadIdx; }
  __device__ static dim3 group_dim() { return blockDim; }
  __device__ static dim3 dim_threads() { return blockDim; }
};
KMEND_D thread_block this_thread_block() { return {}; }

struct grid_group {
  __device__ static bool is_valid() { return kmend_is_cooperative(); }
  __device__ static void sync() { kmend_grid_sync(); }
  __device__ static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  __device__ static unsigned long long size() {
    return num_blocks() * details::block_size();
  }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static dim3 group_dim() { return gridDim; }
  __device__ static dim3 dim_blocks() { return gridDim; }
  __device__ static dim3 block_index() { return blockIdx; }
  __device__ static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x,
                blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  __device__ static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y,
                gridDim.z * blockDim.z);
  }
};
KMEND_D grid_group this_grid() { return {}; }

struct multi_grid_group;
KMEND_D multi_grid_group *this_multi_grid()
    KMEND_REFUSED("multi-device groups");
struct cluster_group;
__device__ cluster_group &this_cluster() KMEND_REFUSED("thread block clusters");

// A group of lanes: their mask. Ranks count the lanes of the mask.
class coalesced_group {
protected:
  unsigned Mask, Meta, Metas;

  __device__ int lane_of(unsigned rank) const {
    int lane = __fns(Mask, 0, (int)rank + 1);
    return lane < 0 ? (int)kmend_lane() : lane;
  }
  __device__ unsigned pack(unsigned lanes) const {
    unsigned packed = 0, n = 0;
    for (int i = 0; i < 32; ++i)
      if (Mask >> i & 1)
        packed |= (lanes >> i & 1) << n++;
    return packed;
  }

public:
  __device__ explicit coalesced_group(unsigned mask, unsigned meta = 0,
                                      unsigned metas = 1)
      : Mask(mask), Meta(meta), Metas(metas) {}
  __device__ unsigned thread_rank() const {
    return __popc(Mask & kmend_lanemask_lt());
  }
  __device__ unsigned size() const { return __popc(Mask); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned meta_group_rank() const { return Meta; }
  __device__ unsigned meta_group_size() const { return Metas; }
  __device__ void sync() const { __syncwarp(Mask); }
  template <class T> __device__ T shfl(T v, unsigned rank) const {
    return details::shuffled(Mask, v, lane_of(rank), 32, 0);
  }
  template <class T> __device__ T shfl_up(T v, unsigned delta) const {
    unsigned rank = thread_rank();
    return shfl(v, rank < delta ? rank : rank - delta);
  }
  template <class T> __device__ T shfl_down(T v, unsigned delta) const {
    unsigned rank = thread_rank();
    return shfl(v, rank + delta >= size() ? rank : rank + delta);
  }
  __device__ unsigned ballot(int p) const {
    return pack(__ballot_sync(Mask, p));
  }
  __device__ int any(int p) const { return __any_sync(Mask, p); }
  __device__ int all(int p) const { return __all_sync(Mask, p); }
  template <class T> __device__ unsigned match_any(T v) const {
    return pack(__match_any_sync(Mask, v));
  }
  template <class T> __device__ unsigned match_all(T v, int &p) const {
    return pack(__match_all_sync(Mask, v, &p));
  }
  __device__ unsigned kmend_mask() const { return Mask; }
};
KMEND_D coalesced_group coalesced_threads() {
  return coalesced_group(kmend_activemask());
}

// Size neighbours of a warp; Size is a power of two up to 32.
template <unsigned Size, class Parent = void> class thread_block_tile {
  static_assert(Size && Size <= 32 && !(Size & (Size - 1)),
                "kmend-unsupported: a tile of this size; use --executor cuda");

  unsigned Meta, Metas;

public:
  __device__ thread_block_tile(unsigned meta, unsigned metas)
      : Meta(meta), Metas(metas) {}
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &other)
      : Meta(other.meta_group_rank()), Metas(other.meta_group_size()) {}
  __device__ static unsigned kmend_mask() { return details::tile_mask(Size); }
  __device__ static unsigned thread_rank() {
    return details::block_rank() & (Size - 1);
  }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  /// Which of its parent's tiles this is, and how many it has.
  __device__ unsigned meta_group_rank() const { return Meta; }
  __device__ unsigned meta_group_size() const { return Metas; }
  __device__ static void sync() { __syncwarp(kmend_mask()); }
  template <class T> __device__ T shfl(T v, int rank) const {
    return details::shuffled(kmend_mask(), v, rank, Size, 0);
  }
  template <class T> __device__ T shfl_up(T v, unsigned delta) const {
    return details::shuffled(kmend_mask(), v, (int)delta, Size, 1);
  }
  template <class T> __device__ T shfl_down(T v, unsigned delta) const {
    return details::shuffled(kmend_mask(), v, (int)delta, Size, 2);
  }
  template <class T> __device__ T shfl_xor(T v, unsigned mask) const {
    return details::shuffled(kmend_mask(), v, (int)mask, Size, 3);
  }
  __device__ unsigned ballot(int p) const {
    return shifted(__ballot_sync(kmend_mask(), p));
  }
  __device__ int any(int p) const { return __any_sync(kmend_mask(), p); }
  __device__ int all(int p) const { return __all_sync(kmend_mask(), p); }
  template <class T> __device__ unsigned match_any(T v) const {
    return shifted(__match_any_sync(kmend_mask(), v));
  }
  template <class T> __device__ unsigned match_all(T v, int &p) const {
    return shifted(__match_all_sync(kmend_mask(), v, &p));
  }

private:
  __device__ static unsigned shifted(unsigned lanes) {
    return lanes >> (details::block_rank() & 31 & ~(Size - 1));
  }
};

// Any of the groups, for functions that take them all.
class thread_group {
  enum { Block, Grid, Lanes } Kind;
  coalesced_group Group;

public:
  __device__ thread_group(const thread_block &) : Kind(Block), Group(0) {}
  __device__ thread_group(const grid_group &) : Kind(Grid), Group(0) {}
  __device__ thread_group(const coalesced_group &g) : Kind(Lanes), Group(g) {}
  template <unsigned Size, class Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent> &g)
      : Kind(Lanes), Group(g.kmend_mask()) {}
  __device__ void sync() const {
    if (Kind == Block)
      __syncthreads();
    else if (Kind == Grid)
      kmend_grid_sync();
    else
      Group.sync();
  }
  __device__ unsigned long long size() const {
    return Kind == Block  ? details::block_size()
           : Kind == Grid ? grid_group::size()
                          : Group.size();
  }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const {
    return Kind == Block  ? details::block_rank()
           : Kind == Grid ? grid_group::thread_rank()
                          : Group.thread_rank();
  }
};

template <bool> struct kmend_if {};
template <> struct kmend_if<true> {
  typedef int type;
};
template <unsigned Size, class Parent, typename kmend_if<(Size > 32)>::type = 0>
__device__ coalesced_group tiled_partition(const Parent &)
    KMEND_REFUSED("a tile of more than 32 threads");
template <unsigned Size, class Parent,
          typename kmend_if<(Size <= 32)>::type = 0>
KMEND_D thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
  return {(unsigned)parent.thread_rank() / Size,
          ((unsigned)parent.size() + Size - 1) / Size};
}
// A tile whose size is known at run time.
KMEND_D coalesced_group tiled_partition(const thread_block &block,
                                        unsigned size) {
  return coalesced_group(details::tile_mask(size), block.thread_rank() / size,
                         (block.size() + size - 1) / size);
}
KMEND_D coalesced_group tiled_partition(const coalesced_group &parent,
                                        unsigned size) {
  unsigned rank = parent.thread_rank() / size * size, mask = 0;
  for (unsigned i = rank; i < rank + size && i < parent.size(); ++i)
    mask |= 1u << __fns(parent.kmend_mask(), 0, (int)i + 1);
  return coalesced_group(mask, rank / size, (parent.size() + size - 1) / size);
}
template <class Group>
KMEND_D coalesced_group binary_partition(const Group &g, bool p) {
  unsigned mask = g.kmend_mask(), yes = __ballot_sync(mask, p) & mask;
  return p ? coalesced_group(yes, 0, 2) : coalesced_group(mask & ~yes, 1, 2);
}
// Groups are numbered by the lowest lane of each.
template <class Group, class Label>
KMEND_D coalesced_group labeled_partition(const Group &g, Label label) {
  unsigned mask = g.kmend_mask(), mine = __match_any_sync(mask, label);
  unsigned first = mine & -mine, firsts = 0;
  for (int i = 0; i < 32; ++i)
    if (mask >> i & 1)
      firsts |= kmend_shfl(mask, first, i, 32, 0);
  return coalesced_group(mine, __popc(firsts & (first - 1)), __popc(firsts));
}

template <class Group> KMEND_D void sync(const Group &g) { g.sync(); }
template <class Group> KMEND_D unsigned long long thread_rank(const Group &g) {
  return g.thread_rank();
}
template <class Group> KMEND_D unsigned long long group_size(const Group &g) {
  return g.size();
}

// Any thread of a group may be the one.
template <class Group, class F, class... A>
KMEND_D void invoke_one(const Group &g, F &&f, A &&...args) {
  if (g.thread_rank() == 0)
    f(static_cast<A &&>(args)...);
}
template <class Group, class F, class... A>
KMEND_D auto invoke_one_broadcast(const Group &g, F &&f, A &&...args) {
  decltype(f(static_cast<A &&>(args)...)) result{};
  if (g.thread_rank() == 0)
    result = f(static_cast<A &&>(args)...);
  return g.shfl(result, 0);
}

template <unsigned Size>
struct KMEND_REFUSED("cooperative_groups::block_tile_memory")
    block_tile_memory {};

} // namespace cooperative_groups

#endif // KMEND_COOPERATIVE_GROUPS_H
