//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process/Processes.h"
#include "kmend/Execute/Executor.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace kmend {

namespace {

class SimtProgram final : public Program {
  /// What a request asks of its program besides the source: to give way, to
  /// measure branches, to check indices.
  using Variant = std::tuple<bool, bool, bool>;

public:
  SimtProgram(std::shared_ptr<Processes> Serving, CompileJob Job,
              std::shared_ptr<CompiledImage> Image)
      : Serving(std::move(Serving)), Job(std::move(Job)),
        Images{{Variant(), std::move(Image)}} {}

  ~SimtProgram() override {
    for (const auto &[Which, Image] : Images)
      Serving->forget(*Image);
  }

  Expected<RunResult> run(const RunRequest &Request) override {
    std::optional<RunResult> Result;
    if (Error E = runAll(
            1, 1, [&](size_t) { return Request; },
            [&](size_t, RunResult R) {
              Result = std::move(R);
              return true;
            }))
      return std::move(E);
    return std::move(*Result);
  }

  Error runAll(size_t Count, unsigned Jobs,
               function_ref<RunRequest(size_t)> Make,
               function_ref<bool(size_t, RunResult)> Done) override {
    return Serving->runAll(
        Job.Kind, [&](const RunRequest &R) { return imageFor(R); }, Count, Jobs,
        Make, Done);
  }

  Error runSequence(size_t Count, function_ref<RunRequest(size_t)> Make,
                    function_ref<bool(size_t, RunResult)> Done) override {
    return Serving->runAll(
        Job.Kind, [&](const RunRequest &R) { return imageFor(R); }, Count,
        /*Jobs=*/1, Make, Done, Processes::Calls::InSequence);
  }

private:
  Expected<std::shared_ptr<CompiledImage>> imageFor(const RunRequest &Request) {
    Variant Which;
    if (Job.Kind != CompileJob::What::Reference)
      Which = {Request.Order.yields(), Request.MeasureBranches,
               Request.CheckIndices};
    auto [Yields, Measures, Checks] = Which;
    if (auto It = Images.find(Which); It != Images.end())
      return It->second;
    CompileJob Other = Job;
    if (Yields)
      Other.Kind = CompileJob::What::YieldingCandidate;
    Other.MeasureBranches = Measures;
    Other.CheckIndices = Checks;
    auto Made = Serving->compile(Other);
    if (!Made && (Measures || Checks)) {
      // Nothing is refused for what is only looked at besides.
      consumeError(Made.takeError());
      RunRequest Bare;
      Bare.Order = Request.Order;
      Made = imageFor(Bare);
    }
    if (!Made)
      return Made.takeError();
    return Images[Which] = std::move(*Made);
  }

  std::shared_ptr<Processes> Serving;
  CompileJob Job;
  std::map<Variant, std::shared_ptr<CompiledImage>> Images;
};

class SimtExecutor final : public Executor {
public:
  SimtExecutor() : Serving(std::make_shared<Processes>()) {
    // Early, while kmend is small; a failure is told when something is to run.
    consumeError(Serving->start());
  }

  StringRef name() const override { return "simt"; }

  Expected<std::unique_ptr<Program>>
  compile(StringRef FileName, StringRef Text, StringRef Symbol,
          unsigned Arguments, const CompileOptions &Options) override {
    return compile({CompileJob::What::Candidate, FileName.str(), Text.str(),
                    Symbol.str(), Arguments, Options});
  }

  Expected<std::unique_ptr<Program>>
  compileReference(StringRef FileName, StringRef Text, StringRef Symbol,
                   unsigned Arguments) override {
    return compile({CompileJob::What::Reference, FileName.str(), Text.str(),
                    Symbol.str(), Arguments, CompileOptions()});
  }

private:
  Expected<std::unique_ptr<Program>> compile(CompileJob Job) {
    auto Image = Serving->compile(Job);
    if (!Image)
      return Image.takeError();
    return std::make_unique<SimtProgram>(Serving, std::move(Job),
                                         std::move(*Image));
  }

  std::shared_ptr<Processes> Serving;
};

} // namespace

std::unique_ptr<Executor> createSimtExecutor() {
  return std::make_unique<SimtExecutor>();
}

} // namespace kmend
