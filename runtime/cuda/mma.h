//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcuda::wmma.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_MMA_H
#define KMEND_CUDA_MMA_H

#include "cuda_runtime.h"
#include "kmend/wmma.h"

#endif // KMEND_CUDA_MMA_H
