//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of <algorithm> that other headers bring along: <cmath> does, and
// nvcc includes that before every source.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_ALGOBASE_H
#define KMEND_STD_ALGOBASE_H

#include <utility>

namespace std {
template <class T> KMEND_STD_HD constexpr const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}
template <class T> KMEND_STD_HD constexpr const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
template <class T, class C>
KMEND_STD_HD constexpr const T &min(const T &a, const T &b, C less) {
  return less(b, a) ? b : a;
}
template <class T, class C>
KMEND_STD_HD constexpr const T &max(const T &a, const T &b, C less) {
  return less(a, b) ? b : a;
}
template <class I, class T>
KMEND_STD_HD constexpr void fill(I f, I l, const T &v) {
  for (; f != l; ++f)
    *f = v;
}
template <class I, class N, class T>
KMEND_STD_HD constexpr I fill_n(I f, N n, const T &v) {
  for (; n > 0; --n, ++f)
    *f = v;
  return f;
}
template <class I, class O> KMEND_STD_HD constexpr O copy(I f, I l, O o) {
  for (; f != l; ++f, ++o)
    *o = *f;
  return o;
}
template <class I, class T, class C>
KMEND_STD_HD constexpr I lower_bound(I f, I l, const T &v, C less) {
  while (f != l) {
    I m = f + (l - f) / 2;
    if (less(*m, v))
      f = m + 1;
    else
      l = m;
  }
  return f;
}
template <class I, class T>
KMEND_STD_HD constexpr I lower_bound(I f, I l, const T &v) {
  return lower_bound(f, l, v,
                     [](const auto &a, const auto &b) { return a < b; });
}
} // namespace std

#endif // KMEND_STD_ALGOBASE_H
