//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Positions.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findRowWise(const Evidence &E) {
  llvm::json::Array Lines;
  size_t FirstRight = 0, Fit = 0;
  std::string Text;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    std::optional<WrongLines> L = wrongRows(M);
    if (!L)
      return false;
    ++Fit;
    FirstRight += L->FirstWrong > 0;
    const std::string Axis = axisText(E, M, L->Axis, "rows");
    if (Text.empty())
      Text = llvm::formatv("{0} of {1} slices along {2} are wrong as a whole, "
                           "the others right",
                           L->Wrong, L->Wrong + L->Right, Axis)
                 .str();
    if (Lines.size() < 8)
      Lines.push_back(llvm::json::Object{{"workload", M.Case->Ran.Bound.str()},
                                         {"tensor", M.T->Tensor},
                                         {"axis", Axis},
                                         {"wrong", L->Wrong},
                                         {"right", L->Right},
                                         {"first_wrong", L->FirstWrong}});
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.85 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part},
                                  {"lines", std::move(Lines)},
                                  {"first_is_right", FirstRight == Fit}};
  S.Text = Text;
  return S;
}

} // namespace kmend
