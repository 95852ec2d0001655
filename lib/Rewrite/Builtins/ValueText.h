//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_BUILTINS_VALUETEXT_H
#define KMEND_LIB_REWRITE_BUILTINS_VALUETEXT_H

#include "../EditContext.h"

namespace kmend {

/// How zero of type \p T is written where a value of it is expected: `0.f`,
/// `T(0)`, `float4{}`. Empty when the type has no name.
std::string zeroOf(const clang::ASTContext &Context, clang::QualType T);

/// `__half2float` or `__bfloat162float` for a half type, empty for others.
llvm::StringRef toFloatFunction(clang::QualType T);
/// `__float2half` or `__float2bfloat16`.
llvm::StringRef fromFloatFunction(clang::QualType T);

/// The negation of a condition, `i < n` for `i >= n`.
std::string negated(const EditContext &Context, const clang::Expr &Condition);

/// A name that \p F does not use: \p Base, or \p Base with a number.
std::string freshName(const clang::FunctionDecl &F, llvm::StringRef Base);

/// The text of an expression, empty when a macro's body writes it.
llvm::StringRef sourceText(const EditContext &Context, const clang::Expr &E);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_BUILTINS_VALUETEXT_H
