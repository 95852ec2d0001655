//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexOverflow.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <set>

using namespace llvm;

namespace kmend {

namespace {

class IndexChecker {
public:
  explicit IndexChecker(Function &F) : F(F) {}
  void run();

private:
  /// A value, and whether it becomes an index as a signed number.
  struct Part {
    Value *V;
    bool Signed;
    bool operator<(const Part &Other) const {
      return std::tie(V, Signed) < std::tie(Other.V, Other.Signed);
    }
    bool operator==(const Part &Other) const = default;
  };

  void findRoots();
  void visit(Part P);
  void visitOperation(BinaryOperator &I, bool Signed);
  void visitLoad(LoadInst &L, bool Signed);
  void follow(Value *V, bool Signed) {
    if (V->getType()->isIntegerTy() && !isa<Constant>(V))
      Parts.insert({V, Signed});
  }
  void check(Instruction &I, bool Signed);

  Function &F;
  SetVector<Part, std::vector<Part>, std::set<Part>> Parts;
  SetVector<Part, std::vector<Part>, std::set<Part>> Checks;
};

/// Whether \p V is the result of arithmetic.
bool isComputed(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return false;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::SExt:
    return true;
  default:
    return false;
  }
}

/// What decides which bytes are touched, and which threads touch any.
void IndexChecker::findRoots() {
  for (Instruction &I : instructions(F)) {
    if (auto *Step = dyn_cast<GetElementPtrInst>(&I)) {
      for (Value *Index : Step->indices())
        follow(Index, /*Signed=*/true);
      continue;
    }
    // `unsigned(y + i) < unsigned(height)` is how negative ones are left out.
    auto *Bound = dyn_cast<ICmpInst>(&I);
    if (!Bound || !Bound->isSigned())
      continue;
    if (any_of(Bound->users(), [](const User *U) {
          return isa<BranchInst, SelectInst>(U) ||
                 match(U,
                       PatternMatch::m_c_LogicalAnd(PatternMatch::m_Value(),
                                                    PatternMatch::m_Value())) ||
                 match(U, PatternMatch::m_c_LogicalOr(PatternMatch::m_Value(),
                                                      PatternMatch::m_Value()));
        }))
      for (Value *Side : Bound->operands())
        follow(Side, /*Signed=*/true);
  }
}

/// Local and shared arrays hold indices, too: what is stored where this number
/// comes from.
void IndexChecker::visitLoad(LoadInst &L, bool Signed) {
  const Value *Object = getUnderlyingObject(L.getPointerOperand());
  // Shared memory is found through a field of the block.
  auto *Field = dyn_cast<LoadInst>(Object);
  const bool IsShared =
      Field && Field->hasMetadata(LLVMContext::MD_invariant_load) &&
      Field->getParent() == &F.getEntryBlock() && F.arg_size() > 1 &&
      getUnderlyingObject(Field->getPointerOperand()) == F.getArg(1);
  if (!IsShared && !isa<AllocaInst>(Object))
    return;
  for (Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I);
        S && S->getValueOperand()->getType() == L.getType() &&
        getUnderlyingObject(S->getPointerOperand()) == Object)
      follow(S->getValueOperand(), Signed);
}

void IndexChecker::visitOperation(BinaryOperator &I, bool Signed) {
  Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  const unsigned Bits = I.getType()->getIntegerBitWidth();
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    if (Bits == 32 && Signed)
      Checks.insert({&I, true});
    break;
  case Instruction::Mul: {
    auto *Constant = dyn_cast<ConstantInt>(Right);
    if (Bits == 32 && (Signed || !Constant || !Constant->isNegative()))
      Checks.insert({&I, Signed});
    break;
  }
  case Instruction::Shl:
    if (Bits == 32)
      Checks.insert({&I, Signed});
    Right = nullptr;
    break;
  case Instruction::SDiv:
  case Instruction::SRem:
  case Instruction::AShr:
    // (i * n) / m. Unsigned ones are how numbers are hashed.
    Right = nullptr;
    Signed = true;
    break;
  default:
    return;
  }
  follow(Left, Signed);
  if (Right)
    follow(Right, Signed);
}

