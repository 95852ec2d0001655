//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_EXPRESSIONTEXT_H
#define KMEND_LIB_REWRITE_EXPRESSIONTEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <string>

namespace kmend {

/// \p Text as it must be written where \p Old stands: in parentheses when an
/// operator around \p Old would take it apart.
std::string asOperand(clang::ASTContext &Context, const clang::Expr &Old,
                      llvm::StringRef Text);

/// \p Text in parentheses unless it is a name, a literal, a call or the like.
std::string asFactor(llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_EXPRESSIONTEXT_H
