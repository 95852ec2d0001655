//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host function that launches a kernel where operator.yaml says how
// (entry.launch) and the candidate has no host code.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_LAUNCHENTRY_H
#define KMEND_LIB_EVALUATE_LAUNCHENTRY_H

#include "kmend/Operator/Operator.h"

namespace kmend {

/// What an executor compiles.
struct EntrySource {
  std::string Text;
  std::string Symbol;
  unsigned Arguments = 0;
};

/// \p Text with its entry. With an entry.launch a function is added at the end
/// that takes the entry's arguments, the six extents and the bytes of shared
/// memory, and launches the kernel, unless an extent of the grid is 0; mistakes
/// in the kernel's name or arguments show on their line of operator.yaml.
/// Everything else (the gate, edits, listings) sees \p Text alone.
EntrySource withEntry(const Operator &Op, llvm::StringRef Text);

/// \p E from the compilation of withEntry(\p Op, \p Text), with the places that
/// lie in the added function given as those in operator.yaml.
llvm::Error placeInOperator(llvm::Error E, const Operator &Op,
                            llvm::StringRef FileName, llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_LAUNCHENTRY_H
