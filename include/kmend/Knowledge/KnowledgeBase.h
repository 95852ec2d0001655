//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All cards, and which fit a mismatch.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_KNOWLEDGE_KNOWLEDGEBASE_H
#define KMEND_KNOWLEDGE_KNOWLEDGEBASE_H

#include "kmend/Diagnose/Symptom.h"
#include "kmend/Knowledge/Card.h"

namespace kmend {

/// A card and how well it fits.
struct RankedCard {
  const Card *Fit = nullptr;
  double Score = 0;
};

class KnowledgeBase {
public:
  /// The cards that travel in the binary.
  static llvm::Expected<KnowledgeBase> builtin();
  /// The cards of a folder (kb/<class>/<id>.yaml); two with one id are an
  /// error.
  static llvm::Expected<KnowledgeBase> fromFolder(llvm::StringRef Folder);

  llvm::ArrayRef<Card> cards() const { return Cards; }
  const Card *find(llvm::StringRef Id) const;

  /// Cards in order of fit: the sum over \p Symptoms of confidence times the
  /// card's weight, plus an affinity to \p OpType and the card's prior; less
  /// when the symptoms that weigh most for the card are not among them. Cards
  /// that no symptom names come last: they are still tried.
  std::vector<RankedCard> rank(llvm::ArrayRef<Symptom> Symptoms,
                               llvm::StringRef OpType) const;

  /// Adds a card; fails when its id is taken.
  llvm::Error add(Card C);

private:
  std::vector<Card> Cards;
};

/// The card files below \p Folder, sorted by path.
llvm::Expected<std::vector<std::string>> findCardFiles(llvm::StringRef Folder);

} // namespace kmend

#endif // KMEND_KNOWLEDGE_KNOWLEDGEBASE_H
