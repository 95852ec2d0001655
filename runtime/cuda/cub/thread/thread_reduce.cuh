//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the collective operations of CUB share.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUB_THREAD_THREAD_REDUCE_CUH
#define KMEND_CUDA_CUB_THREAD_THREAD_REDUCE_CUH

#include "../../kmend/cub_common.h"

#endif // KMEND_CUDA_CUB_THREAD_THREAD_REDUCE_CUH
