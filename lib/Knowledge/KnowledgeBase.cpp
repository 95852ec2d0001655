//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Knowledge/KnowledgeBase.h"
#include "kmend/Support/EmbeddedFile.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace kmend {

extern const EmbeddedFile BuiltinCards[];
extern const size_t BuiltinCardsCount;

/// What an operator type that the card names is worth beside the symptoms.
static constexpr double OpTypeBonus = 0.5;
/// What is left of the fit of a card that names other operator types.
static constexpr double OtherOpType = 0.7;

/// Whether one of the card's words is part of \p OpType: `norm` is part of
/// `layernorm_backward`.
static bool namesOpType(const Card &C, llvm::StringRef OpType) {
  return llvm::any_of(C.OpTypes, [&](const std::string &Word) {
    return OpType.contains_insensitive(Word);
  });
}

llvm::Error KnowledgeBase::add(Card C) {
  if (const Card *Other = find(C.Id))
    return makeError(ExitCode::InvalidInput, {C.File, 1, 1},
                     "the id '" + C.Id + "' is also the one of " + Other->File +
                         "; give one of them another id");
  Cards.push_back(std::move(C));
  return llvm::Error::success();
}

llvm::Expected<KnowledgeBase> KnowledgeBase::builtin() {
  KnowledgeBase Base;
  for (const EmbeddedFile &F :
       llvm::ArrayRef(BuiltinCards, BuiltinCardsCount)) {
    llvm::Expected<Card> C =
        parseCard(llvm::StringRef(F.Begin, F.End - F.Begin), F.Name);
    if (!C)
      return C.takeError();
    if (llvm::Error E = Base.add(std::move(*C)))
      return std::move(E);
  }
  return Base;
}

llvm::Expected<std::vector<std::string>> findCardFiles(llvm::StringRef Folder) {
  if (!llvm::sys::fs::is_directory(Folder))
    return makeError(ExitCode::InvalidInput,
                     "'" + Folder + "' is not a folder of cards");
  std::vector<std::string> Files;
  std::error_code EC;
  for (llvm::sys::fs::recursive_directory_iterator
           I(Folder, EC, /*follow_symlinks=*/false),
       End;
       I != End && !EC; I.increment(EC))
    if (llvm::sys::path::extension(I->path()) == ".yaml")
      Files.push_back(I->path());
  if (EC)
    return makeError(ExitCode::IO,
                     "cannot list '" + Folder + "': " + EC.message());
  // The order of the file system is not the same everywhere.
  llvm::sort(Files);
  return Files;
}

llvm::Expected<KnowledgeBase>
KnowledgeBase::fromFolder(llvm::StringRef Folder) {
  llvm::Expected<std::vector<std::string>> Files = findCardFiles(Folder);
  if (!Files)
    return Files.takeError();
  KnowledgeBase Base;
  for (const std::string &File : *Files) {
    llvm::Expected<std::string> Text = readFile(File);
    if (!Text)
      return Text.takeError();
    llvm::Expected<Card> C = parseCard(*Text, File);
    if (!C)
      return C.takeError();
    if (llvm::Error E = Base.add(std::move(*C)))
      return std::move(E);
  }
  if (Base.Cards.empty())
    return makeError(ExitCode::InvalidInput,
                     "'" + Folder + "' holds no card (<class>/<id>.yaml)");
  return Base;
}

const Card *KnowledgeBase::find(llvm::StringRef Id) const {
  auto It = llvm::find_if(Cards, [&](const Card &C) { return C.Id == Id; });
  return It == Cards.end() ? nullptr : &*It;
}

/// How much of a card's fit is left when its telling symptoms were looked for
/// and not seen: the judge finds launches that fail and orders that matter, so
/// a card that would show in these ways is unlikely.
static double leftWithout(double Telling, double Seen) {
  if (Seen >= 0.4 * Telling)
    return 1;
  return std::clamp(1 - 0.2 * (Telling - 2), 0.2, 1.0);
}

std::vector<RankedCard> KnowledgeBase::rank(llvm::ArrayRef<Symptom> Symptoms,
                                            llvm::StringRef OpType) const {
  std::vector<RankedCard> Ranked;
  std::vector<RankedCard> Unnamed;
  for (const Card &C : Cards) {
    double Score = 0, Telling = 0, Seen = 0;
    for (const auto &[Name, Weight] : C.Symptoms)
      Telling = std::max(Telling, Weight);
    for (const Symptom &S : Symptoms)
      if (auto It = C.Symptoms.find(S.Name); It != C.Symptoms.end()) {
        Score += S.Confidence * It->second;
        Seen = std::max(Seen, S.Confidence * It->second);
      }
    bool Named = Score > 0;
    // Between cards that fit alike, the one that is right more often.
    Score = (Score + C.Prior) * leftWithout(Telling, Seen);
    if (!C.OpTypes.empty() && !OpType.empty())
      Score =
          namesOpType(C, OpType) ? Score + OpTypeBonus : Score * OtherOpType;
    (Named ? Ranked : Unnamed).push_back({&C, Score});
  }
  auto ByScore = [](const RankedCard &A, const RankedCard &B) {
    return std::tie(B.Score, A.Fit->Id) < std::tie(A.Score, B.Fit->Id);
  };
  llvm::sort(Ranked, ByScore);
  llvm::sort(Unnamed, ByScore);
  llvm::append_range(Ranked, Unnamed);
  return Ranked;
}

} // namespace kmend
