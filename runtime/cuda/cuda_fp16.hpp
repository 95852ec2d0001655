//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 16-bit floating point.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_FP16_HPP
#define KMEND_CUDA_CUDA_FP16_HPP

#include "cuda_runtime.h"
#include "kmend/half.h"

#endif // KMEND_CUDA_CUDA_FP16_HPP
