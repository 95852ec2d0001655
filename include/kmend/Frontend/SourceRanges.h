//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a node stands in the text of the main file, as bytes. A node has a
// range only when all of it is spelled there: what a macro's body writes has
// none, a whole macro use and a macro argument have one.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_SOURCERANGES_H
#define KMEND_FRONTEND_SOURCERANGES_H

#include "clang/AST/ASTTypeTraits.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace kmend {

/// Bytes [Begin, End) of a text.
struct ByteRange {
  unsigned Begin = 0, End = 0;

  bool contains(ByteRange Other) const {
    return Begin <= Other.Begin && Other.End <= End;
  }
  bool operator==(const ByteRange &) const = default;
};

/// The bytes of a token range, none when it is not wholly spelled in the main
/// file.
std::optional<ByteRange> byteRange(const clang::ASTContext &Context,
                                   clang::SourceRange Range);

/// The bytes of \p Node without a trailing `;`. Declarations may begin inside a
/// macro (`__global__` is one) and then begin where the macro is used.
std::optional<ByteRange> byteRange(const clang::ASTContext &Context,
                                   const clang::DynTypedNode &Node);

/// The bytes of \p S as a statement: with the `;` that ends it.
std::optional<ByteRange> statementRange(const clang::ASTContext &Context,
                                        const clang::Stmt &S);

/// \p Range, and the `;` that follows it with nothing but white space and
/// comments between.
ByteRange withSemicolon(const clang::ASTContext &Context, ByteRange Range);

/// The text of \p Range in the main file.
llvm::StringRef textOf(const clang::ASTContext &Context, ByteRange Range);

} // namespace kmend

#endif // KMEND_FRONTEND_SOURCERANGES_H
