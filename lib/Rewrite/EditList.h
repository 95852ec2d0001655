//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text edits that a script comes down to, with the rules for edits that
// meet: insertions at one point keep the script's order, everything else that
// overlaps is refused.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_EDITLIST_H
#define KMEND_LIB_REWRITE_EDITLIST_H

#include "kmend/Frontend/SourceRanges.h"
#include "kmend/Support/Error.h"
#include <string>
#include <vector>

namespace kmend {

/// Which of several insertions at one offset comes first.
enum class EditRank { After, CloseBrace, OpenBrace, Before, Indent, Replace };

struct TextEdit {
  ByteRange Range; ///< empty: an insertion
  std::string Text;
  EditRank Rank = EditRank::Replace;
  int Order = 0;       ///< among equal ranks
  unsigned Source = 0; ///< which edit of the script
};

class EditList {
public:
  void replace(ByteRange Range, llvm::StringRef Text);
  void insert(unsigned Offset, llvm::StringRef Text, EditRank Rank,
              int Order = 0);
  /// The edits that follow belong to this edit of the script.
  void setSource(unsigned Edit) { Source = Edit; }
  /// Drops the edits from the \p First on that are there before it: two sites
  /// of one card may ask for the same barrier.
  void dropRepeated(size_t First);
  bool empty() const { return Edits.empty(); }
  size_t size() const { return Edits.size(); }

  /// Sorts, drops what is there twice, lets indentation give way to real edits,
  /// merges insertions at one point. The error names the two edits that clash
  /// and the text of \p Text they both touch.
  llvm::Expected<std::vector<TextEdit>> resolve(llvm::StringRef Text) const;

  /// \p Text with resolved edits applied.
  static std::string apply(llvm::StringRef Text,
                           const std::vector<TextEdit> &Resolved);

private:
  std::vector<TextEdit> Edits;
  unsigned Source = 0;
};

} // namespace kmend

#endif // KMEND_LIB_REWRITE_EDITLIST_H
