//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// insert-barrier-after-shared-write, insert-barrier-before and
// insert-barrier-at-loop-end: a __syncthreads() where all threads of the block
// reach it.
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "../Matching.h"
#include "Builtin.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace kmend {

static constexpr llvm::StringLiteral Barrier = "__syncthreads();";

static bool isBarrierStatement(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Call && isBlockBarrier(*Call);
}

/// The nearest statement around the site that every thread of the block runs.
static llvm::Expected<StatementPlace>
uniformStatement(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = siteStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
  if (!F)
    return notHere(Context, Nodes, "the site stands in no function");
  ThreadDependence Threads(*F);
  std::optional<StatementPlace> Current = *Place;
  while (Current && isDivergent(Context.ast(), Threads, *Current->Statement))
    Current = outerStatement(Context.ast(), *Current);
  if (!Current)
    return notHere(Context, Nodes,
                   "no statement around the site is run by all threads");
  return *Current;
}

static llvm::Error afterSharedWrite(EditContext &Context,
                                    const BoundNodes &Nodes) {
  auto Place = uniformStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  const Stmt *Next = siblingAfter(*Place);
  if (isBarrierStatement(Next))
    return notHere(Context, Nodes, "a barrier follows the write already");
  return insertAfter(Context.Edits, Context.ast(), *Place, Barrier);
}

static llvm::Error before(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = uniformStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  if (isBarrierStatement(siblingBefore(*Place)))
    return notHere(Context, Nodes, "a barrier stands before it already");
  return insertBefore(Context.Edits, Context.ast(), *Place, Barrier);
}

static const Stmt *loopBody(const Stmt &S) {
  if (auto *F = dyn_cast<ForStmt>(&S))
    return F->getBody();
  if (auto *W = dyn_cast<WhileStmt>(&S))
    return W->getBody();
  if (auto *D = dyn_cast<DoStmt>(&S))
    return D->getBody();
  return nullptr;
}

/// Whether a thread may leave this round of the loop before its end.
static bool leavesEarly(const ThreadDependence &Threads, const Stmt &Body) {
  bool Found = false;
  forEachPart(&Body, [&](const Stmt &Part) {
    const auto *If = dyn_cast<IfStmt>(&Part);
    if (!If || !Threads.depends(If->getCond()))
      return !Found;
    forEachPart(If, [&](const Stmt &Inner) {
      Found |= isa<ContinueStmt, BreakStmt, ReturnStmt>(Inner);
      return !Found && !isa<LambdaExpr>(Inner);
    });
    return !Found;
  });
  return Found;
}

static llvm::Error atLoopEnd(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = siteStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
  if (!F)
    return notHere(Context, Nodes, "the site stands in no function");
  ThreadDependence Threads(*F);
  std::optional<StatementPlace> Current = *Place;
  for (; Current; Current = outerStatement(Context.ast(), *Current)) {
    const Stmt *Body = loopBody(*Current->Statement);
    if (!Body || isDivergent(Context.ast(), Threads, *Body))
      continue;
    if (leavesEarly(Threads, *Body))
      return notHere(Context, Nodes,
                     "some threads leave a round of the loop before its end");
    const auto *Block = dyn_cast<CompoundStmt>(Body);
    const Stmt *Last =
        Block ? (Block->body_empty() ? nullptr : Block->body_back()) : Body;
    if (isBarrierStatement(Last))
      return notHere(Context, Nodes, "the loop ends in a barrier already");
    return insertAtBodyEnd(Context.Edits, Context.ast(), *Body, Barrier);
  }
  return notHere(Context, Nodes,
                 "no loop around the site is run by all threads");
}

extern const Builtin InsertBarrierAfterSharedWrite, InsertBarrierBefore,
    InsertBarrierAtLoopEnd;
const Builtin InsertBarrierAfterSharedWrite = {
    "insert-barrier-after-shared-write", afterSharedWrite};
const Builtin InsertBarrierBefore = {"insert-barrier-before", before};
const Builtin InsertBarrierAtLoopEnd = {"insert-barrier-at-loop-end",
                                        atLoopEnd};

} // namespace kmend
