//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collective operations of CUB.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUB_WARP_WARP_SCAN_CUH
#define KMEND_CUDA_CUB_WARP_WARP_SCAN_CUH

#include "../../kmend/cub_warp.h"

#endif // KMEND_CUDA_CUB_WARP_WARP_SCAN_CUH
