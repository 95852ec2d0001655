//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomSkip.h"
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using Vector = std::array<uint32_t, 5>;
using Matrix = std::array<Vector, 160>; // what each bit of a state becomes

Vector multiply(const Matrix &M, const Vector &V) {
  Vector Sum{};
  for (unsigned Bit = 0; Bit != 160; ++Bit)
    if (V[Bit / 32] >> (Bit % 32) & 1)
      for (unsigned W = 0; W != 5; ++W)
        Sum[W] ^= M[Bit][W];
  return Sum;
}

/// Marsaglia's xorshift with five words.
Vector step(const Vector &V) {
  uint32_t T = V[0] ^ V[0] >> 2;
  return {V[1], V[2], V[3], V[4], V[4] ^ V[4] << 4 ^ T ^ T << 1};
}

/// The matrix of 2^\p Log steps.
const Matrix &power(unsigned Log) {
  static std::vector<Matrix> Powers;
  while (Powers.size() <= Log) {
    Matrix Next;
    for (unsigned Bit = 0; Bit != 160; ++Bit) {
      if (Powers.empty()) {
        Vector Unit{};
        Unit[Bit / 32] = 1u << (Bit % 32);
        Next[Bit] = step(Unit);
      } else {
        Next[Bit] = multiply(Powers.back(), Powers.back()[Bit]);
      }
    }
    Powers.push_back(Next);
  }
  return Powers[Log];
}

} // namespace

void kmend::skipXorwow(unsigned *State, unsigned long long Sequences,
                       unsigned long long Offset) {
  Vector V;
  std::memcpy(V.data(), State, sizeof(V));
  for (unsigned Bit = 0; Bit != 64; ++Bit) {
    if (Sequences >> Bit & 1)
      V = multiply(power(67 + Bit), V);
    if (Offset >> Bit & 1)
      V = multiply(power(Bit), V);
  }
  std::memcpy(State, V.data(), sizeof(V));
}
