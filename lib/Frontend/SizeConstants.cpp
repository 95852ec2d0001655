//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/SizeConstants.h"
#include "SizeFlow.h"
#include "kmend/Frontend/KernelIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace clang;

namespace kmend {

static constexpr int64_t Least = 2, Most = 1 << 24;
// Names looked through from an index to what it is made of.
static constexpr unsigned MaxDepth = 4;
// Numbers taken of one constant table.
static constexpr unsigned MaxTable = 64;

namespace {
class Finder {
public:
  Finder(const ParsedSource &Source, llvm::StringRef Entry)
      : Source(Source), Context(Source.context()), Flow(Context, Entry) {}

  std::vector<SizeConstant> find() {
    for (const ForStmt *Loop : Flow.Loops)
      addLoop(*Loop);
    for (const BinaryOperator *B : Flow.Binaries)
      if (B->isComparisonOp())
        addComparison(*B);
      else
        addDivision(*B);
    for (const SwitchStmt *S : Flow.Switches)
      addSwitch(*S);
    for (const CallExpr *Call : Flow.Calls)
      addCall(*Call);
    for (const LaunchSite &L : buildKernelIndex(Source).Launches)
      if (L.Block)
        addBlock(L.Block);
    for (const VarDecl *V : Flow.Arrays)
      addArray(*V);
    llvm::sort(Found, [](const SizeConstant &A, const SizeConstant &B) {
      return std::tie(A.Line, A.Column, A.Value, A.How, A.Parameters) <
             std::tie(B.Line, B.Column, B.Value, B.How, B.Parameters);
    });
    return std::move(Found);
  }

private:
  using Use = SizeConstant::Use;
  const ParsedSource &Source;
  ASTContext &Context;
  SizeFlow Flow;
  /// Rounds of loops over a variable with a fixed bound.
  std::map<const Decl *, int64_t> Rounds;
  std::vector<SizeConstant> Found;
  std::set<std::tuple<Use, int64_t, uint64_t>> Known;

  void add(Use How, std::optional<int64_t> Value, uint64_t Parameters,
           clang::SourceLocation At) {
    if (!Value || *Value < Least || *Value > Most ||
        !Known.insert({How, *Value, Parameters}).second)
      return;
    SizeConstant C;
    C.How = How;
    C.Value = *Value;
    for (unsigned I = 0; I != 64; ++I)
      if (Parameters >> I & 1)
        C.Parameters.push_back(I);
    const SourceManager &SM = Context.getSourceManager();
    PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(At));
    if (Place.isValid()) {
      C.Line = Place.getLine();
      C.Column = Place.getColumn();
    }
    Found.push_back(std::move(C));
  }

  /// `E compared with Value`, turned round until a parameter stands alone.
  void addSolved(const Expr *E, int64_t Value, clang::SourceLocation At,
                 unsigned Depth = 0) {
    E = E->IgnoreParenCasts();
    const uint64_t Mask = Flow.influence(E);
    if (!Mask || Depth > 2 * MaxDepth)
      return;
    if (const Expr *Init = Flow.initialiser(E))
      return addSolved(Init, Value, At, Depth + 1);
    auto *B = dyn_cast<BinaryOperator>(E);
    if (!B)
      return add(Use::Compared, Value, Mask, At);
    const std::optional<int64_t> Left = Flow.constant(B->getLHS());
    const std::optional<int64_t> Right = Flow.constant(B->getRHS());
    const Expr *Other = Left ? B->getRHS() : B->getLHS();
    const std::optional<int64_t> C = Left ? Left : Right;
    std::optional<int64_t> Solved;
    switch (B->getOpcode()) {
    case BO_Add:
      if (C)
        Solved = llvm::checkedSub(Value, *C);
      break;
    case BO_Sub:
      if (Right)
        Solved = llvm::checkedAdd(Value, *Right);
      break;
    case BO_Mul:
      if (C && *C > 0)
        Solved = Value / *C;
      else if (!C)
        return add(Use::Product, Value, Mask, At);
      break;
    case BO_Div:
      if (Right && *Right > 0)
        Solved = llvm::checkedMul(Value, *Right);
      break;
    case BO_Shr:
      if (Right && *Right > 0 && *Right < 32)
        Solved = llvm::checkedMul(Value, int64_t(1) << *Right);
      break;
    case BO_Rem: // a tile, not a threshold
    case BO_And:
      return;
    default:
      break;
    }
    if (Solved)
      return addSolved(Other, *Solved, At, Depth + 1);
    add(Use::Compared, Value, Mask, At);
  }

