//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repeats.h"
#include <cstring>

namespace kmend {

std::vector<RepeatPair> repeats(const Evidence &E, bool BySchedule) {
  std::vector<RepeatPair> Pairs;
  std::map<std::string, std::vector<const CaseResult *>> ByInputs;
  for (const CaseResult &C : E.V.Cases)
    ByInputs[(C.Ran.Bound.str() + "/" + name(C.Ran.Spread) + "/" +
              llvm::Twine(C.Ran.Seed))
                 .str()]
        .push_back(&C);
  for (const auto &[Key, Cases] : ByInputs)
    for (size_t I = 0; I != Cases.size(); ++I)
      for (size_t J = I + 1; J != Cases.size(); ++J) {
        const CaseResult &A = *Cases[I], &B = *Cases[J];
        const bool SameOrder = A.Ran.Order.str() == B.Ran.Order.str();
        const bool SamePoison = A.Ran.Poison == B.Ran.Poison;
        if ((A.Passed && B.Passed) ||
            (BySchedule ? SameOrder || !SamePoison : !SameOrder || SamePoison))
          continue;
        Pairs.push_back({&A, &B});
      }
  return Pairs;
}

bool wroteOtherValues(const RepeatPair &P) {
  const CaseResult &A = *P.One, &B = *P.Other;
  for (size_t T = 0; T != A.Got.size() && T < B.Got.size(); ++T) {
    if (A.Got[T].size() != B.Got[T].size() || T >= A.Tensors.size() ||
        A.Tensors[T].Elements == 0)
      continue;
    const size_t Size = A.Got[T].size() / A.Tensors[T].Elements;
    auto IsPoison = [&](const CaseResult &C, size_t I) {
      return llvm::all_of(llvm::ArrayRef(C.Got[T]).slice(I * Size, Size),
                          [&](char Byte) {
                            return static_cast<uint8_t>(Byte) == C.Ran.Poison;
                          });
    };
    for (size_t I = 0; I != A.Tensors[T].Elements; ++I)
      if (std::memcmp(&A.Got[T][I * Size], &B.Got[T][I * Size], Size) != 0 &&
          !IsPoison(A, I) && !IsPoison(B, I))
        return true;
  }
  return false;
}

bool endedDifferently(const RepeatPair &P) {
  const CaseResult &A = *P.One, &B = *P.Other;
  if (A.Passed != B.Passed || A.Status != B.Status)
    return true;
  for (size_t T = 0; T != A.Tensors.size() && T < B.Tensors.size(); ++T)
    if (A.Tensors[T].Mismatched != B.Tensors[T].Mismatched ||
        A.Tensors[T].Wrong != B.Tensors[T].Wrong)
      return true;
  return wroteOtherValues(P);
}

} // namespace kmend
