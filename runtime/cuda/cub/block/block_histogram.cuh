//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collective operations of CUB.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUB_BLOCK_BLOCK_HISTOGRAM_CUH
#define KMEND_CUDA_CUB_BLOCK_BLOCK_HISTOGRAM_CUH

#include "../../kmend/cub_sort.h"

#endif // KMEND_CUDA_CUB_BLOCK_BLOCK_HISTOGRAM_CUH
