//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers in kernels.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CURAND_KERNEL_H
#define KMEND_CUDA_CURAND_KERNEL_H

#include "cuda_runtime.h"
#include "kmend/curand_distributions.h"

#endif // KMEND_CUDA_CURAND_KERNEL_H
