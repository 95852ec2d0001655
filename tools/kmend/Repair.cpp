//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kmend repair FOLDER FILE`: the repair loop.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Interrupt.h"
#include "kmend/Operator/GoldenTensors.h"
#include "kmend/Report/RepairText.h"
#include "kmend/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <csignal>

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand RepairSub("repair", "Mend a near-miss, and certify it");
static cl::opt<std::string> RepairFolder(cl::Positional, cl::desc("FOLDER"),
                                         cl::sub(RepairSub));
static cl::opt<std::string> RepairFile(cl::Positional, cl::desc("FILE"),
                                       cl::sub(RepairSub));
static cl::opt<std::string>
    RunFolder("o", cl::desc("Folder of the run (default: kmend-run-NAME-N)"),
              cl::value_desc("folder"), cl::sub(RepairSub));
static cl::opt<std::string>
    ResumeFolder("resume", cl::desc("Go on with the run of this folder"),
                 cl::value_desc("folder"), cl::sub(RepairSub));
static cl::opt<bool> NoModel("no-model",
                             cl::desc("Ask no model (there is none yet)"),
                             cl::sub(RepairSub));
static cl::opt<bool> NoSearch("no-search",
                              cl::desc("Judge and diagnose, try no cards"),
                              cl::sub(RepairSub));
static cl::opt<bool> NoKb("no-kb", cl::desc("Use no cards"),
                          cl::sub(RepairSub));
static cl::opt<bool> NoProbes("no-probes", cl::desc("Run no probes"),
                              cl::sub(RepairSub));
static cl::opt<std::string> KbFolder("kb",
                                     cl::desc("Use the cards of this folder"),
                                     cl::value_desc("folder"),
                                     cl::sub(RepairSub));
static cl::opt<unsigned>
    Rounds("rounds", cl::desc("Sources to go on from at most (default: 20)"),
           cl::init(RepairBudget().Rounds), cl::sub(RepairSub));
static cl::opt<unsigned>
    Candidates("candidates", cl::desc("Sources to run at most (default: 400)"),
               cl::init(RepairBudget().Candidates), cl::sub(RepairSub));
static cl::opt<double> Seconds("seconds",
                               cl::desc("Time to use at most (default: 600)"),
                               cl::init(RepairBudget().Seconds),
                               cl::sub(RepairSub));
static cl::opt<uint64_t> RepairHeldOutSeed(
    "held-out-seed",
    cl::desc("Draw the held-out shapes of certification from this seed "
             "(default: at random; it is printed at the end)"),
    cl::value_desc("n"), cl::sub(RepairSub));

static ExitCode codeOf(const RepairReport &R) {
  switch (R.Outcome) {
  case RepairOutcome::Repaired:
  case RepairOutcome::AlreadyCorrect:
    return ExitCode::Done;
  case RepairOutcome::NotANearMiss:
    return R.Reason == "build" ? ExitCode::DoesNotCompile : ExitCode::No;
  case RepairOutcome::InvalidOperator:
    return ExitCode::InvalidInput;
  case RepairOutcome::Integrity:
    return ExitCode::Integrity;
  case RepairOutcome::Unsupported:
  case RepairOutcome::Environment:
    return ExitCode::Undecided;
  case RepairOutcome::Stagnated:
  case RepairOutcome::Cycling:
  case RepairOutcome::OutOfRounds:
  case RepairOutcome::OutOfCandidates:
  case RepairOutcome::OutOfTime:
    return ExitCode::No;
  }
  return ExitCode::Internal;
}

namespace {

/// What is to be done: the command line, or the record of the run to resume.
struct Task {
  std::string Folder, File, Kb, Executor;
  bool Search = true, Cards = true;
  uint64_t Seed = 0;
  RepairBudget Budget;
};

} // namespace

