//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kmend kb check|list|show|search: the knowledge base.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "kmend/Knowledge/CheckCard.h"
#include "kmend/Knowledge/KnowledgeBase.h"
#include "kmend/Support/Files.h"
#include "kmend/Support/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand
    KbSub("kb", "The knowledge base: check [FOLDER], list, show ID, search");
static cl::opt<std::string> Action(cl::Positional,
                                   cl::desc("check|list|show|search"),
                                   cl::Required, cl::sub(KbSub));
static cl::opt<std::string> Argument(cl::Positional,
                                     cl::desc("[FOLDER of check, ID of show]"),
                                     cl::sub(KbSub));
static cl::opt<std::string>
    Folder("kb", cl::desc("Use the cards of this folder"), cl::sub(KbSub));
static cl::opt<std::string>
    Examples("examples",
             cl::desc("Folder of the cards' examples (check; default: "
                      "../test/lit/kb beside FOLDER)"),
             cl::sub(KbSub));
static cl::list<std::string>
    SymptomNames("symptom", cl::desc("A symptom to search for (repeatable)"),
                 cl::sub(KbSub));
static cl::opt<std::string>
    OpType("op", cl::desc("Operator type to search for"), cl::sub(KbSub));

static llvm::Expected<KnowledgeBase> load(llvm::StringRef From) {
  return From.empty() ? KnowledgeBase::builtin()
                      : KnowledgeBase::fromFolder(From);
}

static std::string scopeText(const Card &C) {
  std::string Text;
  for (CardScope S : C.Rule.Scope)
    Text += (Text.empty() ? "" : ", ") + name(S).str();
  return Text;
}

static llvm::json::Object toJson(const Card &C) {
  llvm::json::Object Symptoms;
  for (const auto &[Name, Weight] : C.Symptoms)
    Symptoms[Name] = Weight;
  llvm::json::Array Where, Rewrites;
  for (CardScope S : C.Rule.Scope)
    Where.push_back(name(S));
  for (const CardRewrite &R : C.Rule.Rewrites) {
    if (!R.Builtin.empty()) {
      Rewrites.push_back(llvm::json::Object{{"builtin", R.Builtin}});
      continue;
    }
    llvm::json::Array Edits;
    for (const CardEdit &E : R.Edits)
      Edits.push_back(llvm::json::Object{{"range", E.Range}, {"with", E.With}});
    Rewrites.push_back(llvm::json::Object{{"edits", std::move(Edits)}});
  }
  return llvm::json::Object{{"id", C.Id},
                            {"title", C.Title},
                            {"class", C.Class},
                            {"op_types", llvm::json::Array(C.OpTypes)},
                            {"symptoms", std::move(Symptoms)},
                            {"prior", C.Prior},
                            {"where", std::move(Where)},
                            {"suspect", C.Rule.Suspect},
                            {"rewrite", std::move(Rewrites)},
                            {"experiment", C.Experiment},
                            {"explain", C.Explain},
                            {"sources", llvm::json::Array(C.Sources)}};
}

static llvm::Expected<ExitCode> runList() {
  llvm::Expected<KnowledgeBase> Base = load(Folder);
  if (!Base)
    return Base.takeError();
  if (commonOptions().Json) {
    llvm::json::Array Cards;
    for (const Card &C : Base->cards())
      Cards.push_back(toJson(C));
    printJson(
        llvm::json::Object{{"schema_version", 1}, {"cards", std::move(Cards)}});
    return ExitCode::Done;
  }
  for (const Card &C : Base->cards())
    llvm::outs() << llvm::formatv("{0,-34} {1,-16} {2}\n", C.Id, C.Class,
                                  C.Title);
  return ExitCode::Done;
}

static llvm::Expected<ExitCode> runShow() {
  if (Argument.empty())
    return makeError(ExitCode::CommandLine,
                     "kb show needs the id of a card; kb list prints them");
  llvm::Expected<KnowledgeBase> Base = load(Folder);
  if (!Base)
    return Base.takeError();
  const Card *C = Base->find(Argument);
  if (!C) {
    std::vector<llvm::StringRef> Ids;
    for (const Card &Known : Base->cards())
      Ids.push_back(Known.Id);
    llvm::StringRef Near = nearestName(Argument, Ids);
    return makeError(ExitCode::InvalidInput,
                     "no card has the id '" + Argument + "'" +
                         (Near.empty()
                              ? "; kb list prints them"
                              : "; did you mean '" + Near.str() + "'?"));
  }
  if (commonOptions().Json) {
    llvm::json::Object Document = toJson(*C);
    Document["schema_version"] = 1;
    printJson(std::move(Document));
    return ExitCode::Done;
  }
  llvm::raw_ostream &OS = llvm::outs();
  OS << C->Id << ": " << C->Title << "\nclass: " << C->Class
     << "\nwhere: " << scopeText(*C) << "\nsymptoms:";
  for (const auto &[Name, Weight] : C->Symptoms)
    OS << ' ' << Name << '(' << llvm::format("%g", Weight) << ')';
  OS << "\n\n" << C->Explain << "\n\nmatches:\n" << C->Rule.Suspect << '\n';
  for (const auto &[I, R] : llvm::enumerate(C->Rule.Rewrites)) {
    OS << "\nrewrite " << I << ":\n";
    if (!R.Builtin.empty())
      OS << "  builtin " << R.Builtin << '\n';
    for (const CardEdit &E : R.Edits)
      OS << "  " << E.Range << " -> " << E.With << '\n';
  }
  if (!C->Sources.empty())
    OS << "\nsources:\n";
  for (const std::string &S : C->Sources)
    OS << "  " << S << '\n';
  return ExitCode::Done;
}

