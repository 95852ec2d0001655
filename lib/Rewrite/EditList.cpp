//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace kmend {

void EditList::replace(ByteRange Range, llvm::StringRef Text) {
  Edits.push_back({Range, Text.str(), EditRank::Replace, 0, Source});
}

void EditList::insert(unsigned Offset, llvm::StringRef Text, EditRank Rank,
                      int Order) {
  Edits.push_back({{Offset, Offset}, Text.str(), Rank, Order, Source});
}

void EditList::dropRepeated(size_t First) {
  for (size_t I = First; I < Edits.size();) {
    bool Repeated = llvm::any_of(
        llvm::ArrayRef(Edits).take_front(First), [&](const TextEdit &Old) {
          return Old.Range == Edits[I].Range && Old.Text == Edits[I].Text &&
                 Old.Rank == Edits[I].Rank && Old.Source == Edits[I].Source;
        });
    if (Repeated)
      Edits.erase(Edits.begin() + I);
    else
      ++I;
  }
}

static bool isInsertion(const TextEdit &E) {
  return E.Range.Begin == E.Range.End;
}

static llvm::Error clash(llvm::StringRef Text, const TextEdit &A,
                         const TextEdit &B) {
  unsigned Begin = std::min(A.Range.Begin, B.Range.Begin);
  unsigned End = std::max(A.Range.End, B.Range.End);
  return makeError(ExitCode::InvalidScript,
                   "edits[" + llvm::Twine(A.Source) + "] and edits[" +
                       llvm::Twine(B.Source) + "] both change `" +
                       Text.slice(Begin, End).take_front(80) +
                       "`; make it one edit of the outer node");
}

/// Whether \p Inner is undone by a replacement of \p Outer.
static bool isSwallowed(const TextEdit &Inner, const TextEdit &Outer) {
  if (isInsertion(Outer))
    return false;
  if (isInsertion(Inner))
    return Outer.Range.Begin < Inner.Range.Begin &&
           Inner.Range.Begin < Outer.Range.End;
  return Inner.Range.Begin < Outer.Range.End &&
         Outer.Range.Begin < Inner.Range.End;
}

llvm::Expected<std::vector<TextEdit>>
EditList::resolve(llvm::StringRef Text) const {
  std::vector<std::pair<TextEdit, size_t>> Sorted;
  for (const auto &[I, E] : llvm::enumerate(Edits))
    Sorted.push_back({E, I});
  llvm::sort(Sorted, [](const auto &A, const auto &B) {
    auto Key = [](const std::pair<TextEdit, size_t> &E) {
      return std::tuple(E.first.Range.Begin, int(E.first.Rank), E.first.Order,
                        E.second);
    };
    return Key(A) < Key(B);
  });

  std::vector<TextEdit> Resolved;
  for (auto &[E, Position] : Sorted) {
    bool Structural = E.Rank == EditRank::OpenBrace ||
                      E.Rank == EditRank::CloseBrace ||
                      E.Rank == EditRank::Indent;
    bool Twice = llvm::any_of(Resolved, [&](const TextEdit &Old) {
      // A brace is wanted once by however many edits; a replacement that one
      // edit makes twice comes from two instances of one template.
      return Old.Range == E.Range && Old.Text == E.Text && Old.Rank == E.Rank &&
             Old.Order == E.Order &&
             (E.Rank == EditRank::Indent ? Old.Source == E.Source
                                         : Structural || !isInsertion(E));
    });
    if (!Twice)
      Resolved.push_back(E);
  }
  llvm::erase_if(Resolved, [&](const TextEdit &E) {
    return E.Rank == EditRank::Indent &&
           llvm::any_of(Resolved, [&](const TextEdit &Other) {
             return isSwallowed(E, Other);
           });
  });
  for (size_t I = 0; I < Resolved.size(); ++I)
    for (size_t J = I + 1;
         J < Resolved.size() && Resolved[J].Range.Begin < Resolved[I].Range.End;
         ++J)
      if (isSwallowed(Resolved[J], Resolved[I]) ||
          isSwallowed(Resolved[I], Resolved[J]))
        return clash(Text, Resolved[I], Resolved[J]);
  return Resolved;
}

std::string EditList::apply(llvm::StringRef Text,
                            const std::vector<TextEdit> &Resolved) {
  std::string Result;
  unsigned Done = 0;
  for (const TextEdit &E : Resolved) {
    Result += Text.slice(Done, E.Range.Begin);
    Result += E.Text;
    Done = std::max(Done, E.Range.End);
  }
  Result += Text.drop_front(std::min<size_t>(Done, Text.size()));
  return Result;
}

} // namespace kmend
