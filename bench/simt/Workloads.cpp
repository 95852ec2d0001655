//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every right kernel under $KMEND_BENCH_CORPUS (fixed.cu, kernel.cu) on all of
// its workloads: the quick stage, with references, from a cold operator.
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Operator/Operator.h"
#include "kmend/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace kmend {

static double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

static llvm::Expected<Verdict> judge(const std::string &Folder,
                                     const std::string &File, Executor &Exec) {
  llvm::Expected<Operator> Op = readOperator(Folder);
  if (!Op)
    return Op.takeError();
  EvaluateOptions Options;
  Options.Jobs = 2;
  auto Judge = Evaluator::create(*Op, Exec, Options);
  if (!Judge)
    return Judge.takeError();
  llvm::Expected<std::string> Text = readFile(File);
  if (!Text)
    return Text.takeError();
  return (*Judge)->evaluate(File, *Text, planCases(*Op, {Stage::Quick, 0, 0}),
                            Stage::Quick);
}

static llvm::Error run() {
  std::unique_ptr<Executor> Exec = createSimtExecutor();
  const std::vector<std::string> Files = benchCandidates();
  llvm::outs() << "right kernels on all of their workloads\n";
  double Total = 0;
  size_t Passed = 0;
  for (const std::string &File : Files) {
    std::string Folder = llvm::sys::path::parent_path(File).str();
    const double Start = seconds();
    llvm::Expected<Verdict> V = judge(Folder, File, *Exec);
    if (!V)
      return V.takeError();
    const double Took = seconds() - Start;
    Total += Took;
    Passed += V->Result == Outcome::Pass;
    llvm::outs() << llvm::formatv("  {0,-36} {1,-12} {2,8:F2} s\n",
                                  llvm::sys::path::filename(Folder),
                                  name(V->Result), Took);
    llvm::outs().flush();
  }
  llvm::outs() << llvm::formatv("  {0} of {1} pass, {2:F1} s in all\n", Passed,
                                Files.size(), Total);
  return llvm::Error::success();
}

const BenchSection WorkloadsSection{"workloads", run};

} // namespace kmend
