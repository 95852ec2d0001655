//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// reduce and scans over groups of lanes.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_COOPERATIVE_REDUCE_H
#define KMEND_COOPERATIVE_REDUCE_H

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

// A butterfly, as the toolkit does it for a tile: the order of the additions is
// the same.
template <unsigned Size, class Parent, class T, class Op>
KMEND_D T reduce(const thread_block_tile<Size, Parent> &g, T v, Op op) {
  for (unsigned step = Size / 2; step; step /= 2)
    v = op(v, g.shfl_xor(v, step));
  return v;
}
// 32 lanes go like a tile; fewer by the steps of a scan, by rank.
template <class T, class Op>
KMEND_D T reduce(const coalesced_group &g, T v, Op op) {
  if (g.size() == 32) {
    for (int step = 16; step; step /= 2)
      v = op(v, details::shuffled(g.kmend_mask(), v, step, 32, 3));
    return v;
  }
  unsigned rank = g.thread_rank();
  for (unsigned step = 1; step < g.size(); step *= 2) {
    T other = g.shfl_up(v, step);
    if (rank >= step)
      v = op(v, other);
  }
  return g.shfl(v, g.size() - 1);
}
template <class Group, class T, class Op>
KMEND_D T inclusive_scan(const Group &g, T v, Op op) {
  unsigned rank = g.thread_rank();
  for (unsigned step = 1; step < g.size(); step *= 2) {
    T other = g.shfl_up(v, step);
    if (rank >= step)
      v = op(v, other);
  }
  return v;
}
template <class Group, class T> KMEND_D T inclusive_scan(const Group &g, T v) {
  return inclusive_scan(g, v, plus<T>());
}
template <class Group, class T, class Op>
KMEND_D T exclusive_scan(const Group &g, T v, Op op) {
  T sum = g.shfl_up(inclusive_scan(g, v, op), 1);
  return g.thread_rank() == 0 ? T() : sum;
}
template <class Group, class T> KMEND_D T exclusive_scan(const Group &g, T v) {
  return exclusive_scan(g, v, plus<T>());
}

#define KMEND_NO_UPDATE(NAME)                                                  \
  template <class... A>                                                        \
  __device__ void NAME(A &&...) KMEND_REFUSED("cooperative_groups::" #NAME);
KMEND_NO_UPDATE(reduce_store_async)
KMEND_NO_UPDATE(reduce_update_async)
KMEND_NO_UPDATE(inclusive_scan_update)
KMEND_NO_UPDATE(exclusive_scan_update)
#undef KMEND_NO_UPDATE

} // namespace cooperative_groups

#endif // KMEND_COOPERATIVE_REDUCE_H
