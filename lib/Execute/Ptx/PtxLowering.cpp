//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxLowering.h"
#include "PtxTranslator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

static const InlineAsm *asmOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
}

/// Where the statement stands; one in a header of ours where it is used.
static SourceLocation placeOf(const Instruction &I, StringRef FileName) {
  if (const DILocation *L = I.getDebugLoc().get())
    return {L->getFilename().empty() ? FileName.str() : L->getFilename().str(),
            L->getLine(), L->getColumn()};
  return {FileName.str(), 0, 0};
}

Error refuseAssembly(const Module &M, StringRef FileName) {
  auto Refuse = [&](SourceLocation Where) {
    return makeError(ExitCode::Undecided, Where,
                     "unsupported: assembly in host code; use --executor cuda");
  };
  if (!M.getModuleInlineAsm().empty())
    return Refuse({FileName.str(), 0, 0});
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const InlineAsm *Asm = asmOf(I);
          Asm && !StringRef(Asm->getAsmString()).trim().empty())
        return Refuse(placeOf(I, FileName));
  return Error::success();
}

/// Functions that no kernel and no variable can reach.
static void removeUnreachable(Module &M) {
  SetVector<Function *> Reached;
  SetVector<const Constant *> Constants;
  auto Visit = [&](const Value *V) {
    if (auto *F = dyn_cast<Function>(V))
      Reached.insert(const_cast<Function *>(F));
    else if (auto *C = dyn_cast<Constant>(V))
      Constants.insert(C);
  };
  for (Function &F : M)
    if (F.getName().ends_with(".thread"))
      Reached.insert(&F);
  for (GlobalVariable &G : M.globals())
    if (G.hasInitializer() && !G.getName().starts_with("llvm."))
      Visit(G.getInitializer());
  size_t NextFunction = 0, NextConstant = 0;
  while (NextFunction != Reached.size() || NextConstant != Constants.size()) {
    while (NextConstant != Constants.size())
      for (const Value *V : Constants[NextConstant++]->operands())
        Visit(V);
    if (NextFunction == Reached.size())
      break;
    for (const Instruction &I : instructions(*Reached[NextFunction++]))
      for (const Value *V : I.operands())
        Visit(V);
  }
  // The bodies go, the names stay: annotations speak of them.
  for (Function &F : M)
    if (!F.isDeclaration() && !Reached.contains(&F))
      for (const Instruction &I : instructions(F))
        if (asmOf(I)) {
          F.deleteBody();
          F.setComdat(nullptr);
          break;
        }
}

static bool hasAsyncCopies(const Module &M) {
  return M.getFunction("kmend_async_copy") != nullptr;
}

/// A thread that returns leaves no copies behind.
static void finishAsyncCopies(Module &M) {
  for (Function &F : M) {
    if (!F.getName().ends_with(".thread") || F.isDeclaration())
      continue;
    for (BasicBlock &Block : F)
      if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
        IRBuilder<> B(Return);
        B.CreateCall(
            M.getOrInsertFunction("kmend_async_finish", B.getVoidTy()));
      }
  }
}

Error lowerPtx(Module &M, StringRef FileName) {
  if (!M.getModuleInlineAsm().empty())
    return makeError(ExitCode::Undecided, {FileName.str(), 0, 0},
                     "unsupported: assembly outside of functions; use "
                     "--executor cuda");
  removeUnreachable(M);
  SmallVector<CallBase *> Statements;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (asmOf(I))
        Statements.push_back(cast<CallBase>(&I));
  for (CallBase *Call : Statements) {
    SourceLocation Where = placeOf(*Call, FileName);
    auto Refuse = [&](const Twine &Why) {
      return makeError(ExitCode::Undecided, Where,
                       "unsupported: " + Why + "; use --executor cuda");
    };
    if (!isa<CallInst>(Call))
      return Refuse("inline PTX that jumps");
    auto Program = parsePtx(asmOf(*Call)->getAsmString());
    if (!Program)
      return Refuse(toString(Program.takeError()));
    if (Error E = PtxTranslator(*Call, *Program).run())
      return Refuse(toString(std::move(E)));
  }
  if (hasAsyncCopies(M))
    finishAsyncCopies(M);
  return Error::success();
}

} // namespace kmend
