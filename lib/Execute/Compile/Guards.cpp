//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "BarrierRegions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kmend {

bool GuardFinder::endsRound(const BasicBlock *B) const {
  constexpr unsigned Most = 8; // of empty blocks in a row
  for (unsigned I = 0; I != Most && B != &Latch; ++I) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || Branch->isConditional() || &B->front() != Branch)
      return false;
    B = Branch->getSuccessor(0);
  }
  return B == &Latch;
}

/// `a && b` must hold, or `a || b` must not: both of them alone.
void GuardFinder::addConditions(Use &Condition, bool Wanted,
                                SmallVectorImpl<Guard> &List) {
  auto *I = dyn_cast<Instruction>(Condition.get());
  Value *A, *B;
  const bool Both =
      I && (Wanted ? match(I, m_LogicalAnd(m_Value(A), m_Value(B)))
                   : match(I, m_LogicalOr(m_Value(A), m_Value(B))));
  if (!Both || !I->hasOneUse()) {
    List.push_back({&Condition, Wanted});
    return;
  }
  addConditions(I->getOperandUse(0), Wanted, List);
  // The second operand of `and`; of `select a, b, false` it is the middle one,
  // of `select a, true, b` the last.
  addConditions(I->getOperandUse(isa<SelectInst>(I) && !Wanted ? 2 : 1), Wanted,
                List);
}

SmallVector<Guard, 4> GuardFinder::find() {
  SmallVector<Guard, 4> List;
  for (BasicBlock *B = X.getParent(); B && B != &Latch;) {
    if (!Chain.insert(B).second)
      break;
    if (B != X.getParent() && isa<PHINode>(B->front()))
      break;
    if (!all_of(*B, hasNoEffect))
      break;
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch)
      break;
    BasicBlock *Next = Branch->getSuccessor(0);
    if (Branch->isConditional()) {
      const bool Wanted = !endsRound(Next);
      if (!endsRound(Branch->getSuccessor(Wanted ? 1 : 0)))
        break;
      Next = Branch->getSuccessor(Wanted ? 0 : 1);
      if (endsRound(Next))
        break; // it decides nothing
      addConditions(Branch->getOperandUse(0), Wanted, List);
    }
    B = Next->getSinglePredecessor() ? Next : nullptr;
  }
  return List;
}

} // namespace kmend
