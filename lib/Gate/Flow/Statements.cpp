//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements: branches start from one state and join, loops run until their
// state no longer changes and then once more, with facts being noted.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace clang;

namespace kmend {

/// Passes over a loop after which its state counts as known: taints only grow,
/// and a chain of more than this many variables in one loop is not seen in
/// honest sources.
static constexpr int MaxLoopPasses = 5;

unsigned Interpreter::exec(const Stmt *S) {
  if (!S || !step())
    return Falls;
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass: {
    unsigned Result = Falls;
    for (const Stmt *Child : cast<CompoundStmt>(S)->body()) {
      unsigned E = exec(Child);
      Result |= E;
      if (!(E & Falls)) {
        // Code behind an unconditional exit is reached by labels only.
        Result &= ~unsigned(Falls);
        break;
      }
    }
    return Result;
  }
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declare(V);
    return Falls;
  case Stmt::IfStmtClass:
    return execIf(cast<IfStmt>(S));
  case Stmt::SwitchStmtClass:
    return execSwitch(cast<SwitchStmt>(S));
  case Stmt::ForStmtClass: {
    const auto *F = cast<ForStmt>(S);
    exec(F->getInit());
    return execLoop(F->getCond(), F->getInc(), F->getBody(), false,
                    F->getConditionVariable());
  }
  case Stmt::WhileStmtClass: {
    const auto *W = cast<WhileStmt>(S);
    return execLoop(W->getCond(), nullptr, W->getBody(), false,
                    W->getConditionVariable());
  }
  case Stmt::DoStmtClass: {
    const auto *D = cast<DoStmt>(S);
    return execLoop(D->getCond(), nullptr, D->getBody(), true);
  }
  case Stmt::CXXForRangeStmtClass:
    return execRangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::ReturnStmtClass:
    execReturn(cast<ReturnStmt>(S));
    return Returns;
  case Stmt::BreakStmtClass:
    LoopLeft |= Guard;
    return Breaks;
  case Stmt::ContinueStmtClass:
    LoopLeft |= Guard;
    return Continues;
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    // Control flow by labels is not followed; facts would claim too much.
    Fact.Complete = false;
    return Falls;
  case Stmt::LabelStmtClass:
    return exec(cast<LabelStmt>(S)->getSubStmt());
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return exec(cast<SwitchCase>(S)->getSubStmt());
  case Stmt::AttributedStmtClass:
    return exec(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::GCCAsmStmtClass:
    execAsm(cast<GCCAsmStmt>(S));
    return Falls;
  case Stmt::CXXTryStmtClass: {
    const auto *T = cast<CXXTryStmt>(S);
    unsigned Result = exec(T->getTryBlock());
    for (unsigned I = 0; I < T->getNumHandlers(); ++I)
      Result |= exec(T->getHandler(I)->getHandlerBlock());
    return Result;
  }
  default:
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (E->isGLValue())
        place(E);
      else
        eval(E);
      return Falls;
    }
    for (const Stmt *Child : S->children())
      exec(Child);
    return Falls;
  }
}

Value Interpreter::condition(const Expr *E) {
  Value V = eval(E);
  noteTruth(E, V, E->getType());
  return V;
}

unsigned Interpreter::fork(const Value &Condition,
                           llvm::ArrayRef<const Stmt *> Arms,
                           size_t GatesFrom) {
  Taint Before = Guard, LeftBefore = LoopLeft;
  Guard |= Condition.allData() | Condition.allControl();
  std::vector<std::vector<Change>> Left;
  std::vector<std::pair<size_t, size_t>> Launched;
  unsigned Result = 0;
  llvm::SmallVector<unsigned, 4> Exits;
  for (const Stmt *Arm : Arms) {
    size_t From = Fact.Launches.size();
    Mem.enter();
    unsigned E = Arm ? exec(Arm) : unsigned(Falls);
    Left.push_back(Mem.leave());
    Launched.push_back({From, Fact.Launches.size()});
    Exits.push_back(E);
    Result |= E;
  }
  Mem.join(Left, false);
  Guard = Before;
  // An arm that may leave makes what follows depend on the condition.
  if ((Result & (Breaks | Continues)) && (Result & Falls))
    LoopLeft |= Condition.allData() | Condition.allControl();
  if ((Result & Returns) && !Frames.empty())
    Frames.back().Left |= Condition.allData() | Condition.allControl();
  (void)LeftBefore;

  // Which ways of a gate launch the whole work?
  if (!Silent && GatesFrom < Fact.Gates.size() && !InKernel) {
    std::vector<size_t> Noted;
    for (size_t G = GatesFrom; G < Fact.Gates.size(); ++G)
      Noted.push_back(G);
    bool Sides = Launched.size() >= 2;
    for (size_t I = 0; I + 1 < Launched.size() && Sides; ++I)
      Sides = shareWork(Launched[I].first, Launched[I].second,
                        Launched[I + 1].first, Launched[I + 1].second);
    if (Sides)
      for (size_t G : Noted)
        Fact.Gates[G].Dispatch = true;
    else if (!Exits.empty() && !(Exits.front() & Falls) && !Frames.empty())
      Frames.back().Pending.push_back(
          {Noted, Launched.front().first, Launched.front().second});
  }
  return Result;
}

