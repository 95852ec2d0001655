//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the evaluator: right kernels are made wrong by the cards of
// bench/mutants/cards, one site at a time, and certification must fail each.
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Knowledge/KnowledgeBase.h"
#include "kmend/Rewrite/Rewriter.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include <chrono>

namespace cl = llvm::cl;
using namespace kmend;

static cl::opt<std::string> Corpus(cl::Positional, cl::Required,
                                   cl::desc("CORPUS"));
static cl::opt<std::string> Cards("cards", cl::Required,
                                  cl::desc("Folder of the mutations"));
static cl::opt<std::string> File("file", cl::init("fixed.cu"),
                                 cl::desc("The right kernel of a folder"));
static cl::opt<std::string> Only("only",
                                 cl::desc("Folders whose name holds this"));
static cl::opt<std::string>
    Equivalent("equivalent",
               cl::desc("Mutants that compute the same: lines of folder, card, "
                        "line:column and the reason"));
static cl::opt<unsigned> Each("each", cl::init(2),
                              cl::desc("Sites of one card in one file"));
static cl::opt<unsigned> Jobs("j", cl::init(2), cl::desc("Cases at a time"));
static cl::opt<bool> ShowCaught("show-caught", cl::desc("List these, too"));

namespace {

struct Counts {
  unsigned Made = 0, Caught = 0, Equivalent = 0, Survived = 0, Invalid = 0;
};

class Bench {
public:
  llvm::Error run();

private:
  llvm::Error runFolder(llvm::StringRef Folder);
  llvm::Error runMutant(Evaluator &Judge, const Operator &Op,
                        const ParsedSource &Source, const Card &C,
                        const CardSite &Site);
  std::string nameOf(const Operator &Op, const Card &C,
                     const CardSite &Site) const;

  std::unique_ptr<Executor> Exec = createSimtExecutor();
  std::optional<KnowledgeBase> Base;
  llvm::StringMap<std::string> Known; ///< reason by name
  std::map<std::string, Counts> ByCard;
  Counts All;
};

} // namespace

/// At most \p Count of \p Sites, evenly spread.
static std::vector<CardSite> spread(std::vector<CardSite> Sites, size_t Count) {
  if (Sites.size() <= Count)
    return Sites;
  std::vector<CardSite> Chosen;
  for (size_t I = 0; I != Count; ++I)
    Chosen.push_back(Sites[(2 * I + 1) * Sites.size() / (2 * Count)]);
  return Chosen;
}

std::string Bench::nameOf(const Operator &Op, const Card &C,
                          const CardSite &Site) const {
  return llvm::formatv("{0} {1} {2}:{3}", llvm::sys::path::filename(Op.Folder),
                       C.Id, Site.Where.Line, Site.Where.Column)
      .str();
}

llvm::Error Bench::runMutant(Evaluator &Judge, const Operator &Op,
                             const ParsedSource &Source, const Card &C,
                             const CardSite &Site) {
  EditScript Script;
  Edit E;
  E.Op = "apply_card";
  E.Fields["card"] = C.Id;
  E.Sites = {Site.Index};
  Script.Edits.push_back(std::move(E));
  Counts &Of = ByCard[C.Id];
  llvm::Expected<RewriteResult> Mutant =
      applyScript(Source, Script,
                  [&](llvm::StringRef) -> const CardRule * { return &C.Rule; });
  if (!Mutant) {
    llvm::consumeError(Mutant.takeError());
    ++Of.Invalid;
    return llvm::Error::success();
  }
  const std::string Name = nameOf(Op, C, Site);
  ++Of.Made;
  if (auto It = Known.find(Name); It != Known.end()) {
    ++Of.Equivalent;
    return llvm::Error::success();
  }
  llvm::Expected<Verdict> V =
      Judge.evaluate("mutant.cu", Mutant->Text,
                     planCases(Op, {Stage::Certify, 0, 0}), Stage::Certify);
  if (!V)
    return V.takeError();
  if (V->Result == Outcome::Build || V->Result == Outcome::Unsupported) {
    --Of.Made;
    ++Of.Invalid;
    return llvm::Error::success();
  }
  if (V->passed()) {
    ++Of.Survived;
    llvm::outs() << "survived: " << Name << ": " << Site.Text << "\n"
                 << Mutant->Diff << "\n";
  } else {
    ++Of.Caught;
    if (ShowCaught)
      llvm::outs() << "caught: " << Name << ": " << V->Reason << "\n";
  }
  llvm::outs().flush();
  return llvm::Error::success();
}

