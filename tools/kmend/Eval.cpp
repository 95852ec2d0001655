//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kmend eval FOLDER FILE`: the verdict of one candidate.
//
//===----------------------------------------------------------------------===//

#include "EvalCommand.h"
#include "Interrupt.h"
#include "ProgressLine.h"
#include "VerdictJson.h"
#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Support/Files.h"
#include "llvm/Support/WithColor.h"

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand Eval("eval", "Judge one candidate of an operator");
static cl::opt<std::string> Folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::sub(Eval));
static cl::opt<std::string> File(cl::Positional, cl::Required, cl::desc("FILE"),
                                 cl::sub(Eval));
static cl::opt<bool>
    Certify("certify",
            cl::desc("Run the full plan: the only way to a certified pass"),
            cl::sub(Eval));
static cl::opt<bool> ShowPlan("plan", cl::desc("List the cases and run none"),
                              cl::sub(Eval));
static cl::opt<bool> FirstFailure("first-failure",
                                  cl::desc("Stop at the first failing case"),
                                  cl::sub(Eval));
static cl::opt<std::string>
    OneCase("case", cl::desc("Run this case only (an id of --plan)"),
            cl::value_desc("id"), cl::sub(Eval));
static cl::opt<std::string>
    ForcedOrder("schedule",
                cl::desc("Run every case in this order: asc, desc, "
                         "shuffle:SEED, yield:SEED or warp:SEED"),
                cl::value_desc("order"), cl::sub(Eval));
static cl::opt<Tier> ForcedTier(
    "tier",
    cl::desc("Run every kernel this way; one that cannot be is refused"),
    cl::values(clEnumValN(Tier::Auto, "auto", "the fastest that can (default)"),
               clEnumValN(Tier::Loop, "loop", "a loop over the threads"),
               clEnumValN(Tier::Split, "split",
                          "a loop over the threads between each two barriers"),
               clEnumValN(Tier::Coroutine, "coroutine", "a coroutine a thread"),
               clEnumValN(Tier::Fiber, "fiber", "a stack a thread")),
    cl::init(Tier::Auto), cl::sub(Eval));
static cl::opt<uint64_t> HeldOutSeed(
    "held-out-seed",
    cl::desc("Draw the held-out shapes of --certify from this seed (default: "
             "at random; it is printed at the end)"),
    cl::value_desc("n"), cl::sub(Eval));
static cl::opt<double> Timeout("timeout",
                               cl::desc("Seconds that one case may take"),
                               cl::init(10), cl::sub(Eval));

static cl::opt<bool>
    AllowCommands("allow-commands",
                  cl::desc("Run the commands of a command task"),
                  cl::sub(Eval));

static llvm::Expected<std::unique_ptr<Executor>>
chooseExecutor(llvm::StringRef Name) {
  if (Name == "simt")
    return createSimtExecutor();
  if (Name == "cuda" || Name.starts_with("cuda:"))
    return makeError(
        ExitCode::Undecided,
        "executor '" + Name +
            "' is not in this build; --executor simt needs no GPU");
  return makeError(ExitCode::CommandLine,
                   "unknown executor '" + Name + "'; use simt");
}

/// The seed of the held-out shapes, when this evaluation has some: not where
/// cases are listed or chosen, unless it is given.
static llvm::Expected<std::optional<uint64_t>> chooseHeldOutSeed() {
  if (HeldOutSeed.getNumOccurrences())
    return std::optional<uint64_t>(HeldOutSeed);
  if (!Certify || ShowPlan || !OneCase.empty())
    return std::nullopt;
  llvm::Expected<uint64_t> Drawn = randomHeldOutSeed();
  if (!Drawn)
    return Drawn.takeError();
  return std::optional<uint64_t>(*Drawn);
}

