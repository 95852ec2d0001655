//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 8-bit floating point.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_FP8_H
#define KMEND_CUDA_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "kmend/float8.h"

#endif // KMEND_CUDA_CUDA_FP8_H
