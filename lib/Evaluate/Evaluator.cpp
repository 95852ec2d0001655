//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Evaluator.h"
#include "CallSequence.h"
#include "CoverageGrowth.h"
#include "Golden.h"
#include "Judge.h"
#include "Larger.h"
#include "LaunchEntry.h"
#include "OperatorCheck.h"
#include "OverflowNotes.h"
#include "References.h"
#include "kmend/Support/Files.h"
#include <algorithm>
#include <chrono>
#include <cmath>

namespace kmend {

// Failing outputs kept for diagnosis, in bytes.
static constexpr uint64_t MaxKeptBytes = 64ull << 20;
// A program that hangs or eats its memory costs the whole limit each time.
static constexpr unsigned MaxExpensiveFailures = 2;
// Cases whose inputs and expected outputs are held at a time.
static constexpr size_t MaxBatch = 32;
static constexpr uint64_t MaxBatchBytes = 128ull << 20;
// Workloads on which the reference must repeat itself.
static constexpr size_t RepeatedWorkloads = 3;

// A case that yields is given up after this long.
static constexpr double YieldSeconds = 3;
static constexpr llvm::StringLiteral TooSlow =
    "too slow to yield at every access";

struct Evaluator::Impl {
  const Operator &Op;
  Executor &Exec;
  EvaluateOptions Options;
  References Refs;
  std::vector<std::string> Notes;

  /// How far an evaluation is.
  struct Progress {
    size_t Done = 0;
    unsigned Expensive = 0; ///< cases that ran into a limit
    uint64_t KeptBytes = 0;
  };

  Impl(const Operator &Op, Executor &Exec, EvaluateOptions Options,
       std::unique_ptr<Program> Reference)
      : Op(Op), Exec(Exec), Options(std::move(Options)),
        Refs(Op, std::move(Reference), this->Options.Limits) {}

  /// The program that was evaluated last: a loop that looks at a few cases of a
  /// candidate and then at more of them compiles it once.
  std::string LastFile, LastText;
  std::unique_ptr<Program> Last;

