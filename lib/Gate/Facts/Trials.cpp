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

/// Arguments of a call in which the extent \p Tried is \p Value and the others
/// are \p Others, or the same when that is 0.
static std::vector<Cell> bind(const FunctionDecl *Entry, const EntryFact &Fact,
                              unsigned Tried, int64_t Value, int64_t Others) {
  std::vector<Cell> Arguments;
  for (unsigned I = 0; I < Fact.Parameters.size(); ++I) {
    QualType T = Entry->getParamDecl(I)->getType();
    Cell C;
    if (Fact.Parameters[I].ParameterKind == ParameterFact::Kind::Extent)
      C = Cell::integer(I == Tried || !Others ? Value : Others);
    else if (T->isPointerType())
      C = Cell::opaque();
    else if (T->isFloatingType())
      C = Cell::real(1);
    else if (T->isIntegralOrEnumerationType())
      C = Cell::integer(1);
    Arguments.push_back(std::move(C));
  }
  return Arguments;
}

void collectTrials(ASTContext &Context, const FunctionDecl *Entry,
                   EntryFact &Fact) {
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
  constexpr size_t MostExtents = 8;
  if (Entry->getNumParams() != Fact.Parameters.size() || Extents.empty() ||
      Extents.size() > MostExtents)
    return;
  bool Single = Extents.size() == 1;
  llvm::ArrayRef<int64_t> Values =
      Single ? llvm::ArrayRef<int64_t>(Many) : llvm::ArrayRef<int64_t>(Few);
  for (unsigned Tried : Extents)
    for (int64_t Value : Values)
      for (int64_t Others : llvm::ArrayRef<int64_t>(Around, Single ? 1 : 4)) {
        TrialFact Trial;
        Trial.Parameter = Tried;
        Trial.Value = Value;
        Trial.Others = Others;
        Trial.Launches = HostMachine(Context).run(
            Entry, bind(Entry, Fact, Tried, Value, Others));
        Fact.Trials.push_back(Trial);
      }

  // More calls than a check makes before it has seen enough.
  constexpr int Calls = 40;
  HostMachine Machine(Context);
  std::vector<Cell> Arguments = bind(Entry, Fact, 0, 96, 0);
  for (Cell &C : Arguments)
    if (C.CellKind == Cell::Kind::Pointer)
      C = Machine.pointer();
  for (int I = 0; I < Calls; ++I) {
    std::optional<uint64_t> Launches = Machine.run(Entry, Arguments);
    if (!Launches)
      break;
    Fact.Repeats.push_back(*Launches);
  }
}

} // namespace kmend
