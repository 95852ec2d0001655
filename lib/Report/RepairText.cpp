//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Report/RepairText.h"
#include "llvm/Support/WithColor.h"

namespace kmend {

/// Symptoms shown of a diagnosis.
static constexpr size_t ShownSymptoms = 5;

static std::string percent(double Ratio) {
  // Never round a wrong result up to all right.
  double Shown = Ratio < 1 ? std::min(Ratio * 100, 99.99) : 100;
  return llvm::formatv("{0:f2} %", Shown).str();
}

static std::string count(int64_t Number, llvm::StringRef What) {
  return llvm::formatv("{0} {1}{2}", Number, What, Number == 1 ? "" : "s")
      .str();
}

std::string describeScript(const llvm::json::Value &Script) {
  const llvm::json::Object *O = Script.getAsObject();
  const llvm::json::Array *Edits = O ? O->getArray("edits") : nullptr;
  if (!Edits || Edits->empty())
    return "nothing";
  std::string Text;
  for (const llvm::json::Value &V : *Edits) {
    const llvm::json::Object *E = V.getAsObject();
    if (!E)
      continue;
    if (!Text.empty())
      Text += " + ";
    if (auto Card = E->getString("card")) {
      Text += Card->str();
      if (const llvm::json::Array *Sites = E->getArray("sites")) {
        Text += Sites->size() == 1 ? " at site " : " at sites ";
        llvm::raw_string_ostream OS(Text);
        llvm::interleave(*Sites, OS, ",");
      }
      if (int64_t Alternative = E->getInteger("alternative").value_or(0))
        Text += llvm::formatv(" (alternative {0})", Alternative).str();
    } else {
      Text += E->getString("op").value_or("?").str();
      if (auto At = E->getString("at"))
        Text += " at " + At->str();
    }
  }
  return Text;
}

void RepairText::clear() {
  if (LineShown)
    OS << "\r\x1b[K";
  LineShown = false;
  OS.flush();
}

void RepairText::line(const llvm::Twine &Text) {
  if (Shown == Mode::Quiet)
    return;
  clear();
  OS << Text << "\n";
  OS.flush();
}

void RepairText::progress() {
  if (Shown != Mode::Terminal)
    return;
  std::string Text = llvm::formatv("round {0}, {1} tried, best {2}: {3}", Round,
                                   Tried, percent(Best), InTrial);
  // A line that wraps cannot be taken away again.
  constexpr size_t Width = 79;
  if (Text.size() > Width)
    Text.resize(Width);
  OS << "\r\x1b[K" << Text;
  OS.flush();
  LineShown = true;
}

void RepairText::judged(const llvm::json::Object &Event) {
  int64_t Failed = Event.getInteger("failed").value_or(0);
  const llvm::json::Array *Cases = Event.getArray("cases");
  int64_t All = Cases ? Cases->size() : 0;
  double Matched = Event.getNumber("matched_ratio").value_or(0);
  if (Event.getInteger("candidate").value_or(0) == 0)
    Best = std::max(Best, Matched);
  std::string Text = llvm::formatv(
      "{0}: {1}, {2} of {3} fail, {4} of the elements right",
      Event.getInteger("candidate").value_or(0)
          ? llvm::formatv("candidate {0}", *Event.getInteger("candidate")).str()
          : "candidate",
      Event.getString("outcome").value_or(""), Failed, count(All, "case"),
      percent(Matched));
  if (All == 0)
    Text = llvm::formatv("candidate: {0}: {1}",
                         Event.getString("outcome").value_or(""),
                         Event.getString("reason").value_or(""));
  line(Text);
  if (!Cases)
    return;
  for (const llvm::json::Value &V : *Cases) {
    const llvm::json::Object *C = V.getAsObject();
    if (C && !C->getBoolean("passed").value_or(true))
      line("  case " + C->getString("id").value_or("") + ": " +
           C->getString("reason").value_or(""));
  }
}

void RepairText::diagnosed(const llvm::json::Object &Event) {
  const llvm::json::Array *Symptoms = Event.getArray("symptoms");
  if (!Symptoms)
    return;
  size_t Number = 0;
  for (const llvm::json::Value &V : *Symptoms) {
    const llvm::json::Object *S = V.getAsObject();
    if (!S || Number++ == ShownSymptoms)
      break;
    line(llvm::formatv("  symptom {0} ({1:f2}): {2}",
                       S->getString("symptom").value_or(""),
                       S->getNumber("confidence").value_or(0),
                       S->getString("text").value_or(""))
             .str());
  }
}

void RepairText::result(const llvm::json::Object &Event) {
  llvm::StringRef Result = Event.getString("result").value_or("");
  llvm::StringRef By = Event.getString("by").value_or("");
  Tried += By == "evaluate";
  bool Helped = Result == "improved" || Result == "quick-pass";
  if (Helped)
    if (const llvm::json::Object *J = Event.getObject("judgement"))
      Best = std::max(Best, J->getNumber("matched_ratio").value_or(0));
  if (Shown == Mode::Terminal && !Helped)
    return;
  std::string Text =
      llvm::formatv("  {0,4} {1}: {2}",
                    Event.getInteger("candidate").value_or(0), InTrial, Result);
  if (By == "evaluate" && Result != "quick-pass")
    Text +=
        llvm::formatv(" ({0:f2})", Event.getNumber("improvement").value_or(0));
  else if (By != "evaluate")
    Text +=
        llvm::formatv(" ({0}: {1})", By,
                      Event.getString("reason").value_or("").split('\n').first);
  line(Text);
}

void RepairText::certified(const llvm::json::Object &Event) {
  int64_t Ran = Event.getInteger("ran").value_or(0);
  if (Event.getBoolean("passed").value_or(false))
    line("certification: " + count(Ran, "case") + ", all pass");
  else
    line(llvm::formatv("certification: fails after {0} of {1}: {2}", Ran,
                       count(Event.getInteger("planned").value_or(0), "case"),
                       Event.getString("reason").value_or(""))
             .str());
}

void RepairText::event(const llvm::json::Object &Event) {
  if (Shown == Mode::Quiet)
    return;
  llvm::StringRef Kind = Event.getString("event").value_or("");
  if (Kind == "operator-checked") {
    if (Event.getBoolean("ok").value_or(false))
      line("operator: the reference can judge");
  } else if (Kind == "gate") {
    const llvm::json::Array *All = Event.getArray("violations");
    line("gate: " + Event.getString("verdict").value_or(""));
    if (All)
      for (const llvm::json::Value &V : *All)
        if (const llvm::json::Object *O = V.getAsObject())
          line(llvm::formatv("  line {0}: {1}: {2} [{3}]",
                             O->getInteger("line").value_or(0),
                             O->getString("severity").value_or(""),
                             O->getString("message").value_or(""),
                             O->getString("rule").value_or(""))
                   .str());
  } else if (Kind == "judged") {
    judged(Event);
  } else if (Kind == "round") {
    Round = Event.getInteger("round").value_or(0);
    int64_t From = Event.getInteger("candidate").value_or(0);
    if (Round > 1)
      line(
          llvm::formatv("round {0}: on from candidate {1}", Round, From).str());
  } else if (Kind == "diagnosed") {
    diagnosed(Event);
  } else if (Kind == "proposed") {
    if (const llvm::json::Value *Script = Event.get("script"))
      InTrial = describeScript(*Script);
    progress();
  } else if (Kind == "result") {
    result(Event);
  } else if (Kind == "certified") {
    certified(Event);
  }
}

void printReport(const RepairReport &R, llvm::raw_ostream &OS) {
  bool Good = R.Outcome == RepairOutcome::Repaired ||
              R.Outcome == RepairOutcome::AlreadyCorrect;
  llvm::WithColor(OS, Good ? llvm::raw_ostream::GREEN : llvm::raw_ostream::RED)
      << name(R.Outcome);
  if (R.Outcome == RepairOutcome::Repaired) {
    OS << " with ";
    llvm::interleave(R.Cards, OS, ", ");
  }
  if (!R.Reason.empty())
    OS << ": " << R.Reason;
  if (R.Certified)
    OS << "; certified on " << count(R.CertifiedCases, "case");
  if (R.HeldOutSeed)
    OS << " (--held-out-seed " << *R.HeldOutSeed << ")";
  OS << "\n";
  for (const Violation &V : R.Violations)
    OS << V.Where.str() << ": "
       << (V.Level == Severity::Reject ? "error" : "warning") << ": "
       << V.Message << " [" << V.Rule << "]\n";
  OS << llvm::formatv("{0} and {1} in {2:f1} s", count(R.Rounds, "round"),
                      count(R.CandidatesTried, "candidate"), R.Seconds);
  if (!Good && R.Matched > R.MatchedBefore)
    OS << ", best checkpoint " << percent(R.Matched) << " after "
       << percent(R.MatchedBefore);
  OS << "\n";
  if (!R.RunFolder.empty())
    OS << "run: " << R.RunFolder << "\n";
  if (R.Outcome == RepairOutcome::Repaired)
    OS << R.Diff;
}

} // namespace kmend
