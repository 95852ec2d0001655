//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedVariables.h"
#include "../Simt/Context.h"
#include "ContextFields.h"
#include "DeviceLowering.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include <map>

using namespace llvm;

namespace kmend {

static void replaceShared(GlobalVariable *G, Function *F, Value *Pointer) {
  SmallVector<Use *> Uses;
  for (Use &U : G->uses())
    if (auto *I = dyn_cast<Instruction>(U.getUser());
        I && I->getFunction() == F)
      Uses.push_back(&U);
  for (Use *U : Uses)
    U->set(Pointer);
}

/// `tile` of a variable in a function or namespace.
static std::string nameInSource(const GlobalVariable &G) {
  std::string Name = demangle(G.getName());
  size_t Scope = Name.rfind("::");
  return Scope == std::string::npos ? Name : Name.substr(Scope + 2);
}

void layOutShared(Module &M, ArrayRef<GlobalVariable *> Static,
                  MutableArrayRef<DeviceKernel> Kernels) {
  SmallVector<GlobalVariable *> Dynamic;
  for (GlobalVariable &G : M.globals()) {
    if (G.getName().starts_with("kmend_"))
      continue;
    // `extern __shared__ T x[]` is all that has no contents and no extent.
    auto *Array = dyn_cast<ArrayType>(G.getValueType());
    if (G.isDeclaration() && Array && Array->getNumElements() == 0)
      Dynamic.push_back(&G);
  }
  const DataLayout &DL = M.getDataLayout();
  SmallVector<Constant *> All(Dynamic.begin(), Dynamic.end());
  for (GlobalVariable *G : Static)
    if (!is_contained(Dynamic, G))
      All.push_back(G);
  convertUsersOfConstantsToInstructions(All);

  auto UsersOf = [](GlobalVariable *G) {
    SetVector<Function *> Users;
    for (User *U : G->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Users.insert(I->getFunction());
    return Users;
  };
  auto Add = [&](DeviceKernel &K, GlobalVariable *G, SharedLayout &Layout) {
    uint64_t Bytes = DL.getTypeAllocSize(G->getValueType());
    Align Alignment = std::max(DL.getPreferredAlign(G), Align(16));
    uint64_t Offset = Layout.place(Bytes, Alignment.value());
    K.Shared.push_back({nameInSource(*G), Offset, Bytes});
    K.StaticSharedBytes += Bytes;
    return Offset;
  };
  auto PointTo = [&](GlobalVariable *G, Function *F,
                     std::optional<uint64_t> Offset) {
    IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
    Value *Block = blockOf(B, *F);
    const unsigned Field = Offset ? offsetof(BlockContext, Shared)
                                  : offsetof(BlockContext, DynamicShared);
    LoadInst *Pointer = loadField(B, Block, Field, B.getPtrTy());
    Pointer->setMetadata(
        LLVMContext::MD_align,
        MDNode::get(M.getContext(),
                    ConstantAsMetadata::get(B.getInt64(Offset ? 4096 : 16))));
    replaceShared(G, F,
                  Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, *Offset)
                         : Pointer);
  };
  // What functions use that stayed functions lies at one place for all kernels;
  // behind it every kernel has its own.
  SharedLayout Common;
  std::map<std::string, SharedLayout> Layouts;
  for (bool IsCommon : {true, false}) {
    for (Constant *Each : All) {
      auto *G = cast<GlobalVariable>(Each);
      SetVector<Function *> Users = UsersOf(G);
      const bool Stays = any_of(Users, [&](Function *F) {
        return !isThreadFunction(*F) && !F->use_empty();
      });
      if (is_contained(Dynamic, G) || Stays != IsCommon)
        continue;
      std::optional<uint64_t> Offset;
      if (Stays)
        for (DeviceKernel &K : Kernels) {
          SharedLayout Behind = Common;
          Offset = Add(K, G, &K == &Kernels.back() ? Common : Behind);
        }
      for (Function *F : Users) {
        for (DeviceKernel &K : Kernels)
          if (!Stays && F->getName() == (K.Name + ThreadSuffix).str())
            Offset =
                Add(K, G, Layouts.try_emplace(K.Name, Common).first->second);
        PointTo(G, F, Offset.value_or(0));
      }
    }
  }
  for (GlobalVariable *G : Dynamic)
    for (Function *F : UsersOf(G))
      PointTo(G, F, std::nullopt);
  for (Constant *Each : All)
    if (auto *G = cast<GlobalVariable>(Each); G->use_empty())
      G->eraseFromParent();
}

} // namespace kmend
