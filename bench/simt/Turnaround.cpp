//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a candidate's source to its verdict over 60 small cases, for every
// folder under $KMEND_BENCH_CORPUS, beside `nvcc -c` of the same file. The
// operator is warm, as in a pool of candidates: its reference has been compiled
// and has run. Every time is the least of a few repetitions, each with a text
// that was never compiled before.
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Operator/Operator.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace kmend {

static constexpr size_t SmallCases = 60;
static constexpr unsigned Repetitions = 5, NvccRepetitions = 2;

static double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// Sixty cases on boundary shapes, the plan's own where it has as many.
static std::vector<Case> smallCases(const Operator &Op) {
  std::vector<Case> Small;
  for (uint64_t Seed = 0; Seed != 8 && Small.size() < SmallCases; ++Seed)
    for (const Case &C : planCases(Op, {Stage::Certify, Seed, 0}))
      if (C.ListedWorkload < 0 && C.Order.Order != Schedule::Kind::Yield &&
          Small.size() < SmallCases)
        Small.push_back(C);
  return Small;
}

/// Seconds that nvcc takes, or 0 where there is none.
static double nvccSeconds(llvm::StringRef File) {
  auto Nvcc =
      llvm::sys::findProgramByName("nvcc", {"/usr/local/cuda/bin", "/usr/bin"});
  llvm::SmallString<128> Object;
  if (!Nvcc || llvm::sys::fs::createTemporaryFile("bench", "o", Object))
    return 0;
  double Least = 0;
  for (unsigned I = 0; I != NvccRepetitions; ++I) {
    const double Start = seconds();
    if (llvm::sys::ExecuteAndWait(*Nvcc, {*Nvcc, "-arch=sm_90", "-std=c++17",
                                          "-c", File, "-o", Object}) != 0)
      return 0;
    const double Took = seconds() - Start;
    Least = I ? std::min(Least, Took) : Took;
  }
  llvm::sys::fs::remove(Object);
  return Least;
}

static llvm::Expected<double> turnaround(const Operator &Op,
                                         llvm::StringRef File, Executor &Exec) {
  EvaluateOptions Options;
  Options.Jobs = 2;
  auto Judge = Evaluator::create(Op, Exec, Options);
  if (!Judge)
    return Judge.takeError();
  llvm::Expected<std::string> Text = readFile(File);
  if (!Text)
    return Text.takeError();
  const std::vector<Case> Cases = smallCases(Op);
  double Least = 0;
  for (unsigned I = 0; I <= Repetitions; ++I) {
    std::string Fresh = *Text + "\n// " + llvm::utostr(I) + "\n";
    const double Start = seconds();
    auto V = (*Judge)->evaluate(File, Fresh, Cases, Stage::Certify);
    if (!V)
      return V.takeError();
    const double Took = seconds() - Start;
    // The first has the references run.
    if (I)
      Least = I == 1 ? Took : std::min(Least, Took);
  }
  return Least;
}

std::vector<std::string> benchCandidates() {
  auto Corpus = llvm::sys::Process::GetEnv("KMEND_BENCH_CORPUS");
  std::vector<std::string> Files;
  std::error_code Failed;
  for (llvm::sys::fs::directory_iterator I(Corpus.value_or("examples"), Failed),
       End;
       I != End && !Failed; I.increment(Failed))
    for (llvm::StringRef Name : {"/fixed.cu", "/kernel.cu"})
      if (llvm::sys::fs::exists(I->path() + Name))
        Files.push_back(I->path() + Name.str());
  llvm::sort(Files);
  return Files;
}

static llvm::Error run() {
  llvm::outs() << "candidate turnaround over " << SmallCases << " small cases\n"
               << llvm::formatv("  {0,-36} {1,8} {2,9} {3,7}\n", "candidate",
                                "kmend ms", "nvcc -c ms", "ratio");
  std::unique_ptr<Executor> Exec = createSimtExecutor();
  std::vector<double> Times, Ratios;
  for (const std::string &File : benchCandidates()) {
    llvm::StringRef Folder = llvm::sys::path::parent_path(File);
    llvm::Expected<Operator> Op = readOperator(Folder);
    if (!Op)
      return Op.takeError();
    llvm::Expected<double> Took = turnaround(*Op, File, *Exec);
    if (!Took)
      return Took.takeError();
    const double Nvcc = nvccSeconds(File);
    Times.push_back(*Took);
    if (Nvcc)
      Ratios.push_back(Nvcc / *Took);
    llvm::outs() << llvm::formatv("  {0,-36} {1,8:F0} {2,9:F0} {3,7:F1}\n",
                                  llvm::sys::path::filename(Folder),
                                  *Took * 1e3, Nvcc * 1e3, Nvcc / *Took);
    llvm::outs().flush();
  }
  auto Median = [](std::vector<double> &V) {
    llvm::sort(V);
    return V.empty() ? 0 : V[V.size() / 2];
  };
  llvm::outs() << llvm::formatv(
      "  median: {0:F0} ms, {1:F1} times as fast as nvcc -c\n",
      Median(Times) * 1e3, Median(Ratios));
  return llvm::Error::success();
}

const BenchSection TurnaroundSection{"turnaround", run};

} // namespace kmend
