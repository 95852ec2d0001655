//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include <thread>

namespace cl = llvm::cl;

namespace kmend {

static cl::opt<bool> Json("json", cl::desc("Print one JSON document on stdout"),
                          cl::sub(cl::SubCommand::getAll()));
static cl::opt<bool> Quiet("quiet", cl::desc("Print results only"),
                           cl::sub(cl::SubCommand::getAll()));
static cl::opt<uint64_t> Seed("seed", cl::desc("Seed of everything random"),
                              cl::init(0), cl::sub(cl::SubCommand::getAll()));
static cl::opt<unsigned> Jobs("j", cl::desc("Cases run at a time"), cl::init(0),
                              cl::Prefix, cl::sub(cl::SubCommand::getAll()));
static cl::opt<std::string> Exec("executor",
                                 cl::desc("simt (default), cuda or cuda:nvcc"),
                                 cl::init("simt"),
                                 cl::sub(cl::SubCommand::getAll()));
static cl::opt<std::string>
    CudaPath("cuda-path",
             cl::desc("Parse with the headers of this CUDA toolkit"),
             cl::sub(cl::SubCommand::getAll()));
static cl::list<std::string>
    ExtraArg("extra-arg", cl::desc("Pass this argument to Clang, too"),
             cl::sub(cl::SubCommand::getAll()));

CommonOptions commonOptions() {
  CommonOptions O;
  O.Json = Json;
  O.Quiet = Quiet;
  O.Seed = Seed;
  O.Jobs = Jobs ? Jobs : std::max(1u, std::thread::hardware_concurrency());
  O.Executor = Exec;
  O.Compile.CudaPath = CudaPath;
  O.Compile.ExtraArgs.assign(ExtraArg.begin(), ExtraArg.end());
  return O;
}

void printJson(llvm::json::Value Document) {
  llvm::outs() << llvm::formatv("{0:2}", Document) << "\n";
}

} // namespace kmend
