//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns one PTX statement into LLVM IR in the place of its asm call. Registers
// become allocas, which the optimiser takes away; an instruction is translated
// by the handler that the table names for its first part.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PTX_PTXTRANSLATOR_H
#define KMEND_LIB_EXECUTE_PTX_PTXTRANSLATOR_H

#include "PtxProgram.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include <initializer_list>

namespace kmend {

/// The type that ends an instruction's name, `.f16x2`.
struct PtxType {
  enum class Class : uint8_t { Bits, Unsigned, Signed, Float, BFloat, Pred };
  Class TypeClass = Class::Bits;
  unsigned Bits = 0; ///< of one lane
  unsigned Lanes = 1;

  static std::optional<PtxType> parse(llvm::StringRef Text);
  bool isFloat() const {
    return TypeClass == Class::Float || TypeClass == Class::BFloat;
  }
  bool isSigned() const { return TypeClass == Class::Signed; }
  bool isPredicate() const { return TypeClass == Class::Pred; }
  unsigned total() const { return Bits * Lanes; }
  /// Of 32 or 64 bits and floating: what the processor computes itself.
  bool isWideFloat() const { return TypeClass == Class::Float && Bits >= 32; }
  PtxType lane() const { return {TypeClass, Bits, 1}; }
};

/// The parts of an instruction's name behind the first, taken one by one. An
/// instruction of which a part is left over was not understood.
class PtxParts {
public:
  explicit PtxParts(const PtxInstruction &I)
      : Left(I.Parts.begin() + 1, I.Parts.end()) {}

  bool take(llvm::StringRef Part);
  /// The first of \p Choices that is there, or an empty string.
  llvm::StringRef takeOneOf(std::initializer_list<llvm::StringRef> Choices);
  /// The first part that is a type; one of 128 bits where \p Wide allows it.
  std::optional<PtxType> takeType(bool Wide = false);
  /// Takes all that says how memory is cached, ordered or scoped. True when a
  /// load or store among them must not be merged with others.
  bool takeMemoryHints();
  bool done() const { return Left.empty(); }

private:
  llvm::SmallVector<llvm::StringRef> Left;
};

class PtxTranslator;
/// False: the instruction, as written, is not supported.
using PtxHandler = bool (*)(PtxTranslator &T, const PtxInstruction &I);
struct PtxEntry {
  llvm::StringRef Name;
  PtxHandler Handler;
};

/// \name The table, family by family.
/// @{
llvm::ArrayRef<PtxEntry> ptxArithmetic();
llvm::ArrayRef<PtxEntry> ptxFloatFunctions();
llvm::ArrayRef<PtxEntry> ptxBits();
llvm::ArrayRef<PtxEntry> ptxComparisons();
llvm::ArrayRef<PtxEntry> ptxConversions();
llvm::ArrayRef<PtxEntry> ptxMemory();
llvm::ArrayRef<PtxEntry> ptxAtomics();
llvm::ArrayRef<PtxEntry> ptxAsyncCopies();
llvm::ArrayRef<PtxEntry> ptxWarp();
llvm::ArrayRef<PtxEntry> ptxMatrix();
/// @}

class PtxTranslator {
public:
  PtxTranslator(llvm::CallBase &Asm, const PtxProgram &Program);

  /// Replaces the call. An error is a plain message.
  llvm::Error run();

  llvm::IRBuilder<> B;
  llvm::Module &M;

  /// \name For handlers.
  /// @{
  llvm::IntegerType *intType(unsigned Bits) { return B.getIntNTy(Bits); }
  llvm::PointerType *ptrType() { return B.getPtrTy(); }
  /// The low \p Bits of an operand.
  llvm::Value *read(const PtxOperand &O, unsigned Bits);
  llvm::Value *readPredicate(const PtxOperand &O);
  /// A float or a double; 16-bit types are widened to float.
  llvm::Value *readFloat(const PtxOperand &O, PtxType T);
  llvm::Value *widen(llvm::Value *Bits16, bool IsBFloat);
  /// To 16 bits, to nearest; a NaN becomes 0x7fff.
  llvm::Value *narrow(llvm::Value *Float, bool IsBFloat);
  /// Writes any scalar; a register that is wider gets it extended.
  void write(const PtxOperand &O, llvm::Value *V, bool Signed = false);
  /// Writes a float as the type says, 16-bit ones rounded.
  void writeFloat(const PtxOperand &O, llvm::Value *V, PtxType T);
  /// Width in bits of the register or argument; 0 of an immediate.
  unsigned width(const PtxOperand &O) const;
  /// Where an address operand points; \p Shared says that it is one of 32 bits.
  llvm::Value *pointer(const PtxOperand &O, bool Shared);
  /// Ends the run when \p Pointer is no multiple of \p Bytes.
  void checkAlignment(llvm::Value *Pointer, unsigned Bytes);
  llvm::CallInst *call(llvm::StringRef Function, llvm::Type *Result,
                       llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::CallInst *intrinsic(llvm::Intrinsic::ID Id, llvm::Value *V,
                            llvm::ArrayRef<llvm::Value *> More = {});
  llvm::Value *special(llvm::StringRef Name);
  /// The thread's index in its block.
  llvm::Value *linearThread();
  llvm::Value *lane();
  llvm::AllocaInst *temporary(llvm::Type *T);
  /// A denormal becomes a zero of its sign.
  llvm::Value *flush(llvm::Value *Float);
  /// Into [0, 1]; a NaN becomes 0.
  llvm::Value *saturate(llvm::Value *Float);
  /// Makes the whole statement refused with \p Message.
  void refuse(const llvm::Twine &Message);
  bool refused() const { return !Failure.empty(); }
  /// @}

private:
  llvm::AllocaInst *slot(const PtxOperand &O) const;
  void bindArguments();
  void translate(const PtxInstruction &I);
  void replaceCall();
  llvm::Value *poisonedRegister(llvm::Type *T);

  llvm::CallBase &Asm;
  const PtxProgram &Program;
  std::vector<llvm::AllocaInst *> Registers, Arguments;
  unsigned Outputs = 0;
  std::string Failure;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PTX_PTXTRANSLATOR_H
