// The small standard headers, on both sides.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}standard{{.*}}(
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <new>
#include <numeric>
#include <type_traits>
#include <utility>

static_assert(std::numeric_limits<int>::min() == INT_MIN);
static_assert(std::numeric_limits<unsigned char>::max() == 255);
static_assert(std::numeric_limits<long long>::max() == LLONG_MAX);
static_assert(std::numeric_limits<float>::max() == FLT_MAX);
static_assert(std::numeric_limits<float>::lowest() == -FLT_MAX);
static_assert(std::numeric_limits<float>::epsilon() == FLT_EPSILON);
static_assert(std::max({1, 3, 2}) == 3 && std::clamp(5, 1, 3) == 3);
static_assert(std::is_same_v<std::decay_t<const int &>, int>);
static_assert(std::is_same_v<std::conditional_t<true, int, float>, int>);
static_assert(std::is_same_v<std::make_unsigned_t<int>, unsigned>);
static_assert(std::is_same_v<std::common_type_t<int, double>, double>);
static_assert(std::gcd(12, 18) == 6 && sizeof(std::uint8_t) == 1);
static_assert(std::make_index_sequence<3>::size() == 3);

constexpr int sorted() {
  int A[] = {3, 1, 2, 5, 4, 9, 7};
  std::sort(A, A + 7, std::greater<int>());
  std::stable_sort(A, A + 3);
  return A[0] * 100 + A[3] * 10 + A[6];
}
static_assert(sorted() == 541);

template <class T> std::enable_if_t<std::is_integral_v<T>, T> half(T X) {
  return X / 2;
}

__global__ void standard(float *Y, int N) {
  std::array<float, 4> A = {1, 2, 3, 4};
  std::pair<int, float> P(1, 2.f);
  std::swap(Y[0], Y[1]);
  std::fill(A.begin(), A.end(), 2.f);
  Y[0] = std::accumulate(Y, Y + 4, 0.f) + std::max(Y[0], Y[1]) + A[1] +
         P.second + std::min<float>(N, 2) + *std::max_element(Y, Y + 4) +
         std::numeric_limits<float>::infinity() + std::plus<>()(1, 2.f);
  auto [First, Second] = P;
  new (Y) float(First + Second);
  std::memcpy(Y + 1, Y, sizeof(float));
  assert(N > 0 && "a message");
  printf("%d %f\n", N, Y[0]);
}

extern "C" int entry(float *Y, int N) {
  standard<<<1, std::min(N, 32)>>>(Y, half(N));
  if (!std::getenv("HOME"))
    fprintf(stderr, "none\n");
  return std::strcmp("a", "b");
}
