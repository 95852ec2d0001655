//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trials: the host side of an entry, run with numbers for its extents.
//
//===----------------------------------------------------------------------===//

#include "../Trial/HostMachine.h"
#include "Collect.h"

using namespace clang;

namespace kmend {

std::vector<TrialFact> collectTrials(ASTContext &Context,
                                     const FunctionDecl *Entry,
                                     const EntryFact &Fact) {
  // One of each kind: single, odd, around warps and blocks, prime, large.
  static constexpr int64_t Many[] = {1,    2,    3,     5,     7,      16,
                                     17,   31,   33,    64,    100,    127,
                                     129,  255,  257,   500,   1000,   1023,
                                     1025, 4099, 10007, 65537, 100003, 1000003};
  static constexpr int64_t Few[] = {1, 2, 7, 33, 100, 257, 1025, 100003};
  // The others are alike, single, a few, or as large as an inner extent is.
  static constexpr int64_t Around[] = {0, 1, 3, 96};

  std::vector<unsigned> Extents;
  for (unsigned I = 0; I < Fact.Parameters.size(); ++I)
    if (Fact.Parameters[I].ParameterKind == ParameterFact::Kind::Extent)
      Extents.push_back(I);
  std::vector<TrialFact> Trials;
  constexpr size_t MostExtents = 8;
  if (Extents.empty() || Extents.size() > MostExtents)
    return Trials;
  bool Single = Extents.size() == 1;
  llvm::ArrayRef<int64_t> Values =
      Single ? llvm::ArrayRef<int64_t>(Many) : llvm::ArrayRef<int64_t>(Few);
  for (unsigned Tried : Extents)
    for (int64_t Value : Values)
      for (int64_t Others : llvm::ArrayRef<int64_t>(Around, Single ? 1 : 4)) {
        std::vector<Cell> Arguments;
        for (unsigned I = 0; I < Fact.Parameters.size(); ++I) {
          QualType T = Entry->getParamDecl(I)->getType();
          Cell C;
          if (I == Tried || (llvm::is_contained(Extents, I)))
            C = Cell::integer(I == Tried || !Others ? Value : Others);
          else if (T->isPointerType())
            C = Cell::opaque();
          else if (T->isFloatingType())
            C = Cell::real(1);
          else if (T->isIntegralOrEnumerationType())
            C = Cell::integer(1);
          Arguments.push_back(std::move(C));
        }
        TrialFact Trial;
        Trial.Parameter = Tried;
        Trial.Value = Value;
        Trial.Others = Others;
        Trial.Launches = HostMachine(Context).run(Entry, std::move(Arguments));
        Trials.push_back(Trial);
      }
  return Trials;
}

} // namespace kmend