  void addComparison(const BinaryOperator &B) {
    const std::optional<int64_t> Left = Flow.constant(B.getLHS());
    const std::optional<int64_t> Right = Flow.constant(B.getRHS());
    if (Left && Right)
      return;
    if (Left || Right)
      return addSolved(Left ? B.getRHS() : B.getLHS(), Left ? *Left : *Right,
                       B.getOperatorLoc());
    addIndex(B.getLHS(), Flow.influence(B.getRHS()), B.getOperatorLoc());
    addIndex(B.getRHS(), Flow.influence(B.getLHS()), B.getOperatorLoc());
  }

  /// An index \p E that is compared with something of the parameters \p Mask:
  /// what it is multiplied with is a tile, a number out of a constant table is
  /// a threshold.
  void addIndex(const Expr *E, uint64_t Mask, clang::SourceLocation At,
                unsigned Depth = 0) {
    if (!Mask || Depth > MaxDepth)
      return;
    E = E->IgnoreParenCasts();
    if (const Expr *Init = Flow.initialiser(E))
      addIndex(Init, Mask, At, Depth + 1);
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      addTable(Ref->getDecl(), Mask, At);
    if (auto *B = dyn_cast<BinaryOperator>(E)) {
      const std::optional<int64_t> Left = Flow.constant(B->getLHS());
      const std::optional<int64_t> Right = Flow.constant(B->getRHS());
      const std::optional<int64_t> Factor = Left ? Left : Right;
      if ((B->getOpcode() == BO_Mul && Factor) ||
          (B->getOpcode() == BO_Shl && Right && *Right > 0 && *Right < 24)) {
        const int64_t Tile =
            B->getOpcode() == BO_Mul ? *Factor : int64_t(1) << *Right;
        add(Use::Tile, Tile, Mask, At);
        const Expr *Other = Left ? B->getRHS() : B->getLHS();
        if (auto *Ref = dyn_cast<DeclRefExpr>(Other->IgnoreParenCasts()))
          if (auto It = Rounds.find(Ref->getDecl()); It != Rounds.end())
            add(Use::Compared, llvm::checkedMul(It->second, Tile), Mask, At);
      }
    }
    for (const Stmt *Child : E->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child))
        addIndex(Part, Mask, At, Depth + 1);
  }