bool Interpreter::shareWork(size_t A, size_t AEnd, size_t B,
                            size_t BEnd) const {
  auto Work = [&](size_t From, size_t To) {
    std::map<unsigned, uint32_t> Made;
    for (size_t I = From; I < To && I < Fact.Launches.size(); ++I)
      for (const auto &[Output, Data] : Fact.Launches[I].Writes)
        Made[Output] |= Data.group(Taint::Contents);
    return Made;
  };
  auto First = Work(A, AEnd), Second = Work(B, BEnd);
  return !First.empty() && First == Second;
}

unsigned Interpreter::execIf(const IfStmt *S) {
  exec(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  if (S->isConsteval())
    return exec(S->isNegatedConsteval() ? S->getThen() : S->getElse());
  size_t Gates = Fact.Gates.size();
  Value C = condition(S->getCond());
  if (auto N = number(S->getCond())) {
    // A branch of a template that is decided at compile time.
    const Stmt *Taken = *N ? S->getThen() : S->getElse();
    return Taken ? exec(Taken) : unsigned(Falls);
  }
  // if (x > C) x = C;
  const Stmt *Then = S->getThen();
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Then);
      Block && Block->size() == 1)
    Then = Block->body_front();
  if (const auto *Set = dyn_cast_or_null<BinaryOperator>(Then);
      Set && Set->getOpcode() == BO_Assign && !S->getElse())
    markCap(S->getCond(), Set->getRHS(), nullptr);
  return fork(C, {S->getThen(), S->getElse()}, Gates);
}

unsigned Interpreter::execSwitch(const SwitchStmt *S) {
  exec(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  size_t Gates = Fact.Gates.size();
  Value C = eval(S->getCond());
  bool HasDefault = false;
  for (const SwitchCase *Case = S->getSwitchCaseList(); Case;
       Case = Case->getNextSwitchCase()) {
    if (const auto *Label = dyn_cast<CaseStmt>(Case))
      noteComparison(Label->getLHS(), BO_EQ, C, eval(Label->getLHS()),
                     S->getCond()->getType());
    else
      HasDefault = true;
  }
  // Each label begins an arm, which runs on through the labels below it until
  // something leaves the switch.
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body)
    return fork(C, {S->getBody(), nullptr}, Gates) & ~unsigned(Breaks);
  Taint Before = Guard, LoopBefore = LoopLeft;
  Guard |= C.allData() | C.allControl();
  std::vector<std::vector<Change>> Left;
  std::vector<std::pair<size_t, size_t>> Launched;
  unsigned Result = HasDefault ? 0 : unsigned(Falls);
  auto Items = Body->body();
  for (auto At = Items.begin(); At != Items.end(); ++At) {
    if (!isa<SwitchCase>(*At))
      continue;
    size_t From = Fact.Launches.size();
    Mem.enter();
    unsigned E = Falls;
    for (auto Next = At; Next != Items.end() && (E & Falls); ++Next)
      E = (E & ~unsigned(Falls)) | exec(*Next);
    if (E & Breaks)
      E = (E & ~unsigned(Breaks)) | Falls;
    Result |= E;
    Left.push_back(Mem.leave());
    Launched.push_back({From, Fact.Launches.size()});
  }
  // A default that reports an error launches nothing, and is no way to work.
  size_t Working = 0;
  bool Alike = true;
  std::optional<std::pair<size_t, size_t>> First;
  for (const auto &Arm : Launched) {
    if (Arm.first == Arm.second)
      continue;
    ++Working;
    if (!First)
      First = Arm;
    Alike &= shareWork(First->first, First->second, Arm.first, Arm.second);
  }
  if (!Silent && !InKernel && Working >= 2 && Alike)
    for (size_t G = Gates; G < Fact.Gates.size(); ++G)
      Fact.Gates[G].Dispatch = true;
  if (!Left.empty())
    Mem.join(Left, !HasDefault);
  Guard = Before;
  LoopLeft = LoopBefore;
  if (Result & Continues)
    LoopLeft |= C.allData() | C.allControl();
  if ((Result & Returns) && !Frames.empty())
    Frames.back().Left |= C.allData() | C.allControl();
  return Result;
}

