//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile/Constructors.h"
#include "Compile/DeviceLowering.h"
#include "Compile/Jit.h"
#include "Process/Worker.h"
#include "Simt/Runtime.h"
#include "kmend/Execute/Executor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include <csignal>

using namespace llvm;

namespace kmend {

namespace {

/// Compiled device code for one family of schedules.
struct DeviceVariant {
  bool Ready = false;
  RuntimeImage Image;
};

class SimtTask final : public WorkerTask {
public:
  SimtTask(StringRef FileName, StringRef Text, StringRef Symbol,
           unsigned Arguments, const CompileOptions &Options)
      : FileName(FileName), Text(Text), Symbol(Symbol), Arguments(Arguments),
        Options(Options) {}

  Error prepare() override;
  Error prepareRun(const Slot &S) override;
  void run(Slot &S) override;
  void finish(Slot &S) override;

private:
  Error prepareVariant(bool Yield);

  std::string FileName, Text, Symbol;
  unsigned Arguments;
  CompileOptions Options;
  std::unique_ptr<Jit> Code;
  SmallString<0> DeviceBitcode; ///< before lowering, for the other variant
  std::vector<CompiledKernel> Kernels;
  DeviceVariant Variants[2]; ///< 1: with yields
  std::vector<SourceLocation> Sites[2];
  void (*Entry)(void *) = nullptr;
  void (*Constructors)() = nullptr;
};

EntryPointList allowList() {
  EntryPointList List;
  addDeviceEntryPoints(List);
  addRuntimeApi(List);
  addLibraryFunctions(List);
  return List;
}

Error SimtTask::prepare() {
  // Whoever forked us may have handlers of its own.
  for (int Signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGINT, SIGTERM})
    std::signal(Signal, SIG_DFL);

  auto Made = Jit::create(allowList());
  if (!Made)
    return Made.takeError();
  Code = std::move(*Made);

  auto Host =
      compileHost(FileName, Text, cudaArguments(Side::Host, Text, Options),
                  Symbol, Arguments);
  if (!Host)
    return Host.takeError();
  addConstructorRunner(*Host->IR);
  optimize(*Host->IR, Code->machine(), /*Fast=*/true);
  if (Error E = Code->add("host", std::move(*Host)))
    return E;

  auto Device =
      compileDevice(FileName, Text, cudaArguments(Side::Device, Text, Options));
  if (!Device)
    return Device.takeError();
  Kernels = Device->Kernels;
  raw_svector_ostream Out(DeviceBitcode);
  WriteBitcodeToFile(*Device->IR, Out);
  if (Error E = prepareVariant(false))
    return E;

  auto EntryAddress = Code->lookup("host", "kmend_entry");
  if (!EntryAddress)
    return EntryAddress.takeError();
  Entry = reinterpret_cast<void (*)(void *)>(*EntryAddress);
  auto ConstructorsAddress = Code->lookup("host", "kmend_constructors");
  if (!ConstructorsAddress)
    return ConstructorsAddress.takeError();
  Constructors = reinterpret_cast<void (*)()>(*ConstructorsAddress);
  return Error::success();
}

Error SimtTask::prepareVariant(bool Yield) {
  DeviceVariant &V = Variants[Yield];
  if (V.Ready)
    return Error::success();
  CompiledSide Side;
  Side.Context = std::make_unique<LLVMContext>();
  Side.Kernels = Kernels;
  auto Read =
      parseBitcodeFile(MemoryBufferRef(DeviceBitcode, FileName), *Side.Context);
  if (!Read)
    return Read.takeError();
  Side.IR = std::move(*Read);

  std::vector<std::pair<std::string, uint64_t>> Globals;
  DeviceProgram Program = lowerDevice(Side, Yield);
  const DataLayout &DL = Side.IR->getDataLayout();
  for (GlobalVariable &G : Side.IR->globals())
    if (!G.isDeclaration() && G.hasExternalLinkage())
      Globals.push_back(
          {G.getName().str(), DL.getTypeAllocSize(G.getValueType())});
  optimize(*Side.IR, Code->machine(), /*Fast=*/false);
  StringRef Library = Yield ? "device-yield" : "device";
  if (Error E = Code->add(Library, std::move(Side)))
    return E;

  Sites[Yield] = std::move(Program.Sites);
  V.Image.Sites = &Sites[Yield];
  V.Image.SharedBytes = Program.SharedBytes;
  for (const DeviceKernel &K : Program.Kernels) {
    LaunchableKernel L;
    L.Name = K.Name;
    L.DisplayName = K.DisplayName;
    L.MaxThreads = K.MaxThreads;
    L.StaticSharedBytes = K.StaticSharedBytes;
    auto Thread = Code->lookup(Library, K.Name + ".thread");
    if (!Thread)
      return Thread.takeError();
    L.Thread = reinterpret_cast<ThreadFunction>(*Thread);
    if (!K.NeedsFibers) {
      auto Loop = Code->lookup(Library, K.Name + ".loop");
      if (!Loop)
        return Loop.takeError();
      L.Loop = reinterpret_cast<LoopFunction>(*Loop);
    }
    V.Image.Kernels.push_back(std::move(L));
  }
  for (auto &[Name, Bytes] : Globals) {
    auto Address = Code->lookup(Library, Name);
    if (!Address)
      return Address.takeError();
    V.Image.DeviceVariables[Name] = *Address;
    V.Image.DeviceVariableBytes[Name] = Bytes;
  }
  V.Ready = true;
  return Error::success();
}

Error SimtTask::prepareRun(const Slot &S) {
  return prepareVariant(S.Order.Order == Schedule::Kind::Yield);
}

void SimtTask::run(Slot &S) {
  bool Yield = S.Order.Order == Schedule::Kind::Yield;
  // The process ends with the run, so nothing of it is ever torn down.
  auto *R = new Runtime(S, Variants[Yield].Image);
  installFaultHandlers();
  Constructors();
  R->runEntry(Entry, /*HostTouchesDevice=*/false);
}

void SimtTask::finish(Slot &S) {
  for (SlotEvent &E :
       MutableArrayRef(S.Events, std::min(S.EventCount, MaxEvents)))
    if (E.ProgramCounter && !E.Line) {
      // A fault's address is that of the instruction itself.
      SourceLocation L = Code->lineOf(E.ProgramCounter);
      copyText(E.File, sizeof(E.File), L.File);
      E.Line = L.Line;
      E.Column = L.Column;
    }
}

class SimtExecutor final : public Executor {
public:
  StringRef name() const override { return "simt"; }

  Expected<std::unique_ptr<Program>>
  compile(StringRef FileName, StringRef Text, StringRef Symbol,
          unsigned Arguments, const CompileOptions &Options) override {
    return startWorker(
        std::make_unique<SimtTask>(FileName, Text, Symbol, Arguments, Options));
  }
};

} // namespace

std::unique_ptr<Executor> createSimtExecutor() {
  return std::make_unique<SimtExecutor>();
}

} // namespace kmend
