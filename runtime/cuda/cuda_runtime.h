//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nvcc puts before every source.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_RUNTIME_H
#define KMEND_CUDA_RUNTIME_H

#include "kmend/qualifiers.h"

#include "kmend/abi.h"
#include "kmend/vector_types.h"

#include "kmend/atomics.h"
#include "kmend/builtin_variables.h"
#include "kmend/cache_access.h"
#include "kmend/float_intrinsics.h"
#include "kmend/integer_intrinsics.h"
#include "kmend/math.h"
#include "kmend/runtime_templates.h"
#include "kmend/simd_intrinsics.h"
#include "kmend/synchronization.h"
#include "kmend/vector_functions.h"
#include "kmend/warp.h"

#include <assert.h>
#include <cmath>
#include <cstdlib>
#include <limits.h>
#include <new>
#include <string.h>
#include <utility>

extern "C" __host__ __device__ int printf(const char *, ...);

#if defined(__USE_FAST_MATH__) && defined(__CUDA_ARCH__)
#include "kmend/fast_math.h"
#endif

#endif // KMEND_CUDA_RUNTIME_H
