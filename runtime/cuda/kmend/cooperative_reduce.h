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
template <class T, class Op>
KMEND_D T reduce(const coalesced_group &g, T v, Op op) {
  T sum = g.shfl(v, 0);
  for (unsigned i = 1; i < g.size(); ++i)
    sum = op(sum, g.shfl(v, i));
  return sum;
}
template <class Group, class T, class Op>
KMEND_D T inclusive_scan(const Group &g, T v, Op op) {
  unsigned rank = g.thread_rank();
  for (unsigned step = 1; step < g.size(); step *= 2) {
    T other = g.shfl_up(v, step);
    if (rank >= step)
      v = op(other, v);
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

} // namespace cooperative_groups

#endif // KMEND_COOPERATIVE_REDUCE_H
