//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectEmitter.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;

namespace kmend {

Expected<ObjectEmitter> ObjectEmitter::create() {
  // Both sides of a source may come here at once, and a target registers itself
  // in a list.
  [[maybe_unused]] static const bool Ready = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  Triple TT("x86_64-pc-linux-gnu");
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TT, Message);
  if (!T)
    return makeError(ExitCode::Undecided,
                     "simt needs an x86-64 processor: " + Message);
  ObjectEmitter Made;
  Made.Machine.reset(T->createTargetMachine(TT, "x86-64", "", TargetOptions(),
                                            Reloc::PIC_, CodeModel::Small,
                                            CodeGenOptLevel::Default));
  return Made;
}

static Error checkSymbols(StringRef Bytes, const EntryPointList &Allowed) {
  auto File =
      object::ObjectFile::createObjectFile(MemoryBufferRef(Bytes, "object"));
  if (!File)
    return File.takeError();
  StringSet<> Undefined;
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    Expected<StringRef> Name = Symbol.getName();
    if (Flags && Name && (*Flags & object::SymbolRef::SF_Undefined) &&
        !Name->empty() && *Name != "_GLOBAL_OFFSET_TABLE_")
      Undefined.insert(*Name);
    consumeError(Flags.takeError());
    consumeError(Name.takeError());
  }
  for (const auto &[Name, Address] : Allowed)
    Undefined.erase(Name);
  if (Undefined.empty())
    return Error::success();
  // What the runtime lacks: named all at once, in a fixed order.
  std::vector<std::string> Missing;
  for (const auto &Entry : Undefined)
    Missing.push_back("'" + demangle(Entry.getKey()) + "'");
  llvm::sort(Missing);
  return makeError(ExitCode::Undecided,
                   "unsupported: the candidate uses " + join(Missing, ", ") +
                       ", which simt does not provide; use --executor cuda");
}

Expected<std::string>
ObjectEmitter::emit(Module &M, const EntryPointList &Allowed, bool Fast) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Out(Bytes);
  legacy::PassManager Passes;
  M.setDataLayout(Machine->createDataLayout());
  Machine->setOptLevel(Fast ? CodeGenOptLevel::None : CodeGenOptLevel::Default);
  Machine->setFastISel(Fast);
  if (Machine->addPassesToEmitFile(Passes, Out, nullptr,
                                   CodeGenFileType::ObjectFile,
                                   /*DisableVerify=*/true))
    return makeError(ExitCode::Internal, "no object file can be emitted");
  Passes.run(M);
  if (Error E = checkSymbols(toStringRef(Bytes), Allowed))
    return std::move(E);
  return std::string(Bytes.begin(), Bytes.end());
}

} // namespace kmend
