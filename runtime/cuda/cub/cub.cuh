//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUB: the collective operations of warps and blocks.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUB_CUB_CUH
#define KMEND_CUDA_CUB_CUB_CUH

#include "../kmend/cub_device.h"
#include "../kmend/cub_memory.h"
#include "../kmend/cub_reduce.h"
#include "../kmend/cub_scan.h"
#include "../kmend/cub_sort.h"
#include "../kmend/cub_warp.h"

#endif // KMEND_CUDA_CUB_CUB_CUH
