//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small interpreter that runs the host side of an entry with numbers for its
// extents, and counts launches. It knows numbers, records, arrays and pointers
// to them; whatever else decides a branch ends the trial undecided.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_TRIAL_HOSTMACHINE_H
#define KMEND_LIB_GATE_TRIAL_HOSTMACHINE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <optional>
#include <vector>

namespace kmend {

/// A value of the trial.
struct Cell {
  enum class Kind : uint8_t {
    Unknown,
    Integer,
    Float,
    Pointer, ///< to Target, Offset elements on; opaque when Target is null
    Group    ///< a record's fields or an array's elements
  };
  Kind CellKind = Kind::Unknown;
  int64_t Number = 0;
  double Real = 0;
  Cell *Target = nullptr; ///< a cell, or a Group of which one is meant
  bool Element = false;   ///< Target is an array
  const clang::FunctionDecl *Function = nullptr; ///< of a Pointer
  std::vector<Cell> Parts;

  static Cell integer(int64_t N);
  static Cell real(double R);
  static Cell opaque();
};

class HostMachine {
public:
  explicit HostMachine(clang::ASTContext &Context) : Context(Context) {}

  /// Launches of a call of \p Entry with \p Arguments, or nothing when the
  /// machine could not decide.
  std::optional<uint64_t> run(const clang::FunctionDecl *Entry,
                              std::vector<Cell> Arguments);
  /// A pointer that is equal to itself and nothing else.
  Cell pointer();

private:
  enum class Flow { Next, Break, Continue, Return };
  struct Call {
    llvm::DenseMap<const clang::VarDecl *, Cell *> Variables;
    Cell Result;
    Cell *This = nullptr;
  };

  Flow exec(const clang::Stmt *S);
  Flow execSwitch(const clang::SwitchStmt *S);
  void declare(const clang::VarDecl *V);
  std::optional<bool> truth(const clang::Expr *E);
  Cell eval(const clang::Expr *E);
  Cell evalRaw(const clang::Expr *E);
  Cell evalBinary(const clang::BinaryOperator *E);
  Cell evalUnary(const clang::UnaryOperator *E);
  Cell evalCall(const clang::CallExpr *E);
  Cell evalConstruct(const clang::CXXConstructExpr *E);
  Cell evalInitList(const clang::InitListExpr *E);
  Cell library(const clang::FunctionDecl *F, std::vector<Cell> Args);
  Cell call(const clang::FunctionDecl *F, std::vector<Cell> Args, Cell *This);
  Cell compute(clang::BinaryOperatorKind Op, const Cell &L, const Cell &R,
               clang::QualType T) const;
  Cell convert(Cell V, clang::QualType T) const;
  Cell *place(const clang::Expr *E);
  Cell *deref(const Cell &Pointer);
  Cell *variable(const clang::VarDecl *V);
  Cell *temporary(Cell V);
  Cell argument(const clang::Expr *E, clang::QualType T);
  Cell fresh(clang::QualType T) const;
  void launched(const Cell &Grid);
  bool step();
  void giveUp() { Undecided = true; }

  clang::ASTContext &Context;
  std::deque<Cell> Store;
  llvm::DenseMap<const clang::VarDecl *, Cell *> Globals;
  std::vector<Call> Calls;
  uint64_t Launches = 0;
  long Steps = 0;
  unsigned Depth = 0;
  bool Undecided = false;
};

} // namespace kmend

#endif // KMEND_LIB_GATE_TRIAL_HOSTMACHINE_H
