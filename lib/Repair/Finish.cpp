//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of a run: files, report, outcome.
//
//===----------------------------------------------------------------------===//

#include "EventJson.h"
#include "RepairRun.h"
#include "kmend/Support/Files.h"
#include "kmend/Support/UnifiedDiff.h"

namespace kmend {

llvm::StringRef name(RepairOutcome O) {
  switch (O) {
  case RepairOutcome::Repaired:
    return "repaired";
  case RepairOutcome::AlreadyCorrect:
    return "already-correct";
  case RepairOutcome::NotANearMiss:
    return "not-a-near-miss";
  case RepairOutcome::InvalidOperator:
    return "invalid-operator";
  case RepairOutcome::Integrity:
    return "integrity";
  case RepairOutcome::Stagnated:
    return "stagnated";
  case RepairOutcome::Cycling:
    return "cycling";
  case RepairOutcome::OutOfRounds:
    return "out-of-rounds";
  case RepairOutcome::OutOfCandidates:
    return "out-of-candidates";
  case RepairOutcome::OutOfTime:
    return "out-of-time";
  case RepairOutcome::Unsupported:
    return "unsupported";
  case RepairOutcome::Environment:
    return "environment";
  }
  llvm_unreachable("every outcome has a name");
}

static std::string pretty(llvm::json::Value V) {
  return llvm::formatv("{0:2}\n", V).str();
}

llvm::Error RepairRun::writeRoundFiles(const Node &N) {
  if (llvm::Error E = Record.writeRound(N.Round, "candidate.cu", N.Source.Text))
    return E;
  if (!N.Chain.empty())
    if (llvm::Error E = Record.writeRound(N.Round, "script.json",
                                          pretty(toJson(N.Chain.back()))))
      return E;
  Judgement J;
  for (const Case &C : Quick)
    J.add(Judgement{N.Scores.at(C.id()).Passed ? Outcome::Pass : Outcome::Fail,
                    N.Scores.at(C.id()).Reason,
                    {N.Scores.at(C.id())},
                    1,
                    0});
  llvm::json::Object Judged = toJson(J);
  Judged["schema_version"] = 1;
  if (llvm::Error E =
          Record.writeRound(N.Round, "verdict.json", pretty(std::move(Judged))))
    return E;
  return Record.writeRound(
      N.Round, "findings.json",
      pretty(llvm::json::Object{{"schema_version", 1},
                                {"symptoms", toJson(N.Symptoms)}}));
}

llvm::json::Object toJson(const RepairReport &R) {
  llvm::json::Array Edits;
  for (const EditScript &Script : R.Edits)
    Edits.push_back(toJson(Script));
  // No model was asked, so this is known to be nothing.
  llvm::json::Object Tokens{{"input", 0},
                            {"output", 0},
                            {"cache_read", 0},
                            {"cache_write", 0},
                            {"reasoning", 0}};
  llvm::json::Object O{
      {"schema_version", 1},
      {"outcome", name(R.Outcome)},
      {"reason", R.Reason},
      {"rounds", R.Rounds},
      {"candidates_tried", R.CandidatesTried},
      {"seconds", R.Seconds},
      {"edits", std::move(Edits)},
      {"cards", llvm::json::Array(R.Cards)},
      {"tokens", std::move(Tokens)},
      {"cost", 0},
      {"certified", R.Certified},
      {"certified_cases", static_cast<int64_t>(R.CertifiedCases)},
      {"matched_before", R.MatchedBefore},
      {"matched", R.Matched},
      {"symptoms", toJson(R.Symptoms)},
      {"violations", toJson(R.Violations)},
      {"diff", R.Diff},
      {"run", R.RunFolder.empty() ? llvm::json::Value(nullptr)
                                  : llvm::json::Value(R.RunFolder)}};
  if (R.HeldOutSeed)
    O["held_out_seed"] = *R.HeldOutSeed;
  if (!R.Diagnostics.empty())
    O["diagnostics"] = R.Diagnostics;
  return O;
}

llvm::Expected<RepairReport> RepairRun::finish() {
  Report.RunFolder = Record.folder();
  Report.Seconds = Record.seconds();
  Report.Text = Text;
  if (Report.Interrupted)
    return std::move(Report);

  const Node *End = Stopped == RepairOutcome::Repaired ? Current : Best;
  if (End) {
    Report.Text = End->Source.Text;
    Report.Edits = End->Chain;
    Report.Cards = End->Cards;
    Judgement J;
    for (const auto &[Id, Score] : End->Scores)
      J.Cases.push_back(Score);
    Report.Matched = J.Cases.empty() ? 0 : J.matchedRatio();
  }
  // A kernel for which no case ever ran to its end was no near-miss, unless
  // something mended it.
  bool SearchEnded =
      Stopped == RepairOutcome::Stagnated || Stopped == RepairOutcome::Cycling;
  if (SearchEnded && End && !Nodes.front()->Scores.empty() &&
      llvm::all_of(Nodes.front()->Scores, [](const auto &Score) {
        return Score.second.Status != RunStatus::Ok;
      })) {
    Report.Outcome = RepairOutcome::NotANearMiss;
    Report.Reason = "crash";
  }
  llvm::StringRef Name = llvm::StringRef(FileName).ltrim('/');
  Report.Diff =
      unifiedDiff(Text, Report.Text, ("a/" + Name).str(), ("b/" + Name).str());
  if (llvm::Error E = Record.write("best.cu", Report.Text))
    return std::move(E);
  if (Report.Outcome == RepairOutcome::Repaired) {
    assert(Report.Certified && "nothing else is a repair");
    if (llvm::Error E = Record.write("repaired.cu", Report.Text))
      return std::move(E);
    if (llvm::Error E = Record.write("repaired.diff", Report.Diff))
      return std::move(E);
  }
  auto Last =
      Record.step("stopped", [&]() -> llvm::Expected<llvm::json::Object> {
        return llvm::json::Object{{"outcome", name(Report.Outcome)},
                                  {"reason", Report.Reason}};
      });
  if (!Last) {
    if (!Last.errorIsA<Interruption>())
      return Last.takeError();
    llvm::consumeError(Last.takeError());
    Report.Interrupted = true;
    return std::move(Report);
  }
  Report.Seconds = Record.seconds();
  if (llvm::Error E = Record.write("report.json", pretty(toJson(Report))))
    return std::move(E);
  return std::move(Report);
}

} // namespace kmend
