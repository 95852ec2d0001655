//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -use_fast_math does to the functions of single precision in device code.
// As macros, since nvcc, too, replaces the calls and not the functions.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FAST_MATH_H
#define KMEND_FAST_MATH_H

#include "float_intrinsics.h"

#define cosf(x) __cosf(x)
#define exp10f(x) __exp10f(x)
#define expf(x) __expf(x)
#define log10f(x) __log10f(x)
#define log2f(x) __log2f(x)
#define logf(x) __logf(x)
#define powf(x, y) __powf(x, y)
#define sincosf(x, s, c) __sincosf(x, s, c)
#define sinf(x) __sinf(x)
#define tanf(x) __tanf(x)

#endif // KMEND_FAST_MATH_H
