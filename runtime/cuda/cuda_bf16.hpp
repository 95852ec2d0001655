//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 16-bit floating point.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_BF16_HPP
#define KMEND_CUDA_CUDA_BF16_HPP

#include "cuda_runtime.h"
#include "kmend/bfloat16.h"

#endif // KMEND_CUDA_CUDA_BF16_HPP
