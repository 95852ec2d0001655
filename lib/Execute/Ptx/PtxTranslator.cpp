//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kmend {

std::optional<PtxType> PtxType::parse(StringRef Text) {
  PtxType T;
  if (Text == "pred")
    return PtxType{Class::Pred, 1, 1};
  if (Text.consume_front("bf"))
    T.TypeClass = Class::BFloat;
  else if (Text.consume_front("f"))
    T.TypeClass = Class::Float;
  else if (Text.consume_front("b"))
    T.TypeClass = Class::Bits;
  else if (Text.consume_front("u"))
    T.TypeClass = Class::Unsigned;
  else if (Text.consume_front("s"))
    T.TypeClass = Class::Signed;
  else
    return std::nullopt;
  if (Text.consume_back("x2"))
    T.Lanes = 2;
  if (Text.getAsInteger(10, T.Bits) ||
      !is_contained({8u, 16u, 32u, 64u, 128u}, T.Bits) ||
      (T.isFloat() && T.Bits == 8) ||
      (T.TypeClass == Class::BFloat && T.Bits != 16) ||
      (T.Lanes == 2 && T.Bits != 16))
    return std::nullopt;
  return T;
}

bool PtxParts::take(StringRef Part) {
  auto *It = find(Left, Part);
  if (It == Left.end())
    return false;
  Left.erase(It);
  return true;
}

StringRef PtxParts::takeOneOf(std::initializer_list<StringRef> Choices) {
  for (StringRef Choice : Choices)
    if (take(Choice))
      return Choice;
  return {};
}

std::optional<PtxType> PtxParts::takeType(bool Wide) {
  for (auto *It = Left.begin(); It != Left.end(); ++It)
    if (auto T = PtxType::parse(*It)) {
      if (T->Bits == 128 && !Wide)
        return std::nullopt;
      Left.erase(It);
      return T;
    }
  return std::nullopt;
}