void IndexChecker::visit(Part P) {
  auto [V, Signed] = P;
  if (auto *I = dyn_cast<BinaryOperator>(V)) {
    visitOperation(*I, Signed);
  } else if (isa<SExtInst>(V)) {
    follow(cast<Instruction>(V)->getOperand(0), true);
  } else if (isa<ZExtInst>(V)) {
    follow(cast<Instruction>(V)->getOperand(0), false);
  } else if (auto *Narrow = dyn_cast<TruncInst>(V)) {
    // A truth value is no number, and what 64 bits were put together of is a
    // pair that was passed in a register.
    if (Narrow->getType()->getIntegerBitWidth() < 8 ||
        (Narrow->getOperand(0)->getType()->isIntegerTy(64) &&
         !isComputed(Narrow->getOperand(0))))
      return;
    Checks.insert({Narrow, Signed});
    follow(Narrow->getOperand(0), Signed);
  } else if (auto *Choice = dyn_cast<SelectInst>(V)) {
    follow(Choice->getTrueValue(), Signed);
    follow(Choice->getFalseValue(), Signed);
  } else if (auto *Phi = dyn_cast<PHINode>(V)) {
    for (Value *Incoming : Phi->incoming_values())
      follow(Incoming, Signed);
  } else if (auto *Frozen = dyn_cast<FreezeInst>(V)) {
    follow(Frozen->getOperand(0), Signed);
  } else if (auto *Load = dyn_cast<LoadInst>(V)) {
    visitLoad(*Load, Signed);
  }
}

/// if (extend(I) != I in 64 bits) kmend_index_overflow(I in 64 bits, what)
void IndexChecker::check(Instruction &I, bool Signed) {
  const DILocation *Where = I.getDebugLoc().get();
  if (!Where || Where->getFilename().starts_with("/kmend/"))
    return;
  IRBuilder<> B(&I);
  auto *I64 = B.getInt64Ty();
  auto Extend = [&](Value *V) { return B.CreateIntCast(V, I64, Signed); };
  WrappedOperation What;
  What.Bits = I.getType()->getIntegerBitWidth();
  What.Signed = Signed;
  Value *Exact;
  if (isa<TruncInst>(I)) {
    What.Operation = WrappedOperation::Kind::Conversion;
    Exact = Extend(I.getOperand(0));
  } else {
    Value *Left = Extend(I.getOperand(0)), *Right = Extend(I.getOperand(1));
    switch (I.getOpcode()) {
    case Instruction::Add:
      Exact = B.CreateAdd(Left, Right);
      break;
    case Instruction::Sub:
      What.Operation = WrappedOperation::Kind::Difference;
      Exact = B.CreateSub(Left, Right);
      break;
    case Instruction::Mul:
      What.Operation = WrappedOperation::Kind::Product;
      Exact = B.CreateMul(Left, Right);
      break;
    default:
      // A count of 32 or more gives 0 on a GPU; that is no sum of anything.
      What.Operation = WrappedOperation::Kind::Shift;
      Exact = B.CreateShl(Left, B.CreateAnd(Right, B.getInt64(31)));
      break;
    }
  }
  Value *Kept = Extend(B.CreateTrunc(Exact, I.getType()));
  Instruction *Then = SplitBlockAndInsertIfThen(
      B.CreateICmpNE(Exact, Kept), &I, /*Unreachable=*/false,
      MDBuilder(F.getContext()).createUnlikelyBranchWeights());
  IRBuilder<> InThen(Then);
  InThen.SetCurrentDebugLocation(I.getDebugLoc());
  FunctionCallee Tell = F.getParent()->getOrInsertFunction(
      "kmend_index_overflow", InThen.getVoidTy(), I64, InThen.getInt32Ty());
  CallInst *Call =
      InThen.CreateCall(Tell, {Exact, InThen.getInt32(What.encode())});
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::Cold);
  // Every operation has a line of its own.
  Call->addFnAttr(Attribute::NoMerge);
}

void IndexChecker::run() {
  findRoots();
  for (size_t N = 0; N != Parts.size(); ++N)
    visit(Parts[N]);
  for (const Part &P : Checks)
    check(*cast<Instruction>(P.V), P.Signed);
}

} // namespace

void checkIndexOverflow(Module &M) {
  SmallVector<Function *> All;
  for (Function &F : M)
    if (!F.isDeclaration() && !F.getName().ends_with(".loop"))
      All.push_back(&F);
  for (Function *F : All)
    IndexChecker(*F).run();
}

} // namespace kmend
