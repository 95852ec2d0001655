//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and scans over a logical warp, in CUB's order.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_WARP_H
#define KMEND_CUB_WARP_H

#include "cub_common.h"

namespace cub {

template <class T, int Threads = 32, int = 0> class WarpReduce {
  int lane;
  unsigned members;

  // Neighbours at 1, 2, 4, ... as far as the last lane that counts.
  template <class Op> __device__ T tree(T v, int last, Op op) {
    for (int offset = 1; offset < Threads; offset *= 2) {
      T other = ShuffleDown<Threads>(v, offset, last, members);
      if (lane + offset <= last)
        v = op(v, other);
    }
    return v;
  }
  template <class Flag> __device__ int segment(Flag flag, bool heads) {
    unsigned flags = __ballot_sync(members, flag);
    if (heads)
      flags >>= 1;
    flags = (flags & LaneMaskGe()) >> LaneId() / Threads * Threads;
    if (Threads < 32)
      flags &= (1u << (Threads & 31)) - 1;
    flags |= 1u << (Threads - 1);
    return __ffs((int)flags) - 1;
  }

public:
  struct TempStorage {};
  __device__ WarpReduce(TempStorage &)
      : lane(LaneId() % Threads), members(detail::kmend_members(Threads)) {}

  template <class Op> __device__ T Reduce(T v, Op op) {
    return tree(v, Threads - 1, op);
  }
  template <class Op> __device__ T Reduce(T v, Op op, int valid) {
    return tree(v, valid - 1, op);
  }
  __device__ T Sum(T v) { return Reduce(v, cub::Sum()); }
  __device__ T Sum(T v, int valid) { return Reduce(v, cub::Sum(), valid); }
  __device__ T Max(T v) { return Reduce(v, cub::Max()); }
  __device__ T Max(T v, int valid) { return Reduce(v, cub::Max(), valid); }
  __device__ T Min(T v) { return Reduce(v, cub::Min()); }
  __device__ T Min(T v, int valid) { return Reduce(v, cub::Min(), valid); }
  template <class Flag, class Op>
  __device__ T HeadSegmentedReduce(T v, Flag head, Op op) {
    return tree(v, segment(head, true), op);
  }
  template <class Flag, class Op>
  __device__ T TailSegmentedReduce(T v, Flag tail, Op op) {
    return tree(v, segment(tail, false), op);
  }
  template <class Flag> __device__ T HeadSegmentedSum(T v, Flag head) {
    return HeadSegmentedReduce(v, head, cub::Sum());
  }
  template <class Flag> __device__ T TailSegmentedSum(T v, Flag tail) {
    return TailSegmentedReduce(v, tail, cub::Sum());
  }
};

template <class T, int Threads = 32, int = 0> class WarpScan {
  int lane;
  unsigned members;

  __device__ T last(T v) {
    return ShuffleIndex<Threads>(v, Threads - 1, members);
  }
  __device__ T previous(T v) { return ShuffleUp<Threads>(v, 1, 0, members); }

public:
  struct TempStorage {};
  __device__ WarpScan(TempStorage &)
      : lane(LaneId() % Threads), members(detail::kmend_members(Threads)) {}

  template <class Op> __device__ void InclusiveScan(T v, T &out, Op op) {
    for (int offset = 1; offset < Threads; offset *= 2) {
      T other = ShuffleUp<Threads>(v, offset, 0, members);
      if (lane >= offset)
        v = op(other, v);
    }
    out = v;
  }
  template <class Op>
  __device__ void InclusiveScan(T v, T &out, Op op, T &aggregate) {
    InclusiveScan(v, out, op);
    aggregate = last(out);
  }
  template <class Op>
  __device__ void InclusiveScan(T v, T &out, T initial, Op op) {
    T sum;
    InclusiveScan(v, sum, op);
    out = op(initial, sum);
  }
  template <class Op>
  __device__ void InclusiveScan(T v, T &out, T initial, Op op, T &aggregate) {
    T sum;
    InclusiveScan(v, sum, op);
    aggregate = last(sum);
    out = op(initial, sum);
  }
  template <class Op> __device__ void ExclusiveScan(T v, T &out, Op op) {
    T sum;
    InclusiveScan(v, sum, op);
    out = previous(sum);
  }
  template <class Op>
  __device__ void ExclusiveScan(T v, T &out, T initial, Op op) {
    T sum;
    InclusiveScan(v, sum, op);
    T before = previous(op(initial, sum));
    out = lane == 0 ? initial : before;
  }
  template <class Op>
  __device__ void ExclusiveScan(T v, T &out, Op op, T &aggregate) {
    T sum;
    InclusiveScan(v, sum, op);
    aggregate = last(sum);
    out = previous(sum);
  }
  template <class Op>
  __device__ void ExclusiveScan(T v, T &out, T initial, Op op, T &aggregate) {
    T sum;
    InclusiveScan(v, sum, op);
    aggregate = last(sum);
    T before = previous(op(initial, sum));
    out = lane == 0 ? initial : before;
  }
  template <class Op>
  __device__ void Scan(T v, T &inclusive, T &exclusive, Op op) {
    InclusiveScan(v, inclusive, op);
    exclusive = previous(inclusive);
  }
  template <class Op>
  __device__ void Scan(T v, T &inclusive, T &exclusive, T initial, Op op) {
    T sum;
    InclusiveScan(v, sum, op);
    T whole = op(initial, sum), before = previous(whole);
    inclusive = whole;
    exclusive = lane == 0 ? initial : before;
  }
  __device__ void InclusiveSum(T v, T &out) {
    InclusiveScan(v, out, cub::Sum());
  }
  __device__ void InclusiveSum(T v, T &out, T &aggregate) {
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  __device__ void ExclusiveSum(T v, T &out) {
    ExclusiveScan(v, out, T{}, cub::Sum());
  }
  __device__ void ExclusiveSum(T v, T &out, T &aggregate) {
    ExclusiveScan(v, out, T{}, cub::Sum(), aggregate);
  }
  __device__ T Broadcast(T v, unsigned lane) {
    return ShuffleIndex<Threads>(v, (int)lane, members);
  }
};

} // namespace cub

#endif // KMEND_CUB_WARP_H
