//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of a declared type. Clang's type locations leave out qualifiers and
// begin inside attribute macros, so the tokens decide.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_DECLAREDTYPE_H
#define KMEND_LIB_FRONTEND_DECLAREDTYPE_H

#include "kmend/Frontend/SourceRanges.h"

namespace clang {
class DeclaratorDecl;
class TypedefNameDecl;
} // namespace clang

namespace kmend {

/// From the first token that belongs to the type to the declared name, without
/// storage classes, CUDA attributes and a trailing `__restrict__`.
std::optional<ByteRange> declaredTypeRange(const clang::ASTContext &Context,
                                           const clang::DeclaratorDecl &D);
std::optional<ByteRange> declaredTypeRange(const clang::ASTContext &Context,
                                           const clang::TypedefNameDecl &D);

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_DECLAREDTYPE_H
