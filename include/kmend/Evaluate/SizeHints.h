//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a candidate's own constants say about the shapes that are worth trying.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_SIZEHINTS_H
#define KMEND_EVALUATE_SIZEHINTS_H

#include "kmend/Frontend/CompilerArguments.h"
#include "kmend/Operator/Operator.h"

namespace kmend {

class ParsedSource;

struct SizeHint {
  enum class Kind : uint8_t {
    Threshold, ///< the candidate does something else from here on
    Tile       ///< the candidate works in pieces of so much
  };
  Kind HintKind = Kind::Tile;
  int64_t Value = 0;
  /// The axes whose product meets the value, computed ones, too: one as a rule.
  /// Empty where it is unknown which.
  std::vector<std::string> Axes;
  unsigned Line = 0; ///< of the candidate
};

/// The size constants of \p Source, a candidate of \p Op, by axis.
std::vector<SizeHint> sizeHints(const Operator &Op, const ParsedSource &Source);

/// The same of a text; none when it does not compile.
std::vector<SizeHint> sizeHints(const Operator &Op, llvm::StringRef FileName,
                                llvm::StringRef Text,
                                const CompileOptions &Options);

} // namespace kmend

#endif // KMEND_EVALUATE_SIZEHINTS_H
