//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tier-identity FOLDER FILE [quick|certify]: runs every case of a candidate on
// every tier and compares output bits, events and what was printed. A line for
// each difference; the last line is a summary. Exit code: 0 all the same, 1
// something differs, else the error's.
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Execute/Executor.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace kmend {

namespace {

struct NamedTier {
  Tier T;
  const char *Name;
  bool Measures = false; ///< which ways branches take
};
// The first that can run a candidate is what the others are compared with.
constexpr NamedTier Tiers[] = {{Tier::Fiber, "fiber"},
                               {Tier::Coroutine, "coroutine"},
                               {Tier::Loop, "loop"},
                                {Tier::Split, "split"},
                                {Tier::Auto, "auto"},
                                {Tier::Auto, "measured", true}};

/// What is counted over all cases.
struct Tally {
  unsigned Cases = 0, Differences = 0, Unfinished = 0;
  llvm::SmallVector<llvm::StringRef> Compared;
};

std::string eventsOf(const RunResult &R) {
  std::string Text;
  for (const Event &E : R.Events)
    Text += E.str() + "\n";
  return Text;
}

/// What is not the same in two results of one case, or an empty string.
std::string difference(const RunResult &A, const RunResult &B) {
  if (A.Status != B.Status || A.Reason != B.Reason)
    return "ends otherwise: '" + A.Reason + "' against '" + B.Reason + "'";
  for (size_t I = 0; I != A.Outputs.size(); ++I)
    if (A.Outputs[I] != B.Outputs[I]) {
      auto At = llvm::mismatch(A.Outputs[I], B.Outputs[I]);
      return ("buffer " + llvm::Twine(I) + " differs first at byte " +
              llvm::Twine(At.first - A.Outputs[I].begin()))
          .str();
    }
  if (eventsOf(A) != eventsOf(B))
    return "events differ: " + eventsOf(A) + "against " + eventsOf(B);
  if (A.Printed != B.Printed)
    return "it prints something else";
  return "";
}

class EveryTier final : public Program {
public:
  struct Compiled {
    NamedTier On;
    std::unique_ptr<Program> P;
  };
  EveryTier(std::vector<Compiled> All, Tally &Total)
      : All(std::move(All)), Total(Total) {}

  llvm::Expected<RunResult> run(const RunRequest &Request) override {
    llvm::Expected<RunResult> First = All.front().P->run(Request);
    if (!First)
      return First;
    ++Total.Cases;
    for (Compiled &Other : llvm::drop_begin(All)) {
      RunRequest Own = Request;
      Own.MeasureBranches = Other.On.Measures;
      llvm::Expected<RunResult> R = Other.P->run(Own);
      if (!R)
        return R;
      // A slow tier may run into the limit where a fast one does not.
      if (First->Status == RunStatus::Timeout ||
          R->Status == RunStatus::Timeout) {
        ++Total.Unfinished;
        continue;
      }
      // Loops cannot give way, so not all orders are for them.
      if (R->Status == RunStatus::Unsupported &&
          (Other.On.T == Tier::Loop || Other.On.T == Tier::Split))
        continue;
      std::string Why = difference(*First, *R);
      if (Why.empty())
        continue;
      ++Total.Differences;
      llvm::outs() << "  " << Request.Order.str() << ": " << All.front().On.Name
                   << " and " << Other.On.Name << ": " << Why << "\n";
    }
    return First;
  }

  llvm::Error
  runAll(size_t Count, unsigned, llvm::function_ref<RunRequest(size_t)> Make,
         llvm::function_ref<bool(size_t, RunResult)> Done) override {
    for (size_t I = 0; I != Count; ++I) {
      llvm::Expected<RunResult> R = run(Make(I));
      if (!R)
        return R.takeError();
      if (!Done(I, std::move(*R)))
        break;
    }
    return llvm::Error::success();
  }

  // What is asked of the tiers is asked call by call.
  llvm::Error
  runSequence(size_t Count, llvm::function_ref<RunRequest(size_t)> Make,
              llvm::function_ref<bool(size_t, RunResult)> Done) override {
    return runAll(Count, 1, Make, Done);
  }

private:
  std::vector<Compiled> All;
  Tally &Total;
};

class TierExecutor final : public Executor {
public:
  explicit TierExecutor(Tally &Total) : Total(Total) {}
  llvm::StringRef name() const override { return "simt"; }

  llvm::Expected<std::unique_ptr<Program>>
  compile(llvm::StringRef FileName, llvm::StringRef Text,
          llvm::StringRef Symbol, unsigned Arguments,
          const CompileOptions &Options) override {
    std::vector<EveryTier::Compiled> All;
    for (const NamedTier &On : Tiers) {
      CompileOptions Own = Options;
      Own.ForcedTier = On.T;
      auto P = Simt->compile(FileName, Text, Symbol, Arguments, Own);
      if (P) {
        All.push_back({On, std::move(*P)});
        Total.Compared.push_back(On.Name);
        continue;
      }
      // Loops cannot run every candidate; what is unsupported on all tiers is
      // the evaluation's matter.
      llvm::Error E = llvm::handleErrors(
          P.takeError(), [&](std::unique_ptr<KmendError> K) -> llvm::Error {
            if (K->code() == ExitCode::Undecided && On.T != Tier::Fiber)
              return llvm::Error::success();
            return llvm::Error(std::move(K));
          });
      if (E)
        return std::move(E);
    }
    return std::make_unique<EveryTier>(std::move(All), Total);
  }

  llvm::Expected<std::unique_ptr<Program>>
  compileReference(llvm::StringRef FileName, llvm::StringRef Text,
                   llvm::StringRef Symbol, unsigned Arguments) override {
    return Simt->compileReference(FileName, Text, Symbol, Arguments);
  }

private:
  std::unique_ptr<Executor> Simt = createSimtExecutor();
  Tally &Total;
};

llvm::Expected<ExitCode> compareTiers(llvm::StringRef Folder,
                                      llvm::StringRef File, Stage S) {
  Tally Total;
  TierExecutor Exec(Total);
  llvm::Expected<Operator> Op = readOperator(Folder.str());
  if (!Op)
    return Op.takeError();
  llvm::Expected<std::string> Text = readFile(File);
  if (!Text)
    return Text.takeError();
  EvaluateOptions Options;
  Options.Jobs = 1;
  auto E = Evaluator::create(*Op, Exec, std::move(Options));
  if (!E)
    return E.takeError();
  llvm::Expected<Verdict> V =
      (*E)->evaluate(File, *Text, planCases(*Op, {S, 0, 0}), S);
  if (!V)
    return V.takeError();
  if (Total.Compared.empty()) {
    llvm::outs() << "not run: " << V->Reason << "\n";
    return ExitCode::Undecided;
  }
  llvm::outs() << Total.Cases << " cases on "
               << llvm::join(Total.Compared, ", ") << ": " << Total.Differences
               << " differences, " << Total.Unfinished
               << " comparisons ran out of time\n";
  return Total.Differences ? ExitCode::No : ExitCode::Done;
}

} // namespace

} // namespace kmend

int main(int Argc, char **Argv) {
  using namespace kmend;
  llvm::StringRef StageName = Argc == 4 ? Argv[3] : "quick";
  if (Argc < 3 || Argc > 4 ||
      (StageName != "quick" && StageName != "certify")) {
    llvm::errs() << "usage: tier-identity FOLDER FILE [quick|certify]\n";
    return int(ExitCode::CommandLine);
  }
  auto Code = compareTiers(
      Argv[1], Argv[2], StageName == "quick" ? Stage::Quick : Stage::Certify);
  return int(Code ? *Code : reportError(Code.takeError(), llvm::errs()));
}
