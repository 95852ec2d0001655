//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of cuda_runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_VECTOR_FUNCTIONS_HPP
#define KMEND_CUDA_VECTOR_FUNCTIONS_HPP

#include "cuda_runtime.h"

#endif // KMEND_CUDA_VECTOR_FUNCTIONS_HPP
