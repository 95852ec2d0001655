//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ overloads of <math.h>, in the global namespace and in std.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_MATH_OVERLOADS_H
#define KMEND_STD_MATH_OVERLOADS_H

// Integers go to double; a pair of an integer or double with anything goes to
// double. Members of their own namespace are not needed: templates that do not
// fit are not candidates.
template <class T, bool Integral> struct kmend_to_double {};
template <class T> struct kmend_to_double<T, true> {
  typedef double type;
};
template <class T>
using kmend_integral =
    typename kmend_to_double<T, __is_integral(T) || __is_enum(T)>::type;
template <class A, class B>
using kmend_mixed = typename kmend_to_double<
    void, __is_arithmetic(A) && __is_arithmetic(B) &&
              !(__is_same(A, B) && __is_floating_point(A)) &&
              !__is_same(A, long double) && !__is_same(B, long double)>::type;

#define KMEND_ONE(NAME)                                                        \
  KMEND_STD float NAME(float x) { return NAME##f(x); }                         \
  template <class T> KMEND_STD kmend_integral<T> NAME(T x) {                   \
    return NAME((double)x);                                                    \
  }
#define KMEND_TWO(NAME)                                                        \
  KMEND_STD float NAME(float x, float y) { return NAME##f(x, y); }             \
  template <class A, class B> KMEND_STD kmend_mixed<A, B> NAME(A x, B y) {     \
    return NAME((double)x, (double)y);                                         \
  }
KMEND_FUNCTIONS(KMEND_ONE, KMEND_TWO)
KMEND_STD float fma(float x, float y, float z) { return fmaf(x, y, z); }
KMEND_STD float frexp(float x, int *e) { return frexpf(x, e); }
KMEND_STD float ldexp(float x, int e) { return ldexpf(x, e); }
KMEND_STD float scalbn(float x, int e) { return scalbnf(x, e); }
KMEND_STD float scalbln(float x, long e) { return scalblnf(x, e); }
KMEND_STD float modf(float x, float *i) { return modff(x, i); }
KMEND_STD float remquo(float x, float y, int *q) { return remquof(x, y, q); }
KMEND_STD int ilogb(float x) { return ilogbf(x); }
KMEND_STD long lrint(float x) { return lrintf(x); }
KMEND_STD long lround(float x) { return lroundf(x); }
KMEND_STD long long llrint(float x) { return llrintf(x); }
KMEND_STD long long llround(float x) { return llroundf(x); }
#undef KMEND_ONE
#undef KMEND_TWO

#define KMEND_CLASS(NAME)                                                      \
  KMEND_STD constexpr bool NAME(float x) { return __builtin_##NAME(x); }       \
  KMEND_STD constexpr bool NAME(double x) { return __builtin_##NAME(x); }      \
  template <class T>                                                           \
  KMEND_STD constexpr decltype(kmend_integral<T>(), bool()) NAME(T x) {        \
    return __builtin_##NAME((double)x);                                        \
  }
KMEND_CLASS(isnan)
KMEND_CLASS(isinf)
KMEND_CLASS(isfinite)
KMEND_CLASS(isnormal)
KMEND_CLASS(signbit)
#undef KMEND_CLASS
KMEND_STD constexpr int fpclassify(float x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}
KMEND_STD constexpr int fpclassify(double x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}

// <cstdlib> declares the integers; a source that includes one may use the
// other.
extern "C" {
KMEND_STD_HD int abs(int) noexcept;
KMEND_STD_HD long labs(long) noexcept;
KMEND_STD_HD long long llabs(long long) noexcept;
}
KMEND_STD long abs(long x) { return x < 0 ? -x : x; }
KMEND_STD long long abs(long long x) { return x < 0 ? -x : x; }
KMEND_STD float abs(float x) { return fabsf(x); }
KMEND_STD double abs(double x) { return fabs(x); }

namespace std {
#define KMEND_ONE(NAME)                                                        \
  using ::NAME;                                                                \
  using ::NAME##f;
KMEND_FUNCTIONS(KMEND_ONE, KMEND_ONE)
#undef KMEND_ONE
using ::abs;
using ::fma;
using ::fmaf;
using ::fpclassify;
using ::frexp;
using ::frexpf;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::ldexp;
using ::ldexpf;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::modff;
using ::nan;
using ::nanf;
using ::remquo;
using ::scalbln;
using ::scalbn;
using ::signbit;
#ifndef __CUDACC__
// Only references use it; device code has no such type.
#define KMEND_LONG(NAME)                                                       \
  static inline long double NAME(long double x) {                              \
    return __builtin_##NAME##l(x);                                             \
  }
#define KMEND_LONG_TWO(NAME)                                                   \
  static inline long double NAME(long double x, long double y) {               \
    return __builtin_##NAME##l(x, y);                                          \
  }
KMEND_FUNCTIONS(KMEND_LONG, KMEND_LONG_TWO)
static inline long double abs(long double x) { return __builtin_fabsl(x); }
static inline bool isnan(long double x) { return __builtin_isnan(x); }
static inline bool isinf(long double x) { return __builtin_isinf(x); }
static inline bool isfinite(long double x) { return __builtin_isfinite(x); }
#undef KMEND_LONG
#undef KMEND_LONG_TWO
#endif
} // namespace std

#endif // KMEND_STD_MATH_OVERLOADS_H
