//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cooperative groups.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_COOPERATIVE_GROUPS_H
#define KMEND_CUDA_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"
#include "kmend/cooperative_groups.h"

#endif // KMEND_CUDA_COOPERATIVE_GROUPS_H
