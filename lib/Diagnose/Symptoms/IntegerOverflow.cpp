//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "EventSymptom.h"

namespace kmend {

// What a result that wrapped around in a narrower type is off by a multiple of.
static constexpr int64_t Wraps[] = {int64_t(1) << 32, int64_t(1) << 16,
                                    int64_t(1) << 8};

std::optional<Symptom> findIntegerOverflow(const Evidence &E) {
  // What a run saw itself says more than what the results look like.
  if (std::optional<Symptom> Seen =
          eventSymptom(E, {EventKind::IndexOverflow},
                       "a number that an index is made of wrapped around"))
    return Seen;
  size_t Integer = 0;
  size_t Fit[std::size(Wraps)] = {};
  for (const MismatchMap &M : E.Maps) {
    if (isFloating(M.Type) || M.Type == DType::Bool)
      continue;
    ++Integer;
    for (size_t W = 0; W != std::size(Wraps); ++W) {
      const size_t Here = llvm::count_if(M.Sample, [&](uint64_t I) {
        return (static_cast<uint64_t>(loadInteger(M.Type, M.Got.data(), I)) -
                static_cast<uint64_t>(loadInteger(M.Type, M.Want.data(), I))) %
                   static_cast<uint64_t>(Wraps[W]) ==
               0;
      });
      if (Here >= thresholds::FewestElements &&
          static_cast<double>(Here) >=
              thresholds::ElementsAgree *
                  static_cast<double>(M.Sample.size())) {
        ++Fit[W];
        break;
      }
    }
  }
  for (size_t W = 0; W != std::size(Wraps); ++W) {
    const double Part =
        Integer ? static_cast<double>(Fit[W]) / static_cast<double>(Integer)
                : 0;
    if (Part < thresholds::MapsAgree)
      continue;
    Symptom S;
    S.Confidence = 0.95 * Part;
    S.Evidence =
        llvm::json::Object{{"part_of_maps", Part}, {"modulus", Wraps[W]}};
    S.Text = "integer results wrapped around: they are off by multiples of " +
             std::to_string(Wraps[W]);
    return S;
  }
  return std::nullopt;
}

} // namespace kmend