unsigned Interpreter::execLoop(const Stmt *Cond, const Stmt *Inc,
                               const Stmt *Body, bool BodyFirst,
                               const VarDecl *CondVar) {
  Taint GuardBefore = Guard, LoopBefore = LoopLeft;
  Taint Around = Guard | LoopLeft;
  unsigned Result = Falls;
  Value C;
  auto Pass = [&] {
    Guard = Around;
    LoopLeft = Taint();
    if (BodyFirst) {
      // Every trip but the first happens because of the last condition.
      Guard |= C.allData() | C.allControl();
      Result |= exec(Body);
      Guard = Around;
    }
    if (CondVar)
      declare(CondVar);
    C = Cond ? eval(cast<Expr>(Cond)) : Value();
    Guard |= C.allData() | C.allControl();
    if (!BodyFirst)
      Result |= exec(Body);
    if (Inc) {
      Taint Rest = LoopLeft;
      exec(Inc);
      LoopLeft = Rest;
    }
  };
  ++LoopDepth;
  ++Silent;
  bool Marked = false;
  for (int I = 0; I < MaxLoopPasses; ++I) {
    Mem.enter();
    Pass();
    std::vector<Change> Left = Mem.leave();
    // What the loop itself writes is not read before it is written.
    if (!Marked && Mem.markWritten(Left)) {
      Marked = true;
      continue;
    }
    if (!Mem.join({Left}, true))
      break;
  }
  --Silent;
  Mem.enter();
  Pass();
  Guard = Around;
  noteLoop(C, LoopLeft);
  std::vector<Change> Left = Mem.leave();
  Mem.join({Left}, !BodyFirst);
  --LoopDepth;
  Guard = GuardBefore;
  LoopLeft = LoopBefore;
  // A return inside makes what follows depend on how the loop went.
  return (Result & Returns) | Falls;
}

unsigned Interpreter::execRangeFor(const CXXForRangeStmt *S) {
  exec(S->getInit());
  exec(S->getRangeStmt());
  exec(S->getBeginStmt());
  exec(S->getEndStmt());
  Taint GuardBefore = Guard, LoopBefore = LoopLeft;
  Taint Around = Guard | LoopLeft;
  unsigned Result = Falls;
  Value C;
  auto Pass = [&] {
    Guard = Around;
    LoopLeft = Taint();
    C = S->getCond() ? eval(S->getCond()) : Value();
    Guard |= C.allData() | C.allControl();
    exec(S->getLoopVarStmt());
    Result |= exec(S->getBody());
    if (S->getInc())
      exec(S->getInc());
  };
  ++LoopDepth;
  ++Silent;
  for (int I = 0; I < MaxLoopPasses; ++I) {
    Mem.enter();
    Pass();
    if (!Mem.join({Mem.leave()}, true))
      break;
  }
  --Silent;
  Mem.enter();
  Pass();
  Guard = Around;
  noteLoop(C, LoopLeft);
  Mem.join({Mem.leave()}, true);
  --LoopDepth;
  Guard = GuardBefore;
  LoopLeft = LoopBefore;
  return (Result & Returns) | Falls;
}

void Interpreter::execReturn(const ReturnStmt *S) {
  if (Frames.empty())
    return;
  const Expr *E = S->getRetValue();
  Value V;
  if (E) {
    const FunctionDecl *F = Frames.back().Function;
    if (F && F->getReturnType()->isReferenceType()) {
      Places P = place(E);
      for (PlaceId Id : P.At)
        V.addPoint(Id);
      V.Data = P.Data;
      V.Control = P.Control;
    } else {
      V = eval(E);
    }
    V.Control |= pc();
    Frames.back().Result.join(V);
  }
  Frames.back().Left |= Guard;
}

void Interpreter::declare(const VarDecl *V) {
  if (!step())
    return;
  ObjectId Id = objectOf(V);
  if (Mem[Id].ObjectKind != Object::Kind::Local)
    return; // shared, static and constant variables are set up by objectOf
  if (V->getType()->isReferenceType()) {
    Value R;
    if (V->getInit()) {
      Places P = place(V->getInit());
      for (PlaceId Pl : P.At)
        R.addPoint(Pl);
      R.Data = P.Data;
      R.Control = P.Control;
    }
    Mem.store(Mem.place(Id), R, true);
    return;
  }
  if (const Expr *Init = V->getInit()) {
    if (const auto *C = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
        C && !C->isElidable()) {
      Mem.store(Mem.place(Id), Value(), true);
      Places P;
      P.At.push_back(Mem.place(Id));
      Value R = evalConstruct(C, &P);
      R.Control |= pc();
      Mem.store(Mem.place(Id), R, true);
    } else {
      Value R = eval(Init);
      R.Control |= pc();
      Mem.store(Mem.place(Id), R, true);
    }
  } else {
    Mem.store(Mem.place(Id), Value(), true);
  }
  if (const auto *D = dyn_cast<DecompositionDecl>(V))
    for (const BindingDecl *B : D->bindings())
      if (const VarDecl *Holder = B->getHoldingVar())
        declare(Holder);
}

} // namespace kmend
