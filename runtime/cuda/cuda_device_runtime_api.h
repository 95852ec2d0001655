//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of cuda_runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_DEVICE_RUNTIME_API_H
#define KMEND_CUDA_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime.h"

#endif // KMEND_CUDA_CUDA_DEVICE_RUNTIME_API_H
