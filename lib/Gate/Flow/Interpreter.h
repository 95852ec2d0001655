//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An abstract interpreter of one entry: host function, launches, kernels and
// device functions in the order in which they run, calls inlined. It follows
// what every value is made of, through locals, shared and global memory.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_FLOW_INTERPRETER_H
#define KMEND_LIB_GATE_FLOW_INTERPRETER_H

#include "Memory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace kmend {

/// The value of an lvalue expression's address.
struct Places {
  llvm::SmallVector<PlaceId, 2> At;
  Taint Data, Control;  ///< of the address
  bool Element = false; ///< of an array: a store leaves the others alone
};

class Interpreter {
public:
  Interpreter(clang::ASTContext &Context, const GatePolicy &Policy);

  /// Facts of \p Entry, a host function or, alone, a kernel.
  EntryFact run(const clang::FunctionDecl *Entry);

private:
  // What a statement may do besides ending normally.
  enum Exit : unsigned { Falls = 1, Returns = 2, Breaks = 4, Continues = 8 };

  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    Value Result;
    Taint Left; ///< conditions under which the function has returned
    Value This;
    struct PendingDispatch {
      std::vector<size_t> Gates;
      size_t ThenBegin, ThenEnd;
    };
    std::vector<PendingDispatch> Pending;
  };
  using Argument = std::pair<Value, bool>; ///< value, by reference

  // Entries.cpp
  void bindParameters(const clang::FunctionDecl *Entry);
  void finish();

  // Statements.cpp
  unsigned exec(const clang::Stmt *S);
  unsigned execIf(const clang::IfStmt *S);
  unsigned execSwitch(const clang::SwitchStmt *S);
  unsigned execLoop(const clang::Stmt *Cond, const clang::Stmt *Inc,
                    const clang::Stmt *Body, bool BodyFirst,
                    const clang::VarDecl *CondVar = nullptr);
  unsigned execRangeFor(const clang::CXXForRangeStmt *S);
  void execReturn(const clang::ReturnStmt *S);
  void execAsm(const clang::GCCAsmStmt *S);
  void declare(const clang::VarDecl *V);
  unsigned fork(const Value &Condition,
                llvm::ArrayRef<const clang::Stmt *> Arms, size_t GatesFrom);
  Value condition(const clang::Expr *E);
  bool shareWork(size_t A, size_t AEnd, size_t B, size_t BEnd) const;

  // Expressions.cpp
  Value eval(const clang::Expr *E);
  Value evalRaw(const clang::Expr *E);
  Places place(const clang::Expr *E);
  Value load(const Places &P);
  void store(const Places &P, Value V, clang::SourceLocation Where,
             bool Weak = false);
  Places pointees(const Value &Pointer) const;
  Value evalBinary(const clang::BinaryOperator *E);
  Value evalUnary(const clang::UnaryOperator *E);
  Value evalCast(const clang::CastExpr *E);
  Value evalConditional(const clang::AbstractConditionalOperator *E);
  Value evalInitList(const clang::InitListExpr *E);
  Value evalConstruct(const clang::CXXConstructExpr *E, Places *Into);
  Value evalLambda(const clang::LambdaExpr *E);
  Value evalNew(const clang::CXXNewExpr *E);
  Value evalChildren(const clang::Expr *E);
  Value arithmetic(clang::BinaryOperatorKind Op, const Value &L, const Value &R,
                   clang::QualType T);
  std::optional<Value> builtinIndex(const clang::Expr *E);
  std::optional<int64_t> number(const clang::Expr *E) const;

  // Calls.cpp
  Value evalCall(const clang::CallExpr *E);
  Value callFunction(const clang::FunctionDecl *F,
                     llvm::ArrayRef<Argument> Args, const Value &This,
                     const clang::Expr *Site);
  Value inlineCall(const clang::FunctionDecl *F, llvm::ArrayRef<Argument> Args,
                   const Value &This);
  Value callPointer(const Value &Callee, llvm::ArrayRef<Argument> Args,
                    const clang::Expr *Site, bool &Known);
  Argument argument(const clang::Expr *E, clang::QualType Parameter);
  void launch(const clang::FunctionDecl *Kernel, llvm::ArrayRef<Argument> Args,
              llvm::ArrayRef<Value> Config, const clang::Expr *Site);
  Value launchCall(const clang::CUDAKernelCallExpr *E);

  // Models.cpp
  Value callLibrary(const clang::FunctionDecl *F, llvm::ArrayRef<Argument> Args,
                    const Value &This, const clang::Expr *Site);
  bool callRuntime(llvm::StringRef Name, llvm::ArrayRef<Argument> Args,
                   const clang::Expr *Site, Value &Result);
  void copyMemory(const Value &To, const Value &From,
                  std::optional<int64_t> Kind, const clang::Expr *Site);
  void overwrite(const Value &To, Value V, const clang::Expr *Site);

  // Watch.cpp: facts noted on the way
  void noteComparison(const clang::Expr *Site, clang::BinaryOperatorKind Op,
                      const Value &L, const Value &R, clang::QualType T);
  void noteTruth(const clang::Expr *Site, const Value &V, clang::QualType T);
  void noteLoop(const Value &Condition, const Taint &Left);
  void noteStore(ObjectId O, const Value &V, clang::SourceLocation Where);
  void noteCast(const clang::CastExpr *E, const Value &V);
  GateFact *gate(const clang::Expr *Site, GateFact::Kind K, uint32_t Extents,
                 int64_t Literal, int64_t Modulus);
  void markCap(const clang::Expr *Cond, const clang::Expr *A,
               const clang::Expr *B);

  // Objects
  ObjectId objectOf(const clang::ValueDecl *D);
  /// The object that the expression \p Site makes.
  ObjectId temporary(const Value &V, const clang::Expr *Site);
  ObjectId allocation(const clang::Expr *Site, bool OnDevice);
  ObjectId functionObject(const clang::FunctionDecl *F);
  Value deep(const Value &V);
  /// What \p V points to outlives the call, as part of a State.
  void keep(const Value &V, unsigned State);
  bool local(ObjectId O) const;
  Taint pc() const;
  bool step();
  SourceLocation where(clang::SourceLocation L) const;

  clang::ASTContext &Context;
  const GatePolicy &Policy;
  EntryFact Fact;
  Memory Mem;
  std::vector<Frame> Frames;
  Taint Guard;    ///< conditions of the statements around
  Taint LoopLeft; ///< conditions under which the loop body was left
  bool InKernel = false;
  int Peeking = 0; ///< contents are looked at for a model, not by host code
  int Silent = 0;  ///< passes before the state of a loop is known
  int LoopDepth = 0;
  long Steps = 0;
  unsigned Depth = 0;
  std::optional<size_t> CurrentLaunch;
  Value GridDim, BlockDim;
  uint32_t Extents = 0; ///< parameters that are extents
  llvm::DenseMap<const clang::Decl *, ObjectId> Objects;
  llvm::DenseMap<const clang::Expr *, ObjectId> Sites, Allocations;
  std::map<const void *, size_t> GateIndex, SniffIndex, LaunchIndex;
  std::vector<ObjectId> StateObjects; ///< by index of StateFact
  std::set<const void *> BarrierSites, LoopSites;
  int Callbacks = 0; ///< functions handed to a library, being followed
};

} // namespace kmend

#endif // KMEND_LIB_GATE_FLOW_INTERPRETER_H
