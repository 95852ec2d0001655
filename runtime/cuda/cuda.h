//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few names of the driver API that kernels use.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_H
#define KMEND_CUDA_CUDA_H

#include "cuda_runtime.h"

typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef int CUdevice;

#endif // KMEND_CUDA_CUDA_H
