// Standard headers: on the host all of the common ones, in kernels what is
// constexpr or a template of small size.
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
template <class T> __device__ constexpr T biggest() {
  return std::numeric_limits<T>::max();
}
struct Options {
  int scale = 2;
  std::array<int, 3> values{{1, 2, 3}};
};
__global__ void kernel(unsigned *out, Options o) {
  assert(o.scale == 2);
  int t = threadIdx.x;
  out[t] = std::min(t, 5) + std::max(t, 9) * o.scale + o.values[t % 3];
  if (t == 0) {
    out[32] = biggest<short>();
    out[33] = __float_as_uint(FLT_MAX);
    out[34] = __float_as_uint(std::numeric_limits<float>::infinity());
    out[35] = std::is_same<std::conditional_t<true, int, float>, int>::value;
    out[36] = __float_as_uint(std::sqrt(2.25f) + std::abs(-1.5f) + std::fmax(1.0f, 2.0f));
    out[37] = INT_MAX;
    out[38] = (unsigned)sizeof(std::uint64_t);
  }
}
extern "C" void conformance(unsigned *out, int n) {
  std::vector<unsigned> host(8, 3);
  std::iota(host.begin(), host.end(), 10u);
  std::sort(host.begin(), host.end(), std::greater<unsigned>());
  std::string text = "a" + std::to_string(42);
  std::map<std::string, int> sizes{{text, 7}};
  auto owner = std::make_unique<unsigned>(5);
  auto start = std::chrono::steady_clock::now();
  std::function<int(int)> triple = [](int x) { return 3 * x; };
  auto [a, b] = std::make_tuple(1, 2);
  host.push_back(sizes["a42"] + *owner + triple(4) + a + b);
  host.push_back(std::accumulate(host.begin(), host.end(), 0u));
  auto elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start);
  host.push_back(elapsed.count() >= 0);
  kernel<<<1, 32>>>(out, Options());
  cudaMemcpy(out + 39, host.data(), host.size() * 4, cudaMemcpyHostToDevice);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int t = 0; t < 32; ++t)
    e.is((t < 5 ? t : 5) + (t > 9 ? t : 9) * 2 + t % 3 + 1);
  for (unsigned v : {32767u, 0x7f7fffffu, 0x7f800000u, 1u, 0x40a00000u, 0x7fffffffu, 8u})
    e.is(v);
  for (int i = 17; i >= 10; --i)
    e.is(i);
  e.is(7 + 5 + 12 + 3);
  e.is(108 + 27);
  e.is(1);
  return e.count;
}
