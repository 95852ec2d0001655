//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refused by name: algorithms of the whole device, which launch kernels of
// their own, and the collective operations that are not here.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_DEVICE_H
#define KMEND_CUB_DEVICE_H

#include "cub_common.h"

namespace cub {

#define KMEND_NO_DEVICE(NAME)                                                  \
  struct KMEND_REFUSED("cub::" #NAME ", an algorithm of the whole device") NAME;
KMEND_NO_DEVICE(DeviceReduce)
KMEND_NO_DEVICE(DeviceScan)
KMEND_NO_DEVICE(DeviceRadixSort)
KMEND_NO_DEVICE(DeviceSelect)
KMEND_NO_DEVICE(DeviceHistogram)
KMEND_NO_DEVICE(DevicePartition)
KMEND_NO_DEVICE(DeviceSegmentedReduce)
KMEND_NO_DEVICE(DeviceSegmentedRadixSort)
KMEND_NO_DEVICE(DeviceSegmentedSort)
KMEND_NO_DEVICE(DeviceMergeSort)
KMEND_NO_DEVICE(DeviceRunLengthEncode)
KMEND_NO_DEVICE(DeviceAdjacentDifference)
KMEND_NO_DEVICE(DeviceFor)
KMEND_NO_DEVICE(DeviceTransform)
KMEND_NO_DEVICE(DeviceTopK)
KMEND_NO_DEVICE(DeviceCopy)
KMEND_NO_DEVICE(DeviceMemcpy)
KMEND_NO_DEVICE(DeviceSpmv)
#undef KMEND_NO_DEVICE

#define KMEND_NO_COLLECTIVE(NAME, ...)                                         \
  template <__VA_ARGS__> struct KMEND_REFUSED("cub::" #NAME) NAME {};
KMEND_NO_COLLECTIVE(BlockMergeSort, class K, int X, int N, class V = NullType,
                    int Y = 1, int Z = 1)
KMEND_NO_COLLECTIVE(BlockDiscontinuity, class T, int X, int Y = 1, int Z = 1,
                    int = 0)
KMEND_NO_COLLECTIVE(BlockAdjacentDifference, class T, int X, int Y = 1,
                    int Z = 1, int = 0)
KMEND_NO_COLLECTIVE(WarpMergeSort, class K, int N, int Threads = 32,
                    class V = NullType, int = 1)
KMEND_NO_COLLECTIVE(WarpExchange, class T, int N, int Threads = 32, int = 0)
enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};
KMEND_NO_COLLECTIVE(WarpLoad, class T, int N,
                    WarpLoadAlgorithm A = WARP_LOAD_DIRECT, int Threads = 32,
                    int = 0)
KMEND_NO_COLLECTIVE(WarpStore, class T, int N,
                    WarpStoreAlgorithm A = WARP_STORE_DIRECT, int Threads = 32,
                    int = 0)
KMEND_NO_COLLECTIVE(CountingInputIterator, class T, class Offset = ptrdiff_t)
KMEND_NO_COLLECTIVE(ConstantInputIterator, class T, class Offset = ptrdiff_t)
KMEND_NO_COLLECTIVE(TransformInputIterator, class T, class Op, class I,
                    class Offset = ptrdiff_t)
KMEND_NO_COLLECTIVE(CacheModifiedInputIterator, CacheLoadModifier M, class T,
                    class Offset = ptrdiff_t)
KMEND_NO_COLLECTIVE(DoubleBuffer, class T)
#undef KMEND_NO_COLLECTIVE

} // namespace cub

#endif // KMEND_CUB_DEVICE_H
