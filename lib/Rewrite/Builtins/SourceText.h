//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts and places of syntax-tree nodes, and which names a place can use: what
// the general mutations are made of.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_BUILTINS_SOURCETEXT_H
#define KMEND_LIB_REWRITE_BUILTINS_SOURCETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include <optional>
#include <string>
#include <vector>

namespace kmend {

/// New text for a range of characters of the main file.
struct SourceChange {
  clang::CharSourceRange Range;
  std::string Text;
};

/// One way to change a source at a site.
using Variant = std::vector<SourceChange>;

/// The characters of \p S, invalid where a macro body hides them.
clang::CharSourceRange rangeOf(const clang::Stmt &S,
                               const clang::ASTContext &Context);
/// The same with the semicolon of an expression statement.
clang::CharSourceRange statementRangeOf(const clang::Stmt &S,
                                        const clang::ASTContext &Context);
/// The text of \p S, empty where rangeOf() is invalid.
std::string textOf(const clang::Stmt &S, const clang::ASTContext &Context);
std::string textOf(clang::CharSourceRange Range,
                   const clang::ASTContext &Context);
/// The text of \p E, in parentheses when it is an operator expression that
/// binds less than a multiplication.
std::string factorTextOf(const clang::Expr &E,
                         const clang::ASTContext &Context);
/// The text of \p E, in parentheses unless it can stand right of a minus.
std::string termTextOf(const clang::Expr &E, const clang::ASTContext &Context);

/// The innermost function around \p S, or null.
const clang::FunctionDecl *functionAround(const clang::Stmt &S,
                                          clang::ASTContext &Context);
/// The parent statement of \p S, looking through implicit nodes, or null.
const clang::Stmt *parentOf(const clang::Stmt &S, clang::ASTContext &Context);

/// A name that an expression at some place can use.
struct VisibleName {
  std::string Text; ///< `n`, `shape.len`
  clang::QualType Type;
  const clang::ValueDecl *Decl;
  enum class Kind { Parameter, Field, Local, Global } Is;
};

/// The integers (no bool, no pointer) that \p At can use: parameters, fields of
/// record parameters and of *this, and locals declared before. Constants of the
/// file come with \p Globals.
std::vector<VisibleName> integersAt(const clang::Stmt &At,
                                    clang::ASTContext &Context,
                                    bool Globals = false);

/// The same for floating-point names, without those of the file.
std::vector<VisibleName> floatsAt(const clang::Stmt &At,
                                  clang::ASTContext &Context);

/// Whether everything that \p E names is declared and in scope at \p At.
bool visibleAt(const clang::Expr &E, const clang::Stmt &At,
               clang::ASTContext &Context);

/// Whether \p T is an integer type that can count: no bool, no character
/// unless `signed char` and the like, no enumeration.
bool isCount(clang::QualType T);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_BUILTINS_SOURCETEXT_H