static std::string absolute(llvm::StringRef Path) {
  llvm::SmallString<128> Whole(Path);
  if (!Path.empty())
    llvm::sys::fs::make_absolute(Whole);
  return Whole.str().str();
}

/// Paths are absolute: a run can be resumed from anywhere.
static llvm::json::Object toJson(const Task &T) {
  return llvm::json::Object{{"operator", absolute(T.Folder)},
                            {"candidate", absolute(T.File)},
                            {"kb", absolute(T.Kb)},
                            {"executor", T.Executor},
                            {"search", T.Search},
                            {"cards", T.Cards},
                            {"version", KMEND_VERSION}};
}

/// \p Run is run.json of the run to resume, or null.
static llvm::Expected<Task> taskOf(const CommonOptions &Common,
                                   const llvm::json::Object *Run) {
  Task T;
  T.Folder = RepairFolder;
  T.File = RepairFile;
  T.Kb = KbFolder;
  T.Executor = Common.Executor;
  T.Search = !NoSearch;
  T.Cards = !NoKb;
  T.Seed = Common.Seed;
  T.Budget = {Rounds, Candidates, Seconds};
  if (Run) {
    auto Text = [&](llvm::StringRef Key) {
      return Run->getString(Key).value_or("").str();
    };
    if (T.Folder.empty())
      T.Folder = Text("operator");
    if (T.File.empty())
      T.File = Text("candidate");
    // What decided the course of the run stays as it was; its budget may grow.
    T.Kb = Text("kb");
    T.Executor = Text("executor");
    T.Search = Run->getBoolean("search").value_or(true);
    T.Cards = Run->getBoolean("cards").value_or(true);
    T.Seed = static_cast<uint64_t>(Run->getInteger("seed").value_or(0));
    if (const llvm::json::Object *B = Run->getObject("budget")) {
      if (!Rounds.getNumOccurrences())
        T.Budget.Rounds = B->getInteger("rounds").value_or(Rounds);
      if (!Candidates.getNumOccurrences())
        T.Budget.Candidates = B->getInteger("candidates").value_or(Candidates);
      if (!Seconds.getNumOccurrences())
        T.Budget.Seconds = B->getNumber("seconds").value_or(Seconds);
    }
  }
  if (T.Folder.empty() || T.File.empty())
    return makeError(ExitCode::CommandLine,
                     "say what to repair: kmend repair FOLDER FILE, or "
                     "kmend repair --resume RUN");
  if (!(T.Budget.Seconds > 0))
    return makeError(ExitCode::CommandLine, "--seconds must be above 0");
  return T;
}

/// The cards as one text: a resumed run must use the same ones.
static std::string textOf(const KnowledgeBase &Base) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const Card &C : Base.cards()) {
    OS << C.Id << '\n' << C.Rule.Suspect << '\n' << C.Experiment << C.Prior;
    for (const auto &[Name, Weight] : C.Symptoms)
      OS << Name << Weight;
    for (const CardRewrite &R : C.Rule.Rewrites) {
      OS << '\n' << R.Builtin;
      for (const CardEdit &E : R.Edits)
        OS << E.Range << '\n' << E.With << '\n';
    }
  }
  return Text;
}

/// What a resumed run must share with its beginning.
static llvm::Expected<std::string> identity(const Task &T, const Operator &Op,
                                            const KnowledgeBase &Base) {
  llvm::SmallString<128> Description(Op.Folder);
  llvm::sys::path::append(Description, "operator.yaml");
  auto Yaml = readFile(Description);
  if (!Yaml)
    return Yaml.takeError();
  auto Reference = Op.Golden ? goldenHash(Op) : readFile(Op.ReferenceCpp);
  if (!Reference)
    return Reference.takeError();
  return sha256((KMEND_VERSION "\n" + T.Executor + "\n" + *Yaml + "\n" +
                 *Reference + "\n" + textOf(Base)));
}

