//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace kmend {

/// An object file that was linked, kept for its line table.
struct Jit::CompiledObject {
  std::unique_ptr<MemoryBuffer> Buffer;
  std::unique_ptr<object::ObjectFile> File;
  std::unique_ptr<DWARFContext> Lines;
  std::string Library;
  std::string AnchorName; ///< a function by which the text is found in memory
  uint64_t AnchorOffset = 0, TextSize = 0, TextAddress = 0;
  uint64_t SectionIndex = 0;
};

Jit::Jit() = default;
Jit::~Jit() = default;

Expected<std::unique_ptr<Jit>> Jit::create(const EntryPointList &Symbols) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  std::unique_ptr<Jit> J(new Jit);
  J->Symbols = Symbols;

  Triple TT("x86_64-pc-linux-gnu");
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TT, Message);
  if (!T)
    return makeError(ExitCode::Undecided,
                     "simt needs an x86-64 processor: " + Message);
  J->Machine.reset(T->createTargetMachine(TT, "x86-64", "", TargetOptions(),
                                          Reloc::PIC_, CodeModel::Small,
                                          CodeGenOptLevel::Default));

  auto Session = orc::LLJITBuilder()
                     .setNumCompileThreads(0)
                     .setLinkProcessSymbolsByDefault(false)
                     .setPlatformSetUp(orc::setUpInactivePlatform)
                     .create();
  if (!Session)
    return Session.takeError();
  J->Session = std::move(*Session);
  // A failed link is returned; it is not printed as well.
  J->Session->getExecutionSession().setErrorReporter(
      [](Error E) { consumeError(std::move(E)); });
  return J;
}

namespace {

/// Functions and data that \p File needs from elsewhere.
StringSet<> undefinedSymbols(const object::ObjectFile &File) {
  StringSet<> Names;
  for (const object::SymbolRef &Symbol : File.symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    Expected<StringRef> Name = Symbol.getName();
    if (Flags && Name && (*Flags & object::SymbolRef::SF_Undefined) &&
        !Name->empty() && *Name != "_GLOBAL_OFFSET_TABLE_")
      Names.insert(*Name);
    consumeError(Flags.takeError());
    consumeError(Name.takeError());
  }
  return Names;
}

} // namespace

Error Jit::add(StringRef Library, CompiledSide Side) {
  SmallVector<char, 0> Bytes;
  {
    raw_svector_ostream Out(Bytes);
    legacy::PassManager Passes;
    Side.IR->setDataLayout(Machine->createDataLayout());
    if (Machine->addPassesToEmitFile(Passes, Out, nullptr,
                                     CodeGenFileType::ObjectFile))
      return makeError(ExitCode::Internal, "no object file can be emitted");
    Passes.run(*Side.IR);
  }
  auto Object = std::make_unique<CompiledObject>();
  Object->Buffer = std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), Library, /*RequiresNullTerminator=*/false);
  auto File = object::ObjectFile::createObjectFile(*Object->Buffer);
  if (!File)
    return File.takeError();
  Object->File = std::move(*File);
  Object->Library = Library.str();

  StringSet<> Undefined = undefinedSymbols(*Object->File);
  for (const auto &[Name, Address] : Symbols)
    Undefined.erase(Name);
  // What the runtime lacks: named all at once, in a fixed order.
  std::vector<std::string> Missing;
  for (const auto &Entry : Undefined)
    if (Entry.getKey() != "__dso_handle")
      Missing.push_back("'" + demangle(Entry.getKey()) + "'");
  if (!Missing.empty()) {
    llvm::sort(Missing);
    return makeError(ExitCode::Undecided,
                     "unsupported: the candidate uses " + join(Missing, ", ") +
                         ", which simt does not provide; use --executor cuda");
  }

  for (const object::SymbolRef &Symbol : Object->File->symbols()) {
    auto Type = Symbol.getType();
    auto Section = Symbol.getSection();
    auto Flags = Symbol.getFlags();
    if (Type && Section && Flags && *Type == object::SymbolRef::ST_Function &&
        *Section != Object->File->section_end() && (*Section)->isText() &&
        (*Flags & object::SymbolRef::SF_Global) && Object->AnchorName.empty()) {
      Object->AnchorName = cantFail(Symbol.getName()).str();
      Object->AnchorOffset = cantFail(Symbol.getValue());
      Object->TextSize = (*Section)->getSize();
      Object->SectionIndex = (*Section)->getIndex();
    }
    consumeError(Type.takeError());
    consumeError(Section.takeError());
    consumeError(Flags.takeError());
  }
  Object->Lines = DWARFContext::create(*Object->File);

  orc::JITDylib *Dylib = Session->getJITDylibByName(Library);
  if (!Dylib) {
    auto Made = Session->createJITDylib(Library.str());
    if (!Made)
      return Made.takeError();
    Dylib = &*Made;
    orc::SymbolMap Map;
    for (const auto &[Name, Address] : Symbols)
      Map[Session->mangleAndIntern(Name)] = {
          orc::ExecutorAddr::fromPtr(Address), JITSymbolFlags::Exported};
    static char Handle;
    Map[Session->mangleAndIntern("__dso_handle")] = {
        orc::ExecutorAddr::fromPtr(&Handle), JITSymbolFlags::Exported};
    if (Error E = Dylib->define(orc::absoluteSymbols(std::move(Map))))
      return E;
  }
  auto Copy = MemoryBuffer::getMemBuffer(Object->Buffer->getMemBufferRef(),
                                         /*RequiresNullTerminator=*/false);
  Objects.push_back(std::move(Object));
  return Session->addObjectFile(*Dylib, std::move(Copy));
}

Expected<void *> Jit::lookup(StringRef Library, StringRef Symbol) {
  orc::JITDylib *Dylib = Session->getJITDylibByName(Library);
  assert(Dylib && "a library is looked at after something was added to it");
  auto Address = Session->lookup(*Dylib, Symbol);
  if (!Address)
    return makeError(ExitCode::Internal,
                     "cannot link: " + toString(Address.takeError()));
  for (auto &Object : Objects)
    if (Object->Library == Library && !Object->TextAddress &&
        !Object->AnchorName.empty()) {
      if (auto Anchor = Session->lookup(*Dylib, Object->AnchorName))
        Object->TextAddress = Anchor->getValue() - Object->AnchorOffset;
      else
        consumeError(Anchor.takeError());
    }
  return Address->toPtr<void *>();
}

SourceLocation Jit::lineOf(uint64_t Address) const {
  for (const auto &Object : Objects) {
    if (!Object->TextAddress || Address < Object->TextAddress ||
        Address - Object->TextAddress >= Object->TextSize)
      continue;
    DILineInfoSpecifier How(DILineInfoSpecifier::FileLineInfoKind::RawValue,
                            DILineInfoSpecifier::FunctionNameKind::None);
    DIInliningInfo Frames = Object->Lines->getInliningInfoForAddress(
        {Address - Object->TextAddress, Object->SectionIndex}, How);
    // The innermost frame that is not in a header of ours.
    for (uint32_t I = 0; I != Frames.getNumberOfFrames(); ++I) {
      const DILineInfo &Frame = Frames.getFrame(I);
      if (Frame.FileName.find("/kmend/") != 0 && Frame.Line)
        return {Frame.FileName, Frame.Line, Frame.Column};
    }
  }
  return {};
}

} // namespace kmend
