//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a card can do what it says: what `kmend kb check` asks of every card.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_KNOWLEDGE_CHECKCARD_H
#define KMEND_KNOWLEDGE_CHECKCARD_H

#include "kmend/Knowledge/Card.h"

namespace kmend {

/// Compiles the matcher and the selectors of \p C, and fails at an edit that
/// names a node which the matcher does not bind. Exit code InvalidInput.
llvm::Error checkCard(const Card &C);

/// Fails unless \p C has a site in \p Example, and at least one of its rewrites
/// makes a source of it that compiles. A card without rewrites needs a site
/// only.
llvm::Error checkExample(const Card &C, llvm::StringRef Example,
                         llvm::StringRef ExampleName);

} // namespace kmend

#endif // KMEND_KNOWLEDGE_CHECKCARD_H
