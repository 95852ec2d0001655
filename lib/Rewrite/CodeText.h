//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pieces of C++ that come from a proposer, as tokens: enough to compare them,
// to see that they are whole, and to know when they need parentheses.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_CODETEXT_H
#define KMEND_LIB_REWRITE_CODETEXT_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kmend {

/// The tokens of \p Code as spelled, comments left out.
std::vector<std::string> codeTokens(llvm::StringRef Code);

/// Whether two texts are the same tokens, a final `;` not counted.
bool sameCode(llvm::StringRef A, llvm::StringRef B);

/// Whether \p Text begins with the tokens of \p Code.
bool beginsWithCode(llvm::StringRef Text, llvm::StringRef Code);
/// Whether \p Text ends with the tokens of \p Code.
bool endsWithCode(llvm::StringRef Text, llvm::StringRef Code);

/// Why \p Code cannot stand as a piece of its own: unbalanced brackets, an open
/// comment, a preprocessor line. Empty when it can.
std::string whyNotWhole(llvm::StringRef Code);

/// The same for an expression: also a `;` outside braces, or nothing at all.
std::string whyNotExpression(llvm::StringRef Code);

/// The lowest precedence of a binary or conditional operator of \p Code outside
/// brackets (clang::prec), 0 when there is none.
int lowestPrecedence(llvm::StringRef Code);

/// Whether \p Code starts with a prefix operator or a cast.
bool startsWithPrefix(llvm::StringRef Code);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_CODETEXT_H
