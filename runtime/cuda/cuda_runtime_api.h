//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime API, without the C++ forms.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_RUNTIME_API_H
#define KMEND_CUDA_RUNTIME_API_H

#include "kmend/qualifiers.h"
#include "kmend/runtime_inline.h"

#endif // KMEND_CUDA_RUNTIME_API_H
