//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One candidate: announced, made, checked, evaluated.
//
//===----------------------------------------------------------------------===//

#include "EventJson.h"
#include "RepairRun.h"
#include "kmend/Support/Files.h"

namespace kmend {

/// Failing cases that a candidate must better before the others are run.
static constexpr size_t Witnesses = 3;

static void merge(std::optional<Verdict> &Into, Verdict Later) {
  if (!Into) {
    Into = std::move(Later);
    return;
  }
  if (Into->Result == Outcome::Pass) {
    Into->Result = Later.Result;
    Into->Reason = Later.Reason;
  }
  for (CaseResult &C : Later.Cases)
    Into->Cases.push_back(std::move(C));
  Into->Planned += Later.Planned;
  Into->Seconds += Later.Seconds;
}

double RepairRun::mismatchOf(const Node &N) const {
  double Sum = 0;
  for (const Case &C : Quick) {
    auto Score = N.Scores.find(C.id());
    // A case that joined later failed for somebody.
    Sum += Score == N.Scores.end() ? 1 : Score->second.mismatch();
  }
  return Sum;
}

llvm::Error RepairRun::knowAllScores(Node &N) {
  std::vector<Case> Missing;
  for (const Case &C : Quick)
    if (!N.Scores.count(C.id()))
      Missing.push_back(C);
  if (Missing.empty())
    return llvm::Error::success();
  auto Event =
      Record.step("judged", [&]() -> llvm::Expected<llvm::json::Object> {
        auto V = Bench.judge(N.Source.Text, Missing, Stage::Quick, false);
        if (!V)
          return V.takeError();
        llvm::json::Object O = toJson(summarise(*V));
        O["candidate"] = N.Candidate;
        O["stage"] = "quick";
        merge(N.Full, std::move(*V));
        return O;
      });
  if (!Event)
    return Event.takeError();
  std::optional<Judgement> J = judgementFromJson(*Event);
  if (!J)
    return makeError(ExitCode::InvalidInput, {Record.folder()},
                     "damaged record; start a new run with -o");
  for (const CaseScore &C : J->Cases)
    N.Scores[C.Id] = C;
  // A verdict that ended early says nothing of the other cases.
  for (const Case &C : Missing)
    N.Scores.try_emplace(
        C.id(), CaseScore{C.id(), false, RunStatus::Crash, 1, 1, "not run"});
  return llvm::Error::success();
}

llvm::Error RepairRun::evaluateTrial(Node &From, Trial &T) {
  std::vector<Case> Failing, Passing;
  for (const Case &C : Quick)
    (From.Scores.at(C.id()).Passed ? Passing : Failing).push_back(C);

  // The cheapest failing case alone, then two more, then all: a wrong candidate
  // costs as little as it can.
  llvm::ArrayRef<Case> All(Failing);
  std::vector<Case> Rest(All.drop_front(std::min(Witnesses, All.size())));
  Rest.insert(Rest.end(), Passing.begin(), Passing.end());
  const llvm::ArrayRef<Case> Parts[] = {
      All.take_front(1),
      All.take_front(Witnesses).drop_front(std::min<size_t>(1, All.size())),
      Rest};

  for (size_t Part = 0; Part < std::size(Parts); ++Part) {
    // What did not get better by the witnesses is not worth the others.
    if (Part == 2 && T.Result.Result != Feedback::Kind::Improved)
      return llvm::Error::success();
    if (Parts[Part].empty())
      continue;
    auto V = Bench.judge(T.Source.Text, Parts[Part], Stage::Quick, false);
    if (!V)
      return V.takeError();
    T.Judged.add(summarise(*V));
    merge(T.Full, std::move(*V));
    Outcome Said = T.Full->Result;
    if (Said == Outcome::Build || Said == Outcome::Unsupported ||
        Said == Outcome::InvalidOperator) {
      T.Result = {Feedback::Kind::Refused, 0, T.Full->Reason};
      return llvm::Error::success();
    }
    double Gain = improvement(From.Scores, T.Judged);
    T.Result = {classify(Gain), Gain, T.Judged.Reason};
    bool Hangs = llvm::any_of(T.Judged.Cases, [](const CaseScore &C) {
      return C.Status == RunStatus::Timeout;
    });
    if (Hangs && T.Result.Result != Feedback::Kind::Improved)
      return llvm::Error::success();
  }
  // Every part was judged; a verdict that ran out of time has fewer cases than
  // were asked for, and certification decides on those.
  if (T.Full && T.Full->Result == Outcome::Pass && !T.Judged.failedCases())
    T.Result = {Feedback::Kind::QuickPass, 1, ""};
  if (T.Result.Result == Feedback::Kind::QuickPass ||
      T.Result.Result == Feedback::Kind::Improved)
    if (std::string Why = degeneration(Nodes.front()->Scores, T.Judged);
        !Why.empty())
      T.Result = {Feedback::Kind::Refused, 0, Why};
  return llvm::Error::success();
}

llvm::Expected<llvm::json::Object> RepairRun::runTrial(Node &From, Trial &T,
                                                       bool MayRepeat) {
  llvm::json::Object O{{"candidate", T.Candidate}};
  auto Close = [&](llvm::StringRef By) {
    O["result"] = name(T.Result.Result);
    O["by"] = By;
    O["improvement"] = T.Result.Improvement;
    O["reason"] = T.Result.Reason;
    return std::move(O);
  };
  auto Made = Bench.rewrite(From.Source, T.Script);
  if (!Made) {
    auto F = failureOf(Made.takeError(),
                       {ExitCode::InvalidScript, ExitCode::DoesNotCompile,
                        ExitCode::Undecided});
    if (!F)
      return F.takeError();
    T.Result.Reason = F->Message;
    return Close("rewrite");
  }
  T.Source = std::move(*Made);
  std::string Print = Bench.fingerprint(T.Source.Text);
  O["fingerprint"] = Print;
  O["source"] = sha256(T.Source.Text);
  if (auto Known = Seen.find(Print); Known != Seen.end() && !MayRepeat) {
    T.Result.Reason =
        Known->second
            ? llvm::formatv("the source of candidate {0}", Known->second).str()
            : "the input";
    return Close("seen");
  }
  GateVerdict Gate = Bench.checkEdit(Nodes.front()->Source, T.Source);
  O["gate"] = name(Gate.Result);
  if (!Gate.Violations.empty())
    O["violations"] = toJson(Gate.Violations);
  if (Gate.Result == GateVerdict::Answer::Reject) {
    T.Result.Reason = summary(Gate.Violations);
    return Close("gate");
  }
  if (llvm::Error E = evaluateTrial(From, T))
    return std::move(E);
  O["judgement"] = toJson(T.Judged);
  return Close("evaluate");
}

llvm::Expected<Trial> RepairRun::tryScript(Node &From, const EditScript &Script,
                                           llvm::StringRef Card, bool Shrinks) {
  Trial T;
  T.Script = Script;
  T.Card = Card.str();
  T.Candidate = ++Proposed;
  auto Announced =
      Record.step("proposed", [&]() -> llvm::Expected<llvm::json::Object> {
        return llvm::json::Object{
            {"candidate", T.Candidate}, {"from", From.Candidate},
            {"round", From.Round},      {"card", T.Card},
            {"shrinks", Shrinks},       {"script", toJson(Script)}};
      });
  if (!Announced)
    return Announced.takeError();
  const llvm::json::Value *Before = Announced->get("script");
  if (!Before || *Before != toJson(Script))
    return makeError(
        ExitCode::InvalidInput, {Record.folder()},
        "the run took another way before; start a new run with -o");

  auto Event = Record.step(
      "result", [&] { return runTrial(From, T, /*MayRepeat=*/Shrinks); });
  if (!Event)
    return Event.takeError();
  auto Kind = feedbackFromName(Event->getString("result").value_or(""));
  if (!Kind)
    return makeError(ExitCode::InvalidInput, {Record.folder()},
                     "damaged record; start a new run with -o");
  T.Result = {*Kind, Event->getNumber("improvement").value_or(0),
              Event->getString("reason").value_or("").str()};
  T.By = Event->getString("by").value_or("").str();
  if (auto Print = Event->getString("fingerprint"))
    Seen.try_emplace(Print->str(), T.Candidate);
  if (T.By != "evaluate")
    return T;
  ++Report.CandidatesTried;
  const llvm::json::Object *Judged = Event->getObject("judgement");
  std::optional<Judgement> J;
  if (Judged)
    J = judgementFromJson(*Judged);
  if (!J)
    return makeError(ExitCode::InvalidInput, {Record.folder()},
                     "damaged record; start a new run with -o");
  T.Judged = std::move(*J);
  bool Useful =
      *Kind == Feedback::Kind::Improved || *Kind == Feedback::Kind::QuickPass;
  // A result that was read back has no source yet.
  if (Useful && T.Source.Text.empty()) {
    auto Made = Bench.rewrite(From.Source, Script);
    if (!Made)
      return Made.takeError();
    T.Source = std::move(*Made);
  }
  return T;
}

Node &RepairRun::addNode(Node &From, Trial T) {
  auto N = std::make_unique<Node>();
  N->Source = std::move(T.Source);
  N->Chain = From.Chain;
  N->Chain.push_back(std::move(T.Script));
  N->Cards = From.Cards;
  if (!T.Card.empty())
    N->Cards.push_back(std::move(T.Card));
  N->Candidate = T.Candidate;
  for (const CaseScore &C : T.Judged.Cases)
    N->Scores[C.Id] = C;
  N->Full = std::move(T.Full);
  Nodes.push_back(std::move(N));
  return *Nodes.back();
}

} // namespace kmend
