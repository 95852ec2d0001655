//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findUnwritten(const Evidence &E) {
  uint64_t Wrong = 0, Unwritten = 0;
  size_t Whole = 0, Tensors = 0;
  std::string Tensor;
  for (const CaseResult *C : E.Failing)
    for (const TensorComparison &T : C->Tensors) {
      if (T.Passed || C->Status != RunStatus::Ok)
        continue;
      ++Tensors;
      Wrong += T.Mismatched;
      Unwritten += T.Unwritten;
      Whole += T.Elements && T.Unwritten == T.Elements;
      if (T.Unwritten && Tensor.empty())
        Tensor = T.Tensor;
    }
  // A single element can equal the poison by chance in a narrow dtype.
  const double Part = Wrong ? static_cast<double>(Unwritten) / Wrong : 0;
  if (Unwritten < 1 || Part < 0.1)
    return std::nullopt;
  Symptom S;
  S.Confidence = Part >= thresholds::Mostly ? 0.7 + 0.3 * Part : 0.6;
  S.Evidence = llvm::json::Object{{"tensor", Tensor},
                                  {"unwritten", Unwritten},
                                  {"wrong", Wrong},
                                  {"whole_outputs", Whole},
                                  {"failing_outputs", Tensors}};
  S.Text = Whole == Tensors
               ? "no element of the output is written"
               : llvm::formatv("{0} of {1} wrong elements were never written",
                               Unwritten, Wrong)
                     .str();
  return S;
}

} // namespace kmend