static llvm::Expected<ExitCode> runSearch() {
  llvm::Expected<KnowledgeBase> Base = load(Folder);
  if (!Base)
    return Base.takeError();
  std::vector<Symptom> Symptoms;
  for (const std::string &Name : SymptomNames) {
    if (!llvm::is_contained(symptomNames(), Name)) {
      llvm::StringRef Near = nearestName(Name, symptomNames());
      return makeError(
          ExitCode::CommandLine,
          "unknown symptom '" + Name + "'" +
              (Near.empty() ? "" : "; did you mean '" + Near.str() + "'?"));
    }
    Symptom S;
    S.Name = Name;
    S.Confidence = 1;
    Symptoms.push_back(std::move(S));
  }
  llvm::json::Array Ranked;
  for (const RankedCard &R : Base->rank(Symptoms, OpType)) {
    if (commonOptions().Json)
      Ranked.push_back(llvm::json::Object{{"id", R.Fit->Id},
                                          {"class", R.Fit->Class},
                                          {"title", R.Fit->Title},
                                          {"score", R.Score}});
    else
      llvm::outs() << llvm::formatv("{0,6:F2} {1,-34} {2}\n", R.Score,
                                    R.Fit->Id, R.Fit->Title);
  }
  if (commonOptions().Json)
    printJson(llvm::json::Object{{"schema_version", 1},
                                 {"cards", std::move(Ranked)}});
  return ExitCode::Done;
}

/// Checks one card and its example; says what is wrong with them.
static llvm::Error checkOne(const Card &C, llvm::StringRef ExampleFolder) {
  if (llvm::Error E = checkCard(C))
    return E;
  if (ExampleFolder.empty())
    return llvm::Error::success();
  llvm::SmallString<128> Path(ExampleFolder);
  llvm::sys::path::append(Path, C.Id + ".cu");
  if (!llvm::sys::fs::exists(Path))
    return makeError(ExitCode::InvalidInput, {C.File, 1, 1},
                     "the card '" + C.Id + "' has no example; write " + Path);
  llvm::Expected<std::string> Text = readFile(Path);
  if (!Text)
    return Text.takeError();
  return checkExample(C, *Text, Path);
}

static llvm::Expected<ExitCode> runCheck() {
  std::string From = Argument.empty() ? Folder : Argument;
  std::string ExampleFolder = Examples;
  if (ExampleFolder.empty() && !From.empty()) {
    llvm::SmallString<128> Path(From);
    llvm::sys::path::append(Path, "..", "test", "lit", "kb");
    if (llvm::sys::fs::is_directory(Path))
      ExampleFolder = std::string(Path);
  }
  // Every card is looked at, whatever is wrong with the ones before it.
  KnowledgeBase Base;
  size_t Wrong = 0;
  auto Report = [&](llvm::Error E) {
    if (!E)
      return;
    ++Wrong;
    reportError(std::move(E), llvm::errs());
  };
  if (From.empty()) {
    llvm::Expected<KnowledgeBase> Builtin = KnowledgeBase::builtin();
    if (!Builtin)
      return Builtin.takeError();
    Base = std::move(*Builtin);
  } else {
    llvm::Expected<std::vector<std::string>> Files = findCardFiles(From);
    if (!Files)
      return Files.takeError();
    if (Files->empty())
      return makeError(ExitCode::InvalidInput,
                       "'" + From + "' holds no card (<class>/<id>.yaml)");
    for (const std::string &File : *Files) {
      llvm::Expected<std::string> Text = readFile(File);
      if (!Text) {
        Report(Text.takeError());
        continue;
      }
      llvm::Expected<Card> C = parseCard(*Text, File);
      if (!C) {
        Report(C.takeError());
        continue;
      }
      if (llvm::sys::path::stem(File) != C->Id)
        Report(makeError(ExitCode::InvalidInput, {File, 1, 1},
                         "the file of the card '" + C->Id + "' must be named " +
                             C->Id + ".yaml"));
      Report(Base.add(std::move(*C)));
    }
  }
  for (const Card &C : Base.cards())
    Report(checkOne(C, ExampleFolder));
  if (!commonOptions().Quiet)
    llvm::errs() << Base.cards().size() << " cards, " << Wrong
                 << " with errors\n";
  return Wrong ? ExitCode::InvalidInput : ExitCode::Done;
}

static llvm::Expected<ExitCode> runKb() {
  if (Action == "check")
    return runCheck();
  if (Action == "list")
    return runList();
  if (Action == "show")
    return runShow();
  if (Action == "search")
    return runSearch();
  return makeError(ExitCode::CommandLine,
                   "unknown action '" + Action +
                       "'; kb knows check, list, show and search");
}

extern const Command KbCommand = {&KbSub, runKb};

} // namespace kmend
