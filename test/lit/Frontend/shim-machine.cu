// A header with no small form comes from the machine's C++ library, and its
// functions are still callable from device code.
// REQUIRES: cxx-library
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}machine{{.*}}(
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cuda_bf16.h>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

__global__ void machine(float *Y, int N) {
  Y[0] = std::max(Y[1], 2.f) + std::exp(Y[2]) + exp(Y[2]) + std::isnan(Y[3]) +
         isnan(Y[3]) + std::pow(Y[0], 2) + std::abs(Y[1]) + abs(N) +
         std::min({1, 2, 3}) + max(N, 3u) + rsqrtf(Y[1]) + __expf(Y[0]) +
         __logf(Y[0]) + sinpif(Y[0]) + std::numeric_limits<float>::max();
  std::swap(Y[0], Y[1]);
  new (Y) float(3);
  assert(N > 0);
  printf("%d\n", N);
}

extern "C" int entry(float *Y, int N) {
  static std::unordered_map<std::string, std::vector<float>> Cache;
  try {
    Cache.at("a").resize(N);
  } catch (const std::out_of_range &) {
  }
  std::mt19937 Engine(1);
  auto Shared = std::make_shared<std::function<int()>>([&] { return N; });
  machine<<<1, 32>>>(Y, (*Shared)() + int(Engine()));
  return 0;
}