/// Cases for the candidate \p Text in \p Path.
static llvm::Expected<std::vector<Case>>
chooseCases(const Operator &Op, const CommonOptions &Common,
            std::optional<uint64_t> HeldOut, llvm::StringRef Path,
            llvm::StringRef Text) {
  std::vector<Case> Cases;
  if (!OneCase.empty()) {
    llvm::Expected<Case> C = parseCase(Op, OneCase);
    if (!C)
      return C.takeError();
    Cases.push_back(std::move(*C));
  } else {
    PlanOptions Plan{Certify ? Stage::Certify : Stage::Quick, Common.Seed, 0};
    if (Certify)
      Plan.Hints = sizeHints(Op, Path, Text, Common.Compile);
    Plan.HeldOutSeed = HeldOut;
    Cases = planCases(Op, Plan);
  }
  if (!ForcedOrder.empty()) {
    std::optional<Schedule> Order = Schedule::parse(ForcedOrder);
    if (!Order)
      return makeError(ExitCode::CommandLine,
                       "unknown schedule '" + ForcedOrder +
                           "'; use asc, desc, shuffle:SEED, yield:SEED or "
                           "warp:SEED");
    for (Case &C : Cases)
      C.Order = *Order;
  }
  return Cases;
}

static void listPlan(llvm::ArrayRef<Case> Cases, bool Json) {
  if (!Json) {
    for (const Case &C : Cases)
      llvm::outs() << C.id() << "\n";
    return;
  }
  llvm::json::Array Ids;
  for (const Case &C : Cases)
    Ids.push_back(C.id());
  printJson(
      llvm::json::Object{{"schema_version", 1}, {"plan", std::move(Ids)}});
}

static ExitCode codeOf(Outcome O) {
  switch (O) {
  case Outcome::Pass:
    return ExitCode::Done;
  case Outcome::Fail:
  case Outcome::Crash:
  case Outcome::Timeout:
    return ExitCode::No;
  case Outcome::Build:
    return ExitCode::DoesNotCompile;
  case Outcome::Unsupported:
    return ExitCode::Undecided;
  case Outcome::InvalidOperator:
    return ExitCode::InvalidInput;
  case Outcome::Interrupted: // ends by its signal
    return ExitCode::Undecided;
  }
  return ExitCode::Internal;
}

/// The command line without what chooses cases: one case of this evaluation is
/// run again by adding its id.
static std::string commandAgain(const CommonOptions &Common) {
  std::string Text = "kmend eval " + shellWord(Folder) + " " + shellWord(File);
  if (Common.Executor != "simt")
    Text += " --executor " + shellWord(Common.Executor);
  if (!Common.Compile.CudaPath.empty())
    Text += " --cuda-path " + shellWord(Common.Compile.CudaPath);
  for (const std::string &Argument : Common.Compile.ExtraArgs)
    Text += " --extra-arg=" + shellWord(Argument);
  static constexpr llvm::StringLiteral Tiers[] = {"auto", "loop", "split",
                                                  "coroutine", "fiber"};
  if (ForcedTier.getNumOccurrences())
    Text += (" --tier " + Tiers[unsigned(ForcedTier.getValue())]).str();
  if (Timeout.getNumOccurrences())
    Text += llvm::formatv(" --timeout {0}", Timeout.getValue());
  return Text;
}

static void report(const Verdict &V, llvm::StringRef Command,
                   std::optional<uint64_t> HeldOut, bool Json) {
  if (!Json) {
    printVerdict(V, Command, llvm::outs());
    if (HeldOut)
      llvm::outs() << "held-out shapes: --held-out-seed " << *HeldOut << "\n";
    return;
  }
  if (!V.Details.empty())
    llvm::errs() << V.Details << "\n";
  llvm::json::Object Document = toJson(V, Command);
  if (HeldOut)
    Document["held_out_seed"] = *HeldOut;
  printJson(std::move(Document));
}