bool PtxParts::takeMemoryHints() {
  bool Ordered = false;
  erase_if(Left, [&](StringRef Part) {
    if (is_contained(
            {"volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"},
            Part)) {
      Ordered = true;
      return true;
    }
    return Part.starts_with("L1::") || Part.starts_with("L2::") ||
           is_contained({"weak", "cta", "cluster", "gpu", "sys", "ca", "cg",
                         "cs", "lu", "cv", "wb", "wt", "nc"},
                        Part);
  });
  return Ordered;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

PtxTranslator::PtxTranslator(CallBase &Asm, const PtxProgram &Program)
    : B(&Asm), M(*Asm.getModule()), Asm(Asm), Program(Program) {}

void PtxTranslator::refuse(const Twine &Message) {
  if (Failure.empty())
    Failure = Message.str();
}

AllocaInst *PtxTranslator::temporary(Type *T) {
  IRBuilder<>::InsertPointGuard Guard(B);
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  DebugLoc Loc = B.getCurrentDebugLocation();
  B.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
  B.SetCurrentDebugLocation(Loc);
  return B.CreateAlloca(T);
}

/// What a register holds before it is written: the pattern of a local variable
/// without a value.
Value *PtxTranslator::poisonedRegister(Type *T) {
  unsigned Bits = T->getIntegerBitWidth();
  return ConstantInt::get(T, APInt::getSplat(Bits, APInt(8, 0xaa)).trunc(Bits));
}

void PtxTranslator::bindArguments() {
  const auto &Text = *cast<InlineAsm>(Asm.getCalledOperand());
  InlineAsm::ConstraintInfoVector All = Text.ParseConstraints();
  unsigned Input = 0;
  for (const InlineAsm::ConstraintInfo &Info : All) {
    if (Info.Type == InlineAsm::isClobber)
      continue;
    if (Info.isIndirect || Info.Type == InlineAsm::isLabel ||
        Info.isMultipleAlternative) {
      refuse("an operand of inline PTX that lies in memory");
      return;
    }
    Type *T;
    Value *V = nullptr;
    if (Info.Type == InlineAsm::isOutput) {
      Type *Result = Asm.getType();
      auto *Struct = dyn_cast<StructType>(Result);
      T = Struct ? Struct->getElementType(Outputs) : Result;
      ++Outputs;
    } else {
      V = Asm.getArgOperand(Input++);
      T = V->getType();
    }
    uint64_t Bits = M.getDataLayout().getTypeSizeInBits(T);
    if (!T->isSingleValueType() || !Bits || Bits > 128 || T->isVectorTy()) {
      refuse("an operand of inline PTX of a type that no register has");
      return;
    }
    IntegerType *Int = intType(Bits);
    AllocaInst *A = temporary(Int);
    if (V)
      V = T->isPointerTy() ? B.CreatePtrToInt(V, Int) : B.CreateBitCast(V, Int);
    B.CreateStore(V ? V : poisonedRegister(Int), A);
    Arguments.push_back(A);
    // "+r": the value of the output that this input is tied to.
    if (V && !Info.Codes.empty()) {
      unsigned Tied;
      if (!StringRef(Info.Codes.front()).getAsInteger(10, Tied) &&
          Tied < Outputs) {
        if (Arguments[Tied]->getAllocatedType() != Int)
          V = B.CreateZExtOrTrunc(V, Arguments[Tied]->getAllocatedType());
        B.CreateStore(V, Arguments[Tied]);
      }
    }
  }
  for (const PtxRegister &R : Program.Registers) {
    IntegerType *Int = intType(R.Bits);
    AllocaInst *A = temporary(Int);
    B.CreateStore(poisonedRegister(Int), A);
    Registers.push_back(A);
  }
}

AllocaInst *PtxTranslator::slot(const PtxOperand &O) const {
  if (O.is(PtxOperand::Kind::Register))
    return Registers[O.Index];
  if (O.is(PtxOperand::Kind::Argument) && O.Index < Arguments.size())
    return Arguments[O.Index];
  return nullptr;
}

unsigned PtxTranslator::width(const PtxOperand &O) const {
  if (O.is(PtxOperand::Kind::Special))
    return O.Name == "%clock64" || O.Name == "%globaltimer" ? 64 : 32;
  AllocaInst *A = slot(O);
  return A ? A->getAllocatedType()->getIntegerBitWidth() : 0;
}

Value *PtxTranslator::read(const PtxOperand &O, unsigned Bits) {
  IntegerType *T = intType(Bits);
  switch (O.OperandKind) {
  case PtxOperand::Kind::Integer:
    return ConstantInt::get(T, APInt(64, O.Bits).sextOrTrunc(Bits));
  case PtxOperand::Kind::Float:
    if (O.FloatBits == 64 && Bits == 32) // a decimal literal
      return ConstantInt::get(
          T, llvm::bit_cast<uint32_t>(float(llvm::bit_cast<double>(O.Bits))));
    return ConstantInt::get(T, APInt(64, O.Bits).zextOrTrunc(Bits));
  case PtxOperand::Kind::Special:
    if (Value *V = special(O.Name))
      return B.CreateZExtOrTrunc(V, T);
    break;
  case PtxOperand::Kind::Register:
  case PtxOperand::Kind::Argument:
    if (AllocaInst *A = slot(O))
      return B.CreateZExtOrTrunc(B.CreateLoad(A->getAllocatedType(), A), T);
    refuse("an operand %" + Twine(O.Index) + " that the statement lacks");
    break;
  case PtxOperand::Kind::Vector: {
    // mov.b64 d, {lo, hi}
    unsigned Each = Bits / std::max<size_t>(1, O.Elements.size());
    if (!Each || Each * O.Elements.size() != Bits)
      break;
    Value *All = ConstantInt::get(T, 0);
    for (auto [I, E] : enumerate(O.Elements))
      All = B.CreateOr(All,
                       B.CreateShl(B.CreateZExt(read(E, Each), T), I * Each));
    return All;
  }
  default:
    break;
  }
  refuse("an operand of inline PTX that no value can be read from");
  return PoisonValue::get(T);
}

Value *PtxTranslator::readPredicate(const PtxOperand &O) {
  Value *V = read(O, width(O) ? width(O) : 32);
  if (!V->getType()->isIntegerTy(1))
    V = B.CreateIsNotNull(V);
  return O.Negated ? B.CreateNot(V) : V;
}

void PtxTranslator::write(const PtxOperand &O, Value *V, bool Signed) {
  if (O.is(PtxOperand::Kind::Sink))
    return;
  if (V->getType()->isPointerTy())
    V = B.CreatePtrToInt(V, B.getInt64Ty());
  else if (!V->getType()->isIntegerTy())
    V = B.CreateBitCast(
        V, intType(V->getType()->getPrimitiveSizeInBits().getFixedValue()));
  if (O.is(PtxOperand::Kind::Vector)) {
    unsigned Bits = V->getType()->getIntegerBitWidth(),
             Each = Bits / std::max<size_t>(1, O.Elements.size());
    if (!Each || Each * O.Elements.size() != Bits)
      return refuse("a vector of registers that does not fit");
    for (auto [I, E] : enumerate(O.Elements))
      write(E, B.CreateTrunc(B.CreateLShr(V, I * Each), intType(Each)));
    return;
  }
  AllocaInst *A = slot(O);
  if (!A)
    return refuse("a result that goes to no register");
  auto *T = cast<IntegerType>(A->getAllocatedType());
  B.CreateStore(Signed ? B.CreateSExtOrTrunc(V, T) : B.CreateZExtOrTrunc(V, T),
                A);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void PtxTranslator::translate(const PtxInstruction &I) {
  static const auto Table = [] {
    StringMap<PtxHandler> Map;
    for (ArrayRef<PtxEntry> Family :
         {ptxArithmetic(), ptxFloatFunctions(), ptxBits(), ptxComparisons(),
          ptxConversions(), ptxMemory(), ptxAtomics(), ptxAsyncCopies(),
          ptxWarp(), ptxMatrix()})
      for (const PtxEntry &E : Family)
        Map[E.Name] = E.Handler;
    return Map;
  }();
  PtxHandler Handler = Table.lookup(I.Parts.front());
  if (!Handler)
    return refuse("PTX instruction '" + I.Name + "'");
  BasicBlock *After = nullptr;
  if (I.Guard) {
    Value *Condition = readPredicate(*I.Guard);
    BasicBlock *Here = B.GetInsertBlock();
    After = Here->splitBasicBlock(B.GetInsertPoint(), "ptx.next");
    BasicBlock *Then = BasicBlock::Create(B.getContext(), "ptx.then",
                                          Here->getParent(), After);
    Here->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Here);
    B.CreateCondBr(Condition, Then, After);
    B.SetInsertPoint(BranchInst::Create(After, Then));
  }
  DebugLoc Loc = Asm.getDebugLoc();
  B.SetCurrentDebugLocation(Loc);
  if (!Handler(*this, I))
    refuse("PTX instruction '" + I.Name + "'");
  B.SetInsertPoint(&Asm);
}

void PtxTranslator::replaceCall() {
  Type *Result = Asm.getType();
  auto Load = [&](unsigned I, Type *T) -> Value * {
    Value *V = B.CreateLoad(Arguments[I]->getAllocatedType(), Arguments[I]);
    return T->isPointerTy() ? B.CreateIntToPtr(V, T) : B.CreateBitCast(V, T);
  };
  if (auto *Struct = dyn_cast<StructType>(Result)) {
    Value *All = PoisonValue::get(Struct);
    for (unsigned I = 0; I != Outputs; ++I)
      All = B.CreateInsertValue(All, Load(I, Struct->getElementType(I)), I);
    Asm.replaceAllUsesWith(All);
  } else if (!Result->isVoidTy()) {
    Asm.replaceAllUsesWith(Load(0, Result));
  }
  Asm.eraseFromParent();
}

Error PtxTranslator::run() {
  bindArguments();
  for (const PtxInstruction &I : Program.Instructions) {
    if (refused())
      break;
    translate(I);
  }
  if (refused())
    return createStringError(Failure);
  replaceCall();
  return Error::success();
}

} // namespace kmend
