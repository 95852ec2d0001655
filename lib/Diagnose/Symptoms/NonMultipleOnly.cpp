//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Separation.h"
#include "Symptoms.h"

namespace kmend {

// Block, tile and vector sizes are powers of two up to 1024 threads.
static constexpr int64_t MostModulus = 1024;

std::optional<Symptom> findNonMultipleOnly(const Evidence &E) {
  if (!canSeparate(E))
    return std::nullopt;
  llvm::json::Array Found;
  std::string Text;
  for (const NumberColumn &C : numberColumns(E, /*Sizes=*/false)) {
    int64_t Least = 0, Most = 0;
    for (int64_t Modulus = 2; Modulus <= MostModulus; Modulus *= 2) {
      bool Separates = true;
      for (size_t W = 0; W != E.Workloads.size(); ++W)
        Separates &= (C.Values[W] % Modulus != 0) == E.Workloads[W].Failed;
      if (!Separates)
        continue;
      Least = Least ? Least : Modulus;
      Most = Modulus;
    }
    if (!Least)
      continue;
    if (Text.empty())
      Text =
          llvm::formatv("only workloads whose {0} is no multiple of {1} fail",
                        C.Name, Least)
              .str();
    Found.push_back(llvm::json::Object{
        {"axis", C.Name}, {"modulus", Least}, {"largest_modulus", Most}});
  }
  if (Found.empty())
    return std::nullopt;
  Symptom S;
  // Several axes that separate alike leave open which one decides.
  S.Confidence = separationConfidence(E) * (Found.size() == 1 ? 0.95 : 0.8);
  S.Evidence = llvm::json::Object{{"axes", std::move(Found)},
                                  {"failing", E.failingWorkloads()},
                                  {"passing", E.passingWorkloads()}};
  S.Text = Text;
  return S;
}

} // namespace kmend
