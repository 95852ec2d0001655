//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Golden.h"
#include "kmend/Operator/GoldenTensors.h"
#include <set>

namespace kmend {

/// What \p C needs, from the files of the operator; inadmissible when nothing
/// is stored for it. Error: the files are wrong (InvalidInput).
static llvm::Expected<std::shared_ptr<Prepared>>
prepareGolden(const Operator &Op, const Case &C) {
  llvm::Expected<Binding> B = bind(Op, C.Bound);
  if (!B)
    return B.takeError();
  auto P = std::make_shared<Prepared>();
  P->B = std::move(*B);
  if (C.ListedWorkload < 0 || C.Spread != Distribution::Declared) {
    P->Inadmissible = "no result is stored for it";
    return P;
  }
  llvm::Expected<GoldenTensors> Stored =
      readGoldenTensors(P->B, static_cast<unsigned>(C.ListedWorkload));
  if (!Stored)
    return Stored.takeError();
  P->Initial = std::move(Stored->Initial);
  P->Want = std::move(Stored->Results);
  setTolerances(*P);
  return P;
}

llvm::Expected<std::vector<std::shared_ptr<const Prepared>>>
References::prepareStored(llvm::ArrayRef<Case> Cases) {
  std::vector<std::shared_ptr<const Prepared>> All;
  for (const Case &C : Cases) {
    // Two listed workloads may bind alike and still store other inputs.
    const std::string Key = (llvm::Twine(C.ListedWorkload) + "/" +
                             C.Bound.str() + "/" + name(C.Spread))
                                .str();
    std::shared_ptr<const Prepared> P = find(Key);
    if (!P) {
      auto Read = prepareGolden(Op, C);
      if (!Read)
        return Read.takeError();
      remember(Key, P = std::move(*Read));
    }
    All.push_back(std::move(P));
  }
  return All;
}

std::vector<Case> keepGolden(std::vector<Case> Plan, uint64_t Seed) {
  std::vector<Case> Kept;
  std::set<std::string> Seen;
  for (Case &C : Plan) {
    if (C.ListedWorkload < 0 || C.Spread != Distribution::Declared)
      continue;
    // Inputs are stored, so that a seed changes nothing.
    C.Seed = Seed;
    if (Seen.insert(C.id()).second)
      Kept.push_back(std::move(C));
  }
  return Kept;
}

} // namespace kmend
