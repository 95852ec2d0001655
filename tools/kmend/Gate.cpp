//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kmend gate: judges a source, or an edit of one, by the rules of integrity.
//
//===----------------------------------------------------------------------===//

#include "kmend/Gate/Gate.h"
#include "Command.h"
#include "kmend/Support/Files.h"
#include "kmend/Support/YamlReader.h"
#include <chrono>

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand GateSub("gate",
                              "Judge a source or an edit by its integrity");
static cl::opt<std::string> GateFile(cl::Positional, cl::desc("[FILE]"),
                                     cl::sub(GateSub));
static cl::opt<std::string> GateBefore("before",
                                       cl::desc("The source before the edit"),
                                       cl::value_desc("file"),
                                       cl::sub(GateSub));
static cl::opt<std::string> GateAfter("after",
                                      cl::desc("The source after the edit"),
                                      cl::value_desc("file"), cl::sub(GateSub));
static cl::opt<std::string>
    GateOperator("operator", cl::desc("The operator that the source computes"),
                 cl::value_desc("folder"), cl::sub(GateSub));
static cl::opt<bool> GateList("list-rules", cl::desc("List the rules"),
                              cl::sub(GateSub));
static cl::opt<std::string> GateExplain("explain",
                                        cl::desc("Print the page of a rule"),
                                        cl::value_desc("rule"),
                                        cl::sub(GateSub));

static llvm::StringRef name(Severity S) {
  return S == Severity::Reject ? "reject" : "suspect";
}

static llvm::Expected<ExitCode> listRules() {
  llvm::json::Array Rows;
  for (const RuleInfo &R : gateRules()) {
    if (commonOptions().Json) {
      Rows.push_back(llvm::json::Object{{"rule", R.Name},
                                        {"summary", R.Summary},
                                        {"differential", R.Differential},
                                        {"severity", name(R.Level)}});
      continue;
    }
    llvm::outs() << llvm::left_justify(R.Name, 20)
                 << llvm::left_justify(R.Differential ? "edit" : "always", 8)
                 << llvm::left_justify(name(R.Level), 9) << R.Summary << "\n";
  }
  if (commonOptions().Json)
    printJson(
        llvm::json::Object{{"schema_version", 1}, {"rules", std::move(Rows)}});
  return ExitCode::Done;
}

static llvm::Expected<ExitCode> explainRule(llvm::StringRef Rule) {
  llvm::StringRef Page = gatePage(Rule);
  if (!Page.empty()) {
    llvm::outs() << Page;
    return ExitCode::Done;
  }
  std::vector<RuleInfo> Rules = gateRules();
  std::vector<llvm::StringRef> Names;
  for (const RuleInfo &R : Rules)
    Names.push_back(R.Name);
  llvm::StringRef Near = nearestName(Rule, Names);
  return makeError(ExitCode::CommandLine,
                   "no rule '" + Rule + "'; " +
                       (Near.empty() ? llvm::Twine("--list-rules lists them")
                                     : "did you mean '" + Near + "'?"));
}

static llvm::Expected<std::unique_ptr<ParsedSource>>
parseFile(const std::string &Path) {
  auto Text = readFile(Path);
  if (!Text)
    return Text.takeError();
  return ParsedSource::parse(Path, *Text, commonOptions().Compile);
}

static llvm::Expected<ExitCode> report(const GateVerdict &V, double Seconds) {
  if (commonOptions().Json) {
    llvm::json::Array Rows;
    for (const Violation &X : V.Violations)
      Rows.push_back(llvm::json::Object{{"rule", X.Rule},
                                        {"severity", name(X.Level)},
                                        {"file", X.Where.File},
                                        {"line", X.Where.Line},
                                        {"column", X.Where.Column},
                                        {"message", X.Message}});
    printJson(llvm::json::Object{
        {"schema_version", 1},
        {"verdict", name(V.Result)},
        {"violations", std::move(Rows)},
        {"counters", llvm::json::Object{{"seconds", Seconds}}}});
  } else {
    for (const Violation &X : V.Violations)
      llvm::outs() << X.Where.str() << ": " << name(X.Level) << ": "
                   << X.Message << " [" << X.Rule << "]\n";
    llvm::outs() << name(V.Result) << "\n";
  }
  switch (V.Result) {
  case GateVerdict::Answer::Accept:
    return ExitCode::Done;
  case GateVerdict::Answer::Reject:
    return ExitCode::Integrity;
  case GateVerdict::Answer::Undecided:
    return ExitCode::Undecided;
  }
  return ExitCode::Internal;
}

static llvm::Expected<ExitCode> runGate() {
  if (GateList)
    return listRules();
  if (!GateExplain.empty())
    return explainRule(GateExplain);
  bool Edit = !GateBefore.empty() || !GateAfter.empty();
  if (Edit ? GateBefore.empty() || GateAfter.empty() || !GateFile.empty()
           : GateFile.empty())
    return makeError(ExitCode::CommandLine,
                     "give either FILE, or both --before and --after");
  GatePolicy Policy;
  if (!GateOperator.empty()) {
    auto Op = readOperator(GateOperator);
    if (!Op)
      return Op.takeError();
    Policy = policyOf(*Op);
  }
  auto After = parseFile(Edit ? GateAfter : GateFile);
  if (!After)
    return After.takeError();
  std::unique_ptr<ParsedSource> Before;
  if (Edit) {
    auto Parsed = parseFile(GateBefore);
    if (!Parsed)
      return Parsed.takeError();
    Before = std::move(*Parsed);
  }
  // The time that judging takes, on top of parsing.
  auto Start = std::chrono::steady_clock::now();
  GateVerdict V =
      Edit ? checkEdit(*Before, **After, Policy) : checkSource(**After, Policy);
  std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Start;
  return report(V, Taken.count());
}

const Command GateCommand = {&GateSub, runGate};

} // namespace kmend