llvm::Error Bench::runFolder(llvm::StringRef Folder) {
  llvm::Expected<Operator> Op = readOperator(Folder);
  if (!Op)
    return Op.takeError();
  llvm::Expected<std::string> Path = findCandidate(Folder, File);
  if (!Path)
    return Path.takeError();
  llvm::Expected<std::string> Text = readFile(*Path);
  if (!Text)
    return Text.takeError();
  auto Source = ParsedSource::parse(*Path, *Text);
  if (!Source)
    return Source.takeError();
  EvaluateOptions Options;
  Options.Jobs = Jobs;
  Options.StopAtFirstFailure = true;
  Options.Limits.Seconds = 5;
  auto Judge = Evaluator::create(*Op, *Exec, Options);
  if (!Judge)
    return Judge.takeError();
  for (const Card &C : Base->cards()) {
    llvm::Expected<std::vector<CardSite>> Sites =
        findCardSites(**Source, C.Rule);
    if (!Sites)
      return Sites.takeError();
    for (const CardSite &Site : spread(std::move(*Sites), Each))
      if (llvm::Error E = runMutant(**Judge, *Op, **Source, C, Site))
        return E;
  }
  return llvm::Error::success();
}

static llvm::Expected<llvm::StringMap<std::string>>
readEquivalent(llvm::StringRef Path) {
  llvm::StringMap<std::string> Known;
  if (Path.empty())
    return std::move(Known);
  llvm::Expected<std::string> Text = readFile(Path);
  if (!Text)
    return Text.takeError();
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  llvm::StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.starts_with("#"))
      continue;
    auto [Name, Reason] = Line.split(" # ");
    if (Reason.empty())
      return makeError(ExitCode::InvalidInput,
                       Path + ": a line without ' # REASON': " + Line);
    Known[Name.trim()] = Reason.str();
  }
  return std::move(Known);
}

llvm::Error Bench::run() {
  llvm::Expected<KnowledgeBase> Made = KnowledgeBase::fromFolder(Cards);
  if (!Made)
    return Made.takeError();
  Base = std::move(*Made);
  auto Lines = readEquivalent(Equivalent);
  if (!Lines)
    return Lines.takeError();
  Known = std::move(*Lines);

  std::vector<std::string> Folders;
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator I(Corpus, EC), End; I != End && !EC;
       I.increment(EC))
    if (llvm::StringRef(I->path()).contains(Only) &&
        llvm::sys::fs::exists(I->path() + "/operator.yaml"))
      Folders.push_back(I->path());
  if (EC)
    return makeError(ExitCode::IO, "cannot list the corpus: " + EC.message());
  llvm::sort(Folders);
  const auto Start = std::chrono::steady_clock::now();
  for (const std::string &Folder : Folders)
    if (llvm::Error E = runFolder(Folder))
      return E;

  llvm::outs() << "\nmutation                   made  caught  equivalent  "
                  "survived  not valid\n";
  auto Print = [&](llvm::StringRef Name, const Counts &C) {
    llvm::outs() << llvm::format("%-25s %5u %7u %11u %9u %10u\n",
                                 Name.str().c_str(), C.Made, C.Caught,
                                 C.Equivalent, C.Survived, C.Invalid);
  };
  for (const auto &[Name, C] : ByCard) {
    Print(Name, C);
    All.Made += C.Made;
    All.Caught += C.Caught;
    All.Equivalent += C.Equivalent;
    All.Survived += C.Survived;
    All.Invalid += C.Invalid;
  }
  Print("all", All);
  const unsigned Wrong = All.Made - All.Equivalent;
  llvm::outs() << llvm::format(
      "%u kinds, %u mutants that differ, %.1f %% caught, %.0f s\n",
      unsigned(ByCard.size()), Wrong, Wrong ? 100.0 * All.Caught / Wrong : 0.0,
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count());
  return llvm::Error::success();
}

int main(int Argc, char **Argv) {
  cl::ParseCommandLineOptions(Argc, Argv, "Mutants of right kernels\n");
  if (llvm::Error E = Bench().run())
    return int(reportError(std::move(E), llvm::errs()));
  return 0;
}
