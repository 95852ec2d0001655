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
#include "llvm/IR/Module.h"
#include <csignal>

using namespace llvm;

namespace kmend {

namespace {

class ReferenceTask final : public WorkerTask {
public:
  ReferenceTask(StringRef FileName, StringRef Text, StringRef Symbol,
                unsigned Arguments, const CompileOptions &Options)
      : FileName(FileName), Text(Text), Symbol(Symbol), Arguments(Arguments),
        Options(Options) {}

  Error prepare() override {
    for (int Signal :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGINT, SIGTERM})
      std::signal(Signal, SIG_DFL);
    EntryPointList List;
    addLibraryFunctions(List);
    auto Made = Jit::create(List);
    if (!Made)
      return Made.takeError();
    Code = std::move(*Made);
    auto Host = compileHost(FileName, Text, referenceArguments(Text, Options),
                            Symbol, Arguments);
    if (!Host)
      return Host.takeError();
    addConstructorRunner(*Host->IR);
    optimize(*Host->IR, Code->machine(), /*Fast=*/false);
    if (Error E = Code->add("reference", std::move(*Host)))
      return E;
    auto EntryAddress = Code->lookup("reference", "kmend_entry");
    if (!EntryAddress)
      return EntryAddress.takeError();
    Entry = reinterpret_cast<void (*)(void *)>(*EntryAddress);
    auto ConstructorsAddress = Code->lookup("reference", "kmend_constructors");
    if (!ConstructorsAddress)
      return ConstructorsAddress.takeError();
    Constructors = reinterpret_cast<void (*)()>(*ConstructorsAddress);
    return Error::success();
  }

  Error prepareRun(const Slot &) override { return Error::success(); }

  void run(Slot &S) override {
    auto *R = new Runtime(S, {});
    installFaultHandlers();
    Constructors();
    R->runEntry(Entry, /*HostTouchesDevice=*/true);
  }

  void finish(Slot &S) override {
    for (SlotEvent &E :
         MutableArrayRef(S.Events, std::min(S.EventCount, MaxEvents)))
      if (E.ProgramCounter && !E.Line) {
        SourceLocation L = Code->lineOf(E.ProgramCounter);
        copyText(E.File, sizeof(E.File), L.File);
        E.Line = L.Line;
        E.Column = L.Column;
      }
  }

private:
  std::string FileName, Text, Symbol;
  unsigned Arguments;
  CompileOptions Options;
  std::unique_ptr<Jit> Code;
  void (*Entry)(void *) = nullptr;
  void (*Constructors)() = nullptr;
};

class ReferenceExecutor final : public Executor {
public:
  StringRef name() const override { return "reference"; }

  Expected<std::unique_ptr<Program>>
  compile(StringRef FileName, StringRef Text, StringRef Symbol,
          unsigned Arguments, const CompileOptions &Options) override {
    return startWorker(std::make_unique<ReferenceTask>(FileName, Text, Symbol,
                                                       Arguments, Options));
  }
};

} // namespace

std::unique_ptr<Executor> createReferenceExecutor() {
  return std::make_unique<ReferenceExecutor>();
}

} // namespace kmend