static std::string freeRunFolder(llvm::StringRef Name) {
  for (unsigned N = 1;; ++N) {
    std::string Folder = llvm::formatv("kmend-run-{0}-{1}", Name, N);
    if (!llvm::sys::fs::exists(Folder))
      return Folder;
  }
}

static llvm::Expected<ExitCode> runRepair() {
  CommonOptions Common = commonOptions();
  std::optional<llvm::json::Object> Run;
  if (!ResumeFolder.empty()) {
    if (!RunFolder.empty())
      return makeError(ExitCode::CommandLine,
                       "-o and --resume exclude each other");
    auto Read = readRun(ResumeFolder);
    if (!Read)
      return Read.takeError();
    Run = std::move(*Read);
  }
  auto T = taskOf(Common, Run ? &*Run : nullptr);
  if (!T)
    return T.takeError();
  auto Op = readOperator(T->Folder);
  if (!Op)
    return Op.takeError();
  auto Path = findCandidate(Op->Folder, T->File);
  if (!Path)
    return Path.takeError();
  T->File = *Path;
  auto Text = readFile(*Path);
  if (!Text)
    return Text.takeError();
  auto Base = !T->Cards       ? llvm::Expected<KnowledgeBase>(KnowledgeBase())
              : T->Kb.empty() ? KnowledgeBase::builtin()
                              : KnowledgeBase::fromFolder(T->Kb);
  if (!Base)
    return Base.takeError();
  auto Exec = makeExecutor(T->Executor);
  if (!Exec)
    return Exec.takeError();
  EvaluateOptions Evaluation;
  Evaluation.Jobs = Common.Jobs;
  Evaluation.Compile = Common.Compile;
  auto Eval = Evaluator::create(*Op, **Exec, std::move(Evaluation));
  if (!Eval)
    return Eval.takeError();

  auto Identity = identity(*T, *Op, *Base);
  if (!Identity)
    return Identity.takeError();
  RepairOptions Options;
  Options.Budget = T->Budget;
  Options.Seed = T->Seed;
  Options.HeldOutSeed = RepairHeldOutSeed;
  if (!RepairHeldOutSeed.getNumOccurrences()) {
    llvm::Expected<uint64_t> Drawn = randomHeldOutSeed();
    if (!Drawn)
      return Drawn.takeError();
    Options.HeldOutSeed = *Drawn;
  }
  Options.Resume = Run.has_value();
  Options.RunFolder = Run                  ? ResumeFolder
                      : !RunFolder.empty() ? RunFolder
                                           : freeRunFolder(Op->Name);
  Options.Request = toJson(*T);
  Options.Identity = *Identity;
  bool Lines = Common.Quiet || !llvm::errs().is_displayed();
  RepairText Progress(llvm::errs(), Common.Quiet ? RepairText::Mode::Quiet
                                    : Lines      ? RepairText::Mode::Lines
                                                 : RepairText::Mode::Terminal);
  Options.OnEvent = [&](const llvm::json::Object &E) { Progress.event(E); };
  Options.Interrupted = [] { return *endedBySignal() != 0; };
  catchSignals();

  std::unique_ptr<Proposer> Search;
  if (T->Search)
    Search = createSearchProposer(*Base);
  auto R = repair(*Op, **Eval, Search.get(), *Base, *Path, *Text, Options);
  Progress.clear();
  if (!R)
    return R.takeError();
  if (R->Interrupted) {
    llvm::errs() << "interrupted; go on with: kmend repair --resume "
                 << R->RunFolder << "\n";
    endBySignal();
  }
  if (!R->Diagnostics.empty())
    llvm::errs() << R->Diagnostics
                 << (llvm::StringRef(R->Diagnostics).ends_with("\n") ? ""
                                                                     : "\n");
  if (Common.Json)
    printJson(toJson(*R));
  else
    printReport(*R, llvm::outs());
  return codeOf(*R);
}

const Command RepairCommand = {&RepairSub, runRepair};

} // namespace kmend
