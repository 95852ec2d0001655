//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/Random.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;

namespace kmend {

static uint64_t mix(uint64_t Z) {
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
  return Z ^ (Z >> 31);
}

/// The natural logarithm of a normal positive \p X. Math libraries differ in
/// the last bit of theirs; this one uses exactly rounded operations alone.
static double portableLog(double X) {
  uint64_t Bits = bit_cast<uint64_t>(X);
  int Exponent = static_cast<int>(Bits >> 52) - 1023;
  double M =
      bit_cast<double>((Bits & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
  if (M > 1.4142135623730951) {
    M *= 0.5;
    ++Exponent;
  }
  // log M = 2 artanh((M - 1) / (M + 1)), where the argument is below 0.172.
  double S = (M - 1) / (M + 1);
  double S2 = S * S;
  static constexpr double Inverse[] = {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17,
                                       1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
                                       1.0 / 7,  1.0 / 5,  1.0 / 3,  1.0};
  double Series = 0;
  for (double Factor : Inverse)
    Series = Series * S2 + Factor;
  return Exponent * 0.6931471805599453 + 2 * S * Series;
}

Random::Random(uint64_t Seed, StringRef Name) : State(mix(Seed)) {
  // FNV-1a of the name, then mixed so that near names are far apart.
  uint64_t Hash = 0xcbf29ce484222325ull;
  for (unsigned char C : Name.bytes())
    Hash = (Hash ^ C) * 0x100000001b3ull;
  State = mix(State + 0x9e3779b97f4a7c15ull) ^ mix(Hash);
}

uint64_t Random::next() {
  State += 0x9e3779b97f4a7c15ull;
  return mix(State);
}

uint64_t Random::below(uint64_t Bound) {
  if (Bound == 0)
    return 0;
  // Lemire: Fast Random Integer Generation in an Interval, 2019.
  unsigned __int128 Product = static_cast<unsigned __int128>(next()) * Bound;
  if (static_cast<uint64_t>(Product) < Bound) {
    uint64_t Threshold = -Bound % Bound;
    while (static_cast<uint64_t>(Product) < Threshold)
      Product = static_cast<unsigned __int128>(next()) * Bound;
  }
  return static_cast<uint64_t>(Product >> 64);
}

double Random::uniform() { return (next() >> 11) * 0x1p-53; }

double Random::normal() {
  if (HasSpare) {
    HasSpare = false;
    return Spare;
  }
  double U, V, S;
  do {
    U = 2 * uniform() - 1;
    V = 2 * uniform() - 1;
    S = U * U + V * V;
  } while (S >= 1 || S == 0);
  double Factor = std::sqrt(-2 * portableLog(S) / S);
  Spare = V * Factor;
  HasSpare = true;
  return U * Factor;
}

} // namespace kmend
