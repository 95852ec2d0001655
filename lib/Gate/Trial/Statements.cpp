//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMachine.h"

using namespace clang;

namespace kmend {

/// Statements and expressions of one trial; host code of an entry that counts
/// blocks takes a few hundred.
static constexpr long MaxSteps = 20'000;

bool HostMachine::step() {
  if (++Steps > MaxSteps)
    giveUp();
  return !Undecided;
}

std::optional<uint64_t> HostMachine::run(const FunctionDecl *Entry,
                                         std::vector<Cell> Arguments) {
  Steps = 0;
  Launches = 0;
  call(Entry, std::move(Arguments), nullptr);
  if (Undecided)
    return std::nullopt;
  return Launches;
}

std::optional<bool> HostMachine::truth(const Expr *E) {
  Cell V = eval(E);
  switch (V.CellKind) {
  case Cell::Kind::Integer:
    return V.Number != 0;
  case Cell::Kind::Float:
    return V.Real != 0;
  case Cell::Kind::Pointer:
    return true;
  default:
    giveUp();
    return std::nullopt;
  }
}

void HostMachine::declare(const VarDecl *V) {
  if (V->isStaticLocal()) {
    variable(V);
    return;
  }
  Cell *At = temporary(fresh(V->getType()));
  if (!Calls.empty())
    Calls.back().Variables[V] = At;
  if (V->getType()->isReferenceType()) {
    if (V->getInit()) {
      Cell *To = place(V->getInit());
      Cell P = Cell::opaque();
      P.Target = To;
      *At = P;
    }
  } else if (V->getInit()) {
    Cell Init = eval(V->getInit());
    // `int x[4] = {};` and the like keep their size.
    if (Init.CellKind != Cell::Kind::Unknown ||
        At->CellKind != Cell::Kind::Group)
      *At = std::move(Init);
  }
}

HostMachine::Flow HostMachine::exec(const Stmt *S) {
  if (!S || !step())
    return Flow::Next;
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Child : cast<CompoundStmt>(S)->body())
      if (Flow F = exec(Child); F != Flow::Next || Undecided)
        return F;
    return Flow::Next;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declare(V);
    return Flow::Next;
  case Stmt::IfStmtClass: {
    const auto *If = cast<IfStmt>(S);
    exec(If->getInit());
    if (If->getConditionVariable())
      declare(If->getConditionVariable());
    if (If->isConsteval())
      return exec(If->isNegatedConsteval() ? If->getThen() : If->getElse());
    std::optional<bool> Test = truth(If->getCond());
    if (!Test)
      return Flow::Next;
    return exec(*Test ? If->getThen() : If->getElse());
  }
  case Stmt::ForStmtClass: {
    const auto *For = cast<ForStmt>(S);
    exec(For->getInit());
    while (step()) {
      if (For->getConditionVariable())
        declare(For->getConditionVariable());
      if (For->getCond()) {
        std::optional<bool> Test = truth(For->getCond());
        if (!Test || !*Test)
          break;
      }
      Flow F = exec(For->getBody());
      if (F == Flow::Return)
        return F;
      if (F == Flow::Break)
        break;
      if (For->getInc())
        eval(For->getInc());
    }
    return Flow::Next;
  }
  case Stmt::WhileStmtClass: {
    const auto *While = cast<WhileStmt>(S);
    while (step()) {
      if (While->getConditionVariable())
        declare(While->getConditionVariable());
      std::optional<bool> Test = truth(While->getCond());
      if (!Test || !*Test)
        break;
      Flow F = exec(While->getBody());
      if (F == Flow::Return)
        return F;
      if (F == Flow::Break)
        break;
    }
    return Flow::Next;
  }
  case Stmt::DoStmtClass: {
    const auto *Do = cast<DoStmt>(S);
    while (step()) {
      Flow F = exec(Do->getBody());
      if (F == Flow::Return)
        return F;
      if (F == Flow::Break)
        break;
      std::optional<bool> Test = truth(Do->getCond());
      if (!Test || !*Test)
        break;
    }
    return Flow::Next;
  }
  case Stmt::CXXForRangeStmtClass: {
    const auto *For = cast<CXXForRangeStmt>(S);
    exec(For->getInit());
    exec(For->getRangeStmt());
    exec(For->getBeginStmt());
    exec(For->getEndStmt());
    while (step()) {
      std::optional<bool> Test = truth(For->getCond());
      if (!Test || !*Test)
        break;
      exec(For->getLoopVarStmt());
      Flow F = exec(For->getBody());
      if (F == Flow::Return)
        return F;
      if (F == Flow::Break)
        break;
      eval(For->getInc());
    }
    return Flow::Next;
  }
  case Stmt::SwitchStmtClass:
    return execSwitch(cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return exec(cast<SwitchCase>(S)->getSubStmt());
  case Stmt::AttributedStmtClass:
    return exec(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::LabelStmtClass:
    return exec(cast<LabelStmt>(S)->getSubStmt());
  case Stmt::ReturnStmtClass: {
    const Expr *E = cast<ReturnStmt>(S)->getRetValue();
    if (E && !Calls.empty()) {
      if (E->isGLValue()) {
        Cell P = Cell::opaque();
        P.Target = place(E);
        Calls.back().Result = P;
      } else {
        Calls.back().Result = eval(E);
      }
    }
    return Flow::Return;
  }
  case Stmt::BreakStmtClass:
    return Flow::Break;
  case Stmt::ContinueStmtClass:
    return Flow::Continue;
  case Stmt::NullStmtClass:
    return Flow::Next;
  case Stmt::CXXTryStmtClass:
    return exec(cast<CXXTryStmt>(S)->getTryBlock());
  default:
    if (const auto *E = dyn_cast<Expr>(S)) {
      eval(E);
      return Flow::Next;
    }
    giveUp(); // labels to jump to, assembly
    return Flow::Next;
  }
}

HostMachine::Flow HostMachine::execSwitch(const SwitchStmt *S) {
  exec(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  Cell V = eval(S->getCond());
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (V.CellKind != Cell::Kind::Integer || !Body) {
    giveUp();
    return Flow::Next;
  }
  const SwitchCase *Target = nullptr, *Default = nullptr;
  for (const SwitchCase *C = S->getSwitchCaseList(); C;
       C = C->getNextSwitchCase()) {
    const auto *Label = dyn_cast<CaseStmt>(C);
    if (!Label) {
      Default = C;
      continue;
    }
    Cell Low = eval(Label->getLHS());
    Cell High = Label->getRHS() ? eval(Label->getRHS()) : Low;
    if (V.Number >= Low.Number && V.Number <= High.Number)
      Target = C;
  }
  if (!Target)
    Target = Default;
  if (!Target)
    return Flow::Next;
  bool Running = false;
  for (const Stmt *Child : Body->body()) {
    // Labels in a row are nested in each other.
    for (const Stmt *Inner = Child; !Running && isa<SwitchCase>(Inner);
         Inner = cast<SwitchCase>(Inner)->getSubStmt())
      Running = Inner == Target;
    if (!Running)
      continue;
    Flow F = exec(Child);
    if (F == Flow::Break)
      return Flow::Next;
    if (F != Flow::Next)
      return F;
  }
  return Flow::Next;
}

} // namespace kmend