  /// The numbers of a constant table, or of the table that a reference runs
  /// over.
  void addTable(const ValueDecl *D, uint64_t Mask, clang::SourceLocation At) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || isa<ParmVarDecl>(V) || V->getType()->isDependentType())
      return;
    if (V->getType()->isReferenceType() || V->getType()->isRecordType()) {
      addTablesIn(V->getInit(), Mask, At, 0);
      return;
    }
    const Expr *Init = V->getAnyInitializer();
    if (!V->getType()->isArrayType() || !V->getType().isConstant(Context) ||
        !Init || Init->isValueDependent())
      return;
    if (const APValue *Value = V->evaluateValue()) {
      unsigned Left = MaxTable;
      addNumbers(*Value, Mask, At, Left);
    }
  }

  void addTablesIn(const Stmt *S, uint64_t Mask, clang::SourceLocation At,
                   unsigned Depth) {
    if (!S || Depth > 4 * MaxDepth)
      return;
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
        // The hidden variables of a range-based for lead to the range.
        if (V->getType()->isArrayType())
          addTable(V, Mask, At);
        else if (V->isImplicit() || V->getType()->isReferenceType())
          addTablesIn(V->getInit(), Mask, At, Depth + 1);
      }
    for (const Stmt *Child : S->children())
      addTablesIn(Child, Mask, At, Depth + 1);
  }

  void addNumbers(const APValue &Value, uint64_t Mask, clang::SourceLocation At,
                  unsigned &Left) {
    if (Left == 0)
      return;
    if (Value.isInt()) {
      --Left;
      if (Value.getInt().isRepresentableByInt64())
        add(Use::Compared, Value.getInt().getExtValue(), Mask, At);
    } else if (Value.isArray()) {
      for (unsigned I = 0; I != Value.getArrayInitializedElts(); ++I)
        addNumbers(Value.getArrayInitializedElt(I), Mask, At, Left);
    } else if (Value.isStruct()) {
      for (unsigned I = 0; I != Value.getStructNumFields(); ++I)
        addNumbers(Value.getStructField(I), Mask, At, Left);
    }
  }

  void addDivision(const BinaryOperator &B) {
    const std::optional<int64_t> Right = Flow.constant(B.getRHS());
    if (!Right || *Right <= 0)
      return;
    const uint64_t Mask = Flow.influence(B.getLHS());
    if (!Mask)
      return;
    if (B.getOpcode() == BO_Div || B.getOpcode() == BO_Rem)
      add(Use::Tile, *Right, Mask, B.getOperatorLoc());
    else if (B.getOpcode() == BO_Shr && *Right < 24)
      add(Use::Tile, int64_t(1) << *Right, Mask, B.getOperatorLoc());
    else if (B.getOpcode() == BO_And && *Right < Most &&
             llvm::isPowerOf2_64(static_cast<uint64_t>(*Right) + 1))
      add(Use::Tile, *Right + 1, Mask, B.getOperatorLoc());
  }

  void addLoop(const ForStmt &Loop) {
    const auto *Cond = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
    if (!Cond || !Cond->isComparisonOp() || Cond->isInstantiationDependent())
      return;
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts());
    const std::optional<int64_t> Bound = Flow.constant(Cond->getRHS());
    if (Ref && Bound) {
      Rounds[Ref->getDecl()] = *Bound;
      add(Use::Tile, *Bound, 0, Loop.getForLoc());
    }
    // `i += 256` towards a bound that comes from a parameter.
    const uint64_t Mask = Flow.influence(Cond);
    if (const auto *Step = dyn_cast_or_null<BinaryOperator>(Loop.getInc());
        Mask && Step && Step->isAssignmentOp())
      add(Use::Tile, Flow.constant(Step->getRHS()), Mask, Loop.getForLoc());
  }

  void addSwitch(const SwitchStmt &S) {
    if (S.getCond()->isInstantiationDependent())
      return;
    for (const SwitchCase *C = S.getSwitchCaseList(); C;
         C = C->getNextSwitchCase())
      if (const auto *Label = dyn_cast<CaseStmt>(C))
        if (auto Value = Flow.constant(Label->getLHS()))
          addSolved(S.getCond(), *Value, Label->getCaseLoc());
  }

  /// `ceil_div(cols, 16)` and `min(cols, 1024)`.
  void addCall(const CallExpr &Call) {
    const FunctionDecl *F = Call.getDirectCallee();
    if (!F || isa<CUDAKernelCallExpr>(Call) ||
        !F->getDeclName().isIdentifier() || Call.getNumArgs() > 4)
      return;
    const bool Limits =
        F->getName().contains("min") || F->getName().contains("max");
    for (const Expr *Argument : Call.arguments()) {
      const std::optional<int64_t> Value = Flow.constant(Argument);
      for (const Expr *Other : Call.arguments()) {
        if (!Value || Other == Argument || Flow.constant(Other))
          continue;
        if (Limits)
          addSolved(Other, *Value, Call.getBeginLoc());
        else
          add(Use::Tile, Value, Flow.influence(Other), Call.getBeginLoc());
      }
    }
  }

  /// The extents of a block, and its threads.
  void addBlock(const Expr *E) {
    for (unsigned I = 0; I != MaxDepth; ++I)
      if (const Expr *Init = Flow.initialiser(E->IgnoreParenCasts()))
        E = Init;
    std::vector<int64_t> Extents;
    collect(E, Extents, 0);
    int64_t Threads = 1;
    for (int64_t Extent : Extents) {
      add(Use::Tile, Extent, 0, E->getBeginLoc());
      Threads = llvm::checkedMul(Threads, Extent).value_or(0);
    }
    add(Use::Tile, Threads, 0, E->getBeginLoc());
  }

  void collect(const Stmt *S, std::vector<int64_t> &Into, unsigned Depth) {
    if (!S || Depth > 2 * MaxDepth)
      return;
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (isa<CXXDefaultArgExpr>(E))
        return;
      if (std::optional<int64_t> Value = Flow.constant(E)) {
        if (*Value > 0)
          Into.push_back(*Value);
        return;
      }
    }
    for (const Stmt *Child : S->children())
      collect(Child, Into, Depth + 1);
  }

  void addArray(const VarDecl &V) {
    QualType T = V.getType();
    while (const auto *Array = Context.getAsConstantArrayType(T)) {
      if (Array->getSize().isIntN(32))
        add(Use::Tile, static_cast<int64_t>(Array->getZExtSize()), 0,
            V.getLocation());
      T = Array->getElementType();
    }
  }
};
} // namespace

std::vector<SizeConstant> collectSizeConstants(const ParsedSource &Source,
                                               llvm::StringRef Entry) {
  return Finder(Source, Entry).find();
}

} // namespace kmend
