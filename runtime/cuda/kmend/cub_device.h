//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithms of the whole device launch kernels of their own; refused by name.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_DEVICE_H
#define KMEND_CUB_DEVICE_H

#include "cub_common.h"

namespace cub {

#define KMEND_NO_DEVICE(NAME)                                                  \
  struct KMEND_REFUSED("cub::" #NAME ", an algorithm of the whole device")     \
      NAME;
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

} // namespace cub

#endif // KMEND_CUB_DEVICE_H
