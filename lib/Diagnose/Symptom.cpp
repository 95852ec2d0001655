//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Diagnose/Symptom.h"
#include "Symptoms/Symptoms.h"

namespace kmend {

static constexpr std::pair<llvm::StringRef, SymptomFinder> Registry[] = {
#define KMEND_SYMPTOM(Name, Finder) {Name, Finder},
#include "Symptoms/Symptoms.def"
#undef KMEND_SYMPTOM
};

llvm::ArrayRef<llvm::StringRef> symptomNames() {
  static constexpr llvm::StringRef Names[] = {
#define KMEND_SYMPTOM(Name, Finder) Name,
#include "Symptoms/Symptoms.def"
#undef KMEND_SYMPTOM
  };
  return Names;
}

std::vector<Symptom> findSymptoms(const Operator &Op, const Verdict &V) {
  const Evidence E(Op, V);
  std::vector<std::pair<size_t, Symptom>> Found;
  if (!E.Failing.empty())
    for (size_t I = 0; I != std::size(Registry); ++I)
      if (std::optional<Symptom> S = Registry[I].second(E)) {
        S->Name = Registry[I].first.str();
        Found.emplace_back(I, std::move(*S));
      }
  llvm::sort(Found, [](const auto &A, const auto &B) {
    return std::tie(B.second.Confidence, A.first) <
           std::tie(A.second.Confidence, B.first);
  });
  std::vector<Symptom> Symptoms;
  for (auto &[At, S] : Found)
    Symptoms.push_back(std::move(S));
  return Symptoms;
}

} // namespace kmend
