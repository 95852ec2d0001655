//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Commands.h"
#include <thread>

namespace cl = llvm::cl;

namespace kmend {

namespace {

/// Puts an option into every command, but not beside them: there, Clang and
/// LLVM have hundreds of their own, and one that is called "executor".
struct InEveryCommand {
  void apply(cl::Option &O) const {
    for (const Command *C : allCommands())
      O.addSubCommand(*C->Sub);
  }
};

struct Options {
  cl::opt<bool> Json{"json", cl::desc("Print one JSON document on stdout"),
                     InEveryCommand()};
  cl::opt<bool> Quiet{"quiet", cl::desc("Print results only"),
                      InEveryCommand()};
  cl::opt<uint64_t> Seed{"seed", cl::desc("Seed of everything random"),
                         cl::init(0), InEveryCommand()};
  cl::opt<unsigned> Jobs{"j", cl::desc("Cases run at a time"), cl::init(0),
                         cl::Prefix, InEveryCommand()};
  cl::opt<std::string> Executor{"executor",
                                cl::desc("simt (default), cuda or cuda:nvcc"),
                                cl::init("simt"), InEveryCommand()};
  cl::opt<std::string> CudaPath{
      "cuda-path", cl::desc("Parse with the headers of this CUDA toolkit"),
      InEveryCommand()};
  cl::list<std::string> ExtraArg{"extra-arg",
                                 cl::desc("Pass this argument to Clang, too"),
                                 InEveryCommand()};
};

} // namespace

// Made on the first call, when every command's cl::SubCommand exists.
static Options &options() {
  static Options All;
  return All;
}

void registerCommonOptions() { options(); }

CommonOptions commonOptions() {
  const Options &Given = options();
  CommonOptions O;
  O.Json = Given.Json;
  O.Quiet = Given.Quiet;
  O.Seed = Given.Seed;
  O.Jobs = Given.Jobs ? Given.Jobs
                      : std::max(1u, std::thread::hardware_concurrency());
  O.Executor = Given.Executor;
  O.Compile.CudaPath = Given.CudaPath;
  O.Compile.ExtraArgs.assign(Given.ExtraArg.begin(), Given.ExtraArg.end());
  return O;
}

llvm::Expected<std::unique_ptr<Executor>> makeExecutor(llvm::StringRef Name) {
  if (Name == "simt")
    return createSimtExecutor();
  if (Name == "cuda" || Name == "cuda:nvcc")
    return makeError(
        ExitCode::Undecided,
        "executor '" + Name +
            "' is not in this build; --executor simt needs no GPU");
  return makeError(ExitCode::CommandLine, "unknown executor '" + Name +
                                              "'; use simt, cuda or cuda:nvcc");
}

void printJson(llvm::json::Value Document) {
  llvm::outs() << llvm::formatv("{0:2}", Document) << "\n";
}

} // namespace kmend
