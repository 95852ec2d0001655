//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements as places in the text: where a new statement goes before, behind
// or around one, with braces where there are none and the indentation of the
// neighbours.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_STATEMENTPLACE_H
#define KMEND_LIB_REWRITE_STATEMENTPLACE_H

#include "EditList.h"
#include "kmend/Frontend/NodeTable.h"

namespace kmend {

/// A statement that stands where statements stand.
struct StatementPlace {
  const clang::Stmt *Statement = nullptr;
  const clang::Stmt *Parent = nullptr;
  ByteRange Range;      ///< with its `;`
  bool InBlock = false; ///< a member of a compound statement or switch case
};

/// The innermost statement around \p Node (or \p Node itself) that is wholly
/// spelled in the file; none at file scope.
std::optional<StatementPlace> statementAround(clang::ASTContext &Context,
                                              const clang::DynTypedNode &Node);

/// The statement around \p Place, through any number of blocks, or none when
/// \p Place stands directly in a function's body.
std::optional<StatementPlace> outerStatement(clang::ASTContext &Context,
                                             const StatementPlace &Place);

/// The statements directly before and after \p Place in its block, or null.
const clang::Stmt *siblingBefore(const StatementPlace &Place);
const clang::Stmt *siblingAfter(const StatementPlace &Place);

/// The white space at the start of the line of \p Offset.
llvm::StringRef indentAt(llvm::StringRef Text, unsigned Offset);

/// One step of indentation, as the file does it.
std::string indentUnit(llvm::StringRef Text);

/// \p Code with its common indentation replaced by \p Indent on every line but
/// the first, and without white space around it.
std::string indented(llvm::StringRef Code, llvm::StringRef Indent);

/// Adds \p Code before or after a statement. The error says that the code
/// stands there already.
llvm::Error insertBefore(EditList &Edits, clang::ASTContext &Context,
                         const StatementPlace &Place, llvm::StringRef Code);
llvm::Error insertAfter(EditList &Edits, clang::ASTContext &Context,
                        const StatementPlace &Place, llvm::StringRef Code);

/// Puts a statement behind \p Head ("if (live)"), with \p Tail (" else {...}")
/// behind it.
void wrapStatement(EditList &Edits, clang::ASTContext &Context,
                   const StatementPlace &Place, llvm::StringRef Head,
                   llvm::StringRef Else = "");

/// Removes a statement, and its line when nothing else stands there.
void removeStatement(EditList &Edits, clang::ASTContext &Context,
                     const StatementPlace &Place);

/// Adds \p Code as the first or last statement of a compound statement, or of
/// the body that is not one.
llvm::Error insertAtBodyStart(EditList &Edits, clang::ASTContext &Context,
                              const clang::Stmt &Body, llvm::StringRef Code);
llvm::Error insertAtBodyEnd(EditList &Edits, clang::ASTContext &Context,
                            const clang::Stmt &Body, llvm::StringRef Code);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_STATEMENTPLACE_H