  llvm::Expected<Program *> compile(llvm::StringRef FileName,
                                    llvm::StringRef Text);
  size_t batchEnd(llvm::ArrayRef<Case> Cases, size_t Begin) const;
  bool measures(const Case &C, const Verdict &V) const {
    // A program that yields would be one more, and goes the same ways.
    return Options.MeasureCoverage && V.AtStage == Stage::Certify &&
           !C.Order.yields() && !V.Covered.complete();
  }
  llvm::Expected<bool> runBatch(Program &P, llvm::ArrayRef<Case> Cases,
                                Progress &At, Verdict &V);
  llvm::Expected<bool> runSequence(Program &P, const Case &C, Progress &At,
                                   Verdict &V);
  void configure(RunRequest &R) const;
  bool take(CaseResult &Result, Progress &At, const Verdict &V) const;
  static bool leaveOut(const Case &C, llvm::StringRef Why, Progress &At,
                       Verdict &V);
};

Evaluator::Evaluator(std::unique_ptr<Impl> I) : I(std::move(I)) {}
Evaluator::~Evaluator() = default;
EvaluateOptions &Evaluator::options() { return I->Options; }
llvm::ArrayRef<std::string> Evaluator::operatorNotes() const {
  return I->Notes;
}

/// Which tensor \p Exec cannot hold, or empty.
static std::string tooLarge(const Binding &B, const Executor &Exec) {
  const uint64_t Most = Exec.maxTensorBytes();
  for (const BoundTensor &T : B.Tensors)
    if (T.bytes() > Most)
      return ("tensor '" + T.Spec->Name + "' has " + llvm::Twine(T.bytes()) +
              " bytes, and " + Exec.name() + " holds at most " +
              llvm::Twine(Most))
          .str();
  return "";
}

/// Whether \p Exec can hold every tensor of the listed workloads.
static llvm::Error checkSizes(const Operator &Op, const Executor &Exec) {
  for (const Workload &W : Op.Workloads) {
    llvm::Expected<Binding> B = bind(Op, W);
    if (!B)
      return B.takeError();
    std::string Trouble = tooLarge(*B, Exec);
    if (!Trouble.empty())
      return makeError(ExitCode::Undecided, W.Where,
                       "unsupported: in workload {" + W.str() + "} " + Trouble +
                           "; use a smaller workload, or --executor cuda");
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Evaluator>>
Evaluator::create(const Operator &Op, Executor &Exec, EvaluateOptions Options) {
  if (llvm::Error E = checkSizes(Op, Exec))
    return std::move(E);
  std::unique_ptr<Program> Reference;
  if (!Op.Golden) {
    llvm::Expected<std::string> Text = readFile(Op.ReferenceCpp);
    if (!Text)
      return Text.takeError();
    auto Compiled = Exec.compileReference(
        Op.ReferenceCpp, *Text, Op.EntryPoint.Symbol + "_reference",
        static_cast<unsigned>(Op.EntryPoint.Arguments.size() +
                              Op.referenceAxes().size()));
    if (!Compiled)
      return Compiled.takeError();
    Reference = std::move(*Compiled);
  }
  return std::unique_ptr<Evaluator>(new Evaluator(std::make_unique<Impl>(
      Op, Exec, std::move(Options), std::move(Reference))));
}

/// Every listed workload once, with declared inputs.
static std::vector<Case> declaredCases(const Operator &Op) {
  std::vector<Case> Cases;
  for (const Case &C : planCases(Op, {Stage::Quick, 0, 0}))
    if (Cases.empty() || C.ListedWorkload != Cases.back().ListedWorkload ||
        C.Bound.str() != Cases.back().Bound.str())
      Cases.push_back(C);
  return Cases;
}

llvm::Error Evaluator::checkOperator() {
  const std::vector<Case> Cases = declaredCases(I->Op);
  I->Notes.clear();
  BaselineCheck Baselines(I->Op);
  for (size_t Begin = 0; Begin != Cases.size();) {
    const size_t End = I->batchEnd(Cases, Begin);
    auto Refs = I->Refs.prepare(llvm::ArrayRef(Cases).slice(Begin, End - Begin),
                                I->Options.Jobs);
    if (!Refs)
      return Refs.takeError();
    for (size_t C = Begin; C != End; ++C) {
      const Prepared &P = *(*Refs)[C - Begin];
      if (llvm::Error E = checkFinite(P, Cases[C].Bound))
        return E;
      Baselines.add(P);
    }
    Begin = End;
  }
  for (size_t C = 0; C != std::min(Cases.size(), RepeatedWorkloads); ++C)
    if (llvm::Error E = I->Refs.checkRepeatable(Cases[C]))
      return E;
  if (Cases.empty())
    return llvm::Error::success();
  if (llvm::Error E = Baselines.result(I->Refs, Cases[Cases.size() / 2],
                                       I->Options.Jobs, I->Notes))
    return E;
  return checkInfluence(I->Op, I->Refs, Cases, I->Options.Jobs);
}

llvm::Expected<Program *> Evaluator::Impl::compile(llvm::StringRef FileName,
                                                   llvm::StringRef Text) {
  if (Last && LastFile == FileName && LastText == Text)
    return Last.get();
  Last.reset();
  const EntrySource Source = withEntry(Op, Text);
  auto Compiled = Exec.compile(FileName, Source.Text, Source.Symbol,
                               Source.Arguments, Options.Compile);
  if (!Compiled)
    return placeInOperator(Compiled.takeError(), Op, FileName, Text);
  Last = std::move(*Compiled);
  LastFile = FileName.str();
  LastText = Text.str();
  return Last.get();
}

size_t Evaluator::Impl::batchEnd(llvm::ArrayRef<Case> Cases,
                                 size_t Begin) const {
  // A run that stops at the first failure starts with small batches, so that no
  // references are computed that nobody needs.
  const size_t Most =
      Options.StopAtFirstFailure
          ? std::min(MaxBatch, std::max<size_t>(Begin, Options.Jobs))
          : MaxBatch;
  uint64_t Bytes = 0;
  size_t End = Begin;
  while (End != Cases.size() && End - Begin < Most &&
         (End == Begin || !Cases[End].Calls)) {
    if (llvm::Expected<Binding> B = bind(Op, Cases[End].Bound))
      for (const BoundTensor &T : B->Tensors)
        Bytes += T.Elements * (sizeof(double) + sizeOf(T.Spec->Type));
    else
      llvm::consumeError(B.takeError());
    if (End != Begin && Bytes > MaxBatchBytes)
      break;
    if (Cases[End++].Calls)
      break;
  }
  return End;
}

/// What every request of this evaluation has in common.
void Evaluator::Impl::configure(RunRequest &R) const {
  R.Limits = Options.Limits;
  if (R.Order.yields())
    R.Limits.Seconds = std::min(R.Limits.Seconds, YieldSeconds);
}

/// Counts a result. Returns whether to go on.
bool Evaluator::Impl::take(CaseResult &Result, Progress &At,
                           const Verdict &V) const {
  At.Expensive += Result.Status == RunStatus::Timeout ||
                  Result.Status == RunStatus::OutOfMemory;
  uint64_t Bytes = 0;
  for (size_t T = 0; T != Result.Got.size(); ++T)
    Bytes += Result.Got[T].size() + Result.Want[T].size();
  if (At.KeptBytes + Bytes <= MaxKeptBytes) {
    At.KeptBytes += Bytes;
  } else {
    Result.Got.clear();
    Result.Want.clear();
  }
  ++At.Done;
  if (Options.Progress)
    Options.Progress(At.Done, V.Planned);
  return At.Expensive < MaxExpensiveFailures &&
         (Result.Passed || !Options.StopAtFirstFailure);
}

/// Notes that \p C is not judged, and why. True: that ends nothing.
bool Evaluator::Impl::leaveOut(const Case &C, llvm::StringRef Why, Progress &At,
                               Verdict &V) {
  V.Skipped.emplace_back(C.id(), Why.str());
  ++At.Done;
  return true;
}

/// Runs a sequence of calls and appends its result. Returns whether to go on.
llvm::Expected<bool> Evaluator::Impl::runSequence(Program &P, const Case &C,
                                                  Progress &At, Verdict &V) {
  std::string Inadmissible;
  auto Configure = [&](RunRequest &R) {
    configure(R);
    R.MeasureBranches = measures(C, V); // the program of the other cases
  };
  llvm::Expected<std::optional<CaseResult>> Result =
      runCalls(Op, Refs, P, C, Options.Jobs, Configure, Inadmissible);
  if (!Result)
    return Result.takeError();
  if (Options.Limits.interrupted())
    return false; // calls that were not made say nothing
  if (!*Result)
    return leaveOut(C, Inadmissible, At, V);
  if ((*Result)->Status == RunStatus::Timeout && C.Order.yields())
    return leaveOut(C, TooSlow, At, V);
  V.Cases.push_back(std::move(**Result));
  return take(V.Cases.back(), At, V);
}

/// Runs \p Cases and appends their results. Returns whether to go on.
llvm::Expected<bool> Evaluator::Impl::runBatch(Program &P,
                                               llvm::ArrayRef<Case> Cases,
                                               Progress &At, Verdict &V) {
  auto Prepare = Refs.prepare(Cases, Options.Jobs);
  if (!Prepare)
    return Prepare.takeError();
  std::vector<std::pair<Case, std::shared_ptr<const Prepared>>> Asked;
  for (size_t I = 0; I != Cases.size(); ++I) {
    if ((*Prepare)[I]->Inadmissible.empty()) {
      Asked.emplace_back(Cases[I], (*Prepare)[I]);
      continue;
    }
    leaveOut(Cases[I], (*Prepare)[I]->Inadmissible, At, V);
  }

  std::vector<std::optional<CaseResult>> Results(Asked.size());
  auto Make = [&](size_t I) {
    RunRequest R = candidateRequest(*Asked[I].second, Asked[I].first);
    configure(R);
    R.MeasureBranches = measures(Asked[I].first, V);
    return R;
  };
  bool GoOn = true;
  auto Done = [&](size_t I, RunResult R) {
    // Slow because it yields: that says nothing of the candidate, and a real
    // hang shows in another order.
    if (R.Status == RunStatus::Timeout && Asked[I].first.Order.yields()) {
      return leaveOut(Asked[I].first, TooSlow, At, V);
    }
    if (measures(Asked[I].first, V))
      V.Covered.add(R);
    CaseResult Result = judge(Asked[I].first, *Asked[I].second, std::move(R));
    std::string Limit = ownLimit(Op, Result, [&] {
      return sizeHints(Op, LastFile, LastText, Options.Compile);
    });
    if (!Limit.empty()) {
      return leaveOut(Result.Ran, Limit, At, V);
    }
    Results[I] = std::move(Result);
    return GoOn = take(*Results[I], At, V);
  };
  if (!Asked.empty())
    if (llvm::Error E = P.runAll(Asked.size(), Options.Jobs, Make, Done))
      return std::move(E);
  for (std::optional<CaseResult> &R : Results)
    if (R)
      V.Cases.push_back(std::move(*R));
  return GoOn;
}

/// Turns an error of the candidate's compilation into the verdict it is.
static llvm::Error takeCompileError(llvm::Error E, Verdict &V) {
  return llvm::handleErrors(
      std::move(E), [&](std::unique_ptr<KmendError> K) -> llvm::Error {
        if (K->code() == ExitCode::DoesNotCompile)
          V.Result = Outcome::Build;
        else if (K->code() == ExitCode::Undecided)
          V.Result = Outcome::Unsupported;
        else
          return llvm::Error(std::move(K));
        llvm::raw_string_ostream OS(V.Details);
        K->log(OS);
        V.Reason = llvm::StringRef(V.Details).split('\n').first.str();
        return llvm::Error::success();
      });
}

llvm::Expected<Verdict> Evaluator::evaluate(llvm::StringRef FileName,
                                            llvm::StringRef Text,
                                            llvm::ArrayRef<Case> Cases,
                                            Stage S) {
  const auto Start = std::chrono::steady_clock::now();
  auto Elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         Start)
        .count();
  };
  Verdict V;
  V.AtStage = S;
  V.Planned = Cases.size();
  if (I->Op.Golden)
    V.Notes.push_back(GoldenNote.str());
  llvm::Expected<Program *> Compiled = I->compile(FileName, Text);
  if (!Compiled) {
    if (llvm::Error E = takeCompileError(Compiled.takeError(), V))
      return std::move(E);
    V.Seconds = Elapsed();
    return V;
  }

  // Shapes that nobody listed may be more than the executor holds.
  std::vector<Case> Fitting;
  for (const Case &C : Cases) {
    llvm::Expected<Binding> B = bind(I->Op, C.Bound);
    if (!B)
      return B.takeError();
    std::string Trouble = tooLarge(*B, I->Exec);
    if (Trouble.empty())
      Fitting.push_back(C);
    else
      V.Skipped.emplace_back(C.id(), std::move(Trouble));
  }
  Cases = Fitting;

  Impl::Progress At;
  for (size_t Begin = 0; Begin != Cases.size();) {
    const size_t End = I->batchEnd(Cases, Begin);
    llvm::Expected<bool> GoOn =
        Cases[Begin].Calls
            ? I->runSequence(**Compiled, Cases[Begin], At, V)
            : I->runBatch(**Compiled, Cases.slice(Begin, End - Begin), At, V);
    V.Interrupted = I->Options.Limits.interrupted();
    if (!GoOn && V.Interrupted) {
      // References that were ended look like references that fail.
      llvm::consumeError(GoOn.takeError());
      break;
    }
    if (!GoOn)
      return GoOn.takeError();
    if (!*GoOn || V.Interrupted)
      break;
    Begin = End;
  }
  if (S == Stage::Certify && I->Options.MeasureCoverage &&
      llvm::all_of(V.Cases, [](const CaseResult &C) { return C.Passed; }))
    if (llvm::Error E =
            growCoverage(I->Op, Cases, Text, V, [&](llvm::ArrayRef<Case> More) {
              return I->runBatch(**Compiled, More, At, V);
            }))
      return std::move(E);
  conclude(V, I->Op);
  if (I->Options.CheckIndices && !V.passed())
    if (llvm::Error E = noteIndexOverflow(
            I->Refs, **Compiled, I->Options.Limits, I->Options.Jobs, V))
      return std::move(E);
  V.Seconds = Elapsed();
  return V;
}

} // namespace kmend
