//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include "Values.h"
#include <algorithm>
#include <numeric>

namespace kmend {

/// Part of the wrong elements that hold the wanted value of the place they get
/// when the result is laid out with its axes in the order \p Order.
static double partOf(const MismatchMap &M, llvm::ArrayRef<size_t> Order) {
  return partFrom(M, [&](uint64_t I) -> std::optional<uint64_t> {
    uint64_t From = 0;
    for (size_t K = Order.size(); K-- > 0;) {
      const uint64_t Extent = static_cast<uint64_t>(M.extent(Order[K]));
      From += I % Extent * M.stride(Order[K]);
      I /= Extent;
    }
    return From;
  });
}

std::optional<Symptom> findTransposed(const Evidence &E) {
  std::vector<size_t> First;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    const size_t Rank = M.T->Shape.size();
    // 119 orders of five axes are as many as are worth trying.
    if (Rank < 2 || Rank > 5)
      return false;
    std::vector<size_t> Order(Rank);
    std::iota(Order.begin(), Order.end(), 0);
    while (std::next_permutation(Order.begin(), Order.end()))
      if (partOf(M, Order) >= thresholds::ElementsAgree) {
        if (First.empty())
          First = Order;
        return true;
      }
    return false;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.95 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part},
                                  {"axes", llvm::json::Array(First)}};
  S.Text = "the right values stand in another order of the axes: " +
           llvm::join(llvm::map_range(
                          First, [](size_t D) { return std::to_string(D); }),
                      ", ");
  return S;
}

} // namespace kmend
