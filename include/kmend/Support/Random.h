//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers that are the same on every machine and library, since a seed
// is part of a case and must replay it bit for bit.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SUPPORT_RANDOM_H
#define KMEND_SUPPORT_RANDOM_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace kmend {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, OOPSLA 2014).
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  /// A stream of its own for (\p Seed, \p Name), for example one per tensor.
  Random(uint64_t Seed, llvm::StringRef Name);

  uint64_t next();
  /// Uniform in [0, Bound); 0 when Bound is 0.
  uint64_t below(uint64_t Bound);
  /// Uniform in [0, 1), 53 bits.
  double uniform();
  /// Standard normal, by the polar method of Marsaglia.
  double normal();

private:
  uint64_t State;
  double Spare = 0;
  bool HasSpare = false;
};

} // namespace kmend

#endif // KMEND_SUPPORT_RANDOM_H