/// The operator is at fault, or more than the executor can hold: the error, and
/// with --json the verdict too.
static llvm::Error refusedOperator(llvm::Error E, Stage S, bool Json) {
  return llvm::handleErrors(
      std::move(E), [&](std::unique_ptr<KmendError> K) -> llvm::Error {
        const bool Invalid = K->code() == ExitCode::InvalidInput;
        if (Json && (Invalid || K->code() == ExitCode::Undecided)) {
          Verdict V;
          V.Result = Invalid ? Outcome::InvalidOperator : Outcome::Unsupported;
          V.AtStage = S;
          V.Reason = K->message();
          printJson(toJson(V, ""));
        }
        return llvm::Error(std::move(K));
      });
}

static llvm::Expected<ExitCode> runEval() {
  const CommonOptions Common = commonOptions();
  if (!(Timeout > 0))
    return makeError(ExitCode::CommandLine, "--timeout must be above 0");
  auto Task = readCommandTask(Folder);
  if (!Task)
    return Task.takeError();
  if (*Task && (Certify || ShowPlan || !OneCase.empty()))
    return makeError(ExitCode::CommandLine,
                     "a command task has no cases: leave --certify, --plan "
                     "and --case out");
  if (*Task)
    return evalCommandTask(**Task, File, AllowCommands, Common);
  llvm::Expected<Operator> Op = readOperator(Folder);
  if (!Op)
    return Op.takeError();
  llvm::Expected<std::string> Path = findCandidate(Op->Folder, File);
  if (!Path)
    return Path.takeError();
  llvm::Expected<std::string> Text = readFile(*Path);
  if (!Text)
    return Text.takeError();
  auto HeldOut = chooseHeldOutSeed();
  if (!HeldOut)
    return HeldOut.takeError();
  llvm::Expected<std::vector<Case>> Cases =
      chooseCases(*Op, Common, *HeldOut, *Path, *Text);
  if (!Cases)
    return Cases.takeError();
  if (ShowPlan) {
    listPlan(*Cases, Common.Json);
    return ExitCode::Done;
  }
  llvm::Expected<std::unique_ptr<Executor>> Exec =
      chooseExecutor(Common.Executor);
  if (!Exec)
    return Exec.takeError();

  EvaluateOptions Options;
  Options.Jobs = Common.Jobs;
  Options.Compile = Common.Compile;
  Options.Compile.ForcedTier = ForcedTier;
  Options.Limits.Seconds = Timeout;
  Options.StopAtFirstFailure = FirstFailure;
  Options.MeasureCoverage = Certify && OneCase.empty() && ForcedOrder.empty();
  Options.CheckIndices = true;
  ProgressLine Progress(!Common.Quiet && !Common.Json &&
                        llvm::errs().is_displayed());
  Options.Progress = [&](size_t Done, size_t Planned) {
    Progress.update(Done, Planned);
  };
  Options.Limits.Interrupted = endedBySignal();
  catchSignals();

  llvm::Expected<std::unique_ptr<Evaluator>> E =
      Evaluator::create(*Op, **Exec, std::move(Options));
  const Stage S = Certify ? Stage::Certify : Stage::Quick;
  if (!E)
    return refusedOperator(E.takeError(), S, Common.Json);
  if (llvm::Error Invalid = (*E)->checkOperator()) {
    // A reference that was ended looks like one that fails.
    if (*endedBySignal()) {
      llvm::consumeError(std::move(Invalid));
      endBySignal();
    }
    return refusedOperator(std::move(Invalid), S, Common.Json);
  }
  if (!Common.Quiet)
    for (const std::string &Note : (*E)->operatorNotes())
      llvm::WithColor::note() << Op->Name << ": " << Note << "\n";
  llvm::Expected<Verdict> V = (*E)->evaluate(*Path, *Text, *Cases, S);
  Progress.clear();
  if (!V)
    return V.takeError();
  report(*V, commandAgain(Common), Certify ? *HeldOut : std::nullopt,
         Common.Json);
  if (V->Interrupted)
    endBySignal();
  return codeOf(V->Result);
}

const Command EvalCommand = {&Eval, runEval};

} // namespace kmend
