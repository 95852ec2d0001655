//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A card: one defect pattern. docs/Cards.md is the reference of the format.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_KNOWLEDGE_CARD_H
#define KMEND_KNOWLEDGE_CARD_H

#include "kmend/Rewrite/CardRule.h"
#include "kmend/Support/Error.h"
#include <map>

namespace kmend {

struct Card {
  std::string Id, Title, Class;
  std::vector<std::string> OpTypes;       ///< empty: any
  std::map<std::string, double> Symptoms; ///< weight by symptom
  /// How likely the card is right where its matcher holds and no symptom
  /// speaks, 0 to 1: general mutations have a low one.
  double Prior = 0.5;
  CardRule Rule;           ///< without rewrites: the card serves retrieval only
  bool Experiment = false; ///< may be applied to all sites at once
  std::string Explain;
  std::vector<std::string> Sources;
  std::string File; ///< it was read from, or its name in the binary
};

/// Reads one card. Errors have a line and a column.
llvm::Expected<Card> parseCard(llvm::StringRef Text, llvm::StringRef FileName);

/// The classes that a card can be of.
llvm::ArrayRef<llvm::StringRef> cardClasses();

/// The name of \p Scope in a card: `kernel`, `host`, ...
llvm::StringRef name(CardScope Scope);

} // namespace kmend

#endif // KMEND_KNOWLEDGE_CARD_H
