//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collective operations of CUB.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUB_BLOCK_BLOCK_EXCHANGE_CUH
#define KMEND_CUDA_CUB_BLOCK_BLOCK_EXCHANGE_CUH

#include "../../kmend/cub_memory.h"

#endif // KMEND_CUDA_CUB_BLOCK_BLOCK_EXCHANGE_CUH
