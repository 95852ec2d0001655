//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which parameters of the entry the integers of a source come from, without
// regard to the order of execution.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_SIZEFLOW_H
#define KMEND_LIB_FRONTEND_SIZEFLOW_H

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace kmend {

class SizeFlow : public clang::DynamicRecursiveASTVisitor {
public:
  /// Walks the main file of \p Context.
  SizeFlow(clang::ASTContext &Context, llvm::StringRef Entry);

  /// Bits of the entry's integer parameters that \p E is made of.
  uint64_t influence(const clang::Expr *E) const;
  /// The value of \p E where it is the same in every run.
  std::optional<int64_t> constant(const clang::Expr *E,
                                  unsigned Depth = 0) const;
  /// What the variable that \p E names is initialised with, when nothing else
  /// is ever stored there.
  const clang::Expr *initialiser(const clang::Expr *E) const;

  // What the walk met, instances of templates and not their patterns.
  std::vector<const clang::BinaryOperator *> Binaries;
  std::vector<const clang::CallExpr *> Calls;
  std::vector<const clang::ForStmt *> Loops;
  std::vector<const clang::SwitchStmt *> Switches;
  std::vector<const clang::VarDecl *> Arrays; ///< of fixed extent, in functions

  bool VisitFunctionDecl(clang::FunctionDecl *F) override;
  bool VisitVarDecl(clang::VarDecl *V) override;
  bool VisitBinaryOperator(clang::BinaryOperator *B) override;
  bool VisitUnaryOperator(clang::UnaryOperator *U) override;
  bool VisitCallExpr(clang::CallExpr *Call) override;
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *C) override;
  bool VisitInitListExpr(clang::InitListExpr *L) override;
  bool VisitForStmt(clang::ForStmt *F) override;
  bool VisitSwitchStmt(clang::SwitchStmt *S) override;
  bool TraverseDecl(clang::Decl *D) override;

private:
  clang::ASTContext &Context;
  std::string Entry;
  llvm::DenseMap<const clang::Decl *, uint64_t> Influence;
  llvm::DenseSet<const clang::Decl *> Changed;
  std::vector<std::pair<const clang::Decl *, const clang::Expr *>> Flows;

  bool isOurs(clang::SourceLocation Loc) const;
  void flow(const clang::Decl *To, const clang::Expr *From);
  void flowArguments(const clang::FunctionDecl *F,
                     llvm::ArrayRef<const clang::Expr *> Arguments);
  void settle();
};

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_SIZEFLOW_H
