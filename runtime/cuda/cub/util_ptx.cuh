//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collective operations of CUB.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUB_UTIL_PTX_CUH
#define KMEND_CUDA_CUB_UTIL_PTX_CUH

#include "../kmend/cub_common.h"

#endif // KMEND_CUDA_CUB_UTIL_PTX_CUH
