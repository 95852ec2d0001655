//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The course of the loop: where it begins, goes on and ends.
//
//===----------------------------------------------------------------------===//

#include "RepairRun.h"
#include "EventJson.h"
#include <cmath>

namespace kmend {

/// Improvement from which the loop goes on from the new source at once.
static constexpr double Decisive = 0.3;
/// Open sources that are still worth a round.
static constexpr size_t BeamWidth = 4;
/// Proposals tried in a row without progress before the loop looks whether
/// another source is worth more; each such turn makes a source look worse.
static constexpr unsigned TurnLength = 32;
static constexpr double AfterTurn = 1.5;
/// Turns that a source counts as having had when certification refuses it.
static constexpr unsigned AfterFalsePass = 5;
/// Sources searched to their end without progress before the run ends.
static constexpr unsigned GiveUpAfter = 4;

llvm::Expected<Failure> failureOf(llvm::Error E,
                                  llvm::ArrayRef<ExitCode> Expected) {
  Failure F;
  llvm::Error Rest = llvm::handleErrors(
      std::move(E), [&](std::unique_ptr<KmendError> K) -> llvm::Error {
        if (!llvm::is_contained(Expected, K->code()))
          return llvm::Error(std::move(K));
        F.Code = K->code();
        if (!F.Message.empty())
          F.Message += '\n';
        if (std::string Where = K->where().str(); !Where.empty())
          F.Message += Where + ": ";
        F.Message += K->message();
        return llvm::Error::success();
      });
  if (Rest)
    return std::move(Rest);
  return F;
}

CaseScore notRun(const Case &C) {
  return {C.id(), false, RunStatus::Timeout, 1, 1, "not run"};
}

void RepairRun::stop(RepairOutcome Outcome, llvm::Twine Reason) {
  Stopped = Outcome;
  Report.Outcome = Outcome;
  Report.Reason = Reason.str();
}

bool RepairRun::overBudget() {
  // What was done before is not done again, so it cannot exceed anything.
  if (Record.replaying())
    return false;
  const RepairBudget &B = Options.Budget;
  if (Report.CandidatesTried >= B.Candidates)
    stop(RepairOutcome::OutOfCandidates,
         llvm::formatv("{0} candidates were run", B.Candidates).str());
  else if (Record.seconds() > B.Seconds)
    stop(RepairOutcome::OutOfTime,
         llvm::formatv("{0:F0} seconds are over", B.Seconds).str());
  return Stopped.has_value();
}

llvm::Error RepairRun::begin() {
  auto Checked = Record.step(
      "operator-checked", [&]() -> llvm::Expected<llvm::json::Object> {
        auto F = failureOf(Bench.checkOperator(), {ExitCode::InvalidInput});
        if (!F)
          return F.takeError();
        return llvm::json::Object{{"ok", F->Code == ExitCode::Done},
                                  {"reason", F->Message}};
      });
  if (!Checked)
    return Checked.takeError();
  if (!Checked->getBoolean("ok").value_or(false)) {
    stop(RepairOutcome::InvalidOperator,
         Checked->getString("reason").value_or(""));
    return llvm::Error::success();
  }

  auto Source = Bench.parse(Text);
  if (!Source) {
    auto F = failureOf(Source.takeError(),
                       {ExitCode::DoesNotCompile, ExitCode::Undecided});
    if (!F)
      return F.takeError();
    Report.Diagnostics = F->Message;
    if (F->Code == ExitCode::Undecided)
      stop(RepairOutcome::Unsupported, F->Message);
    else
      stop(RepairOutcome::NotANearMiss, "build");
    return llvm::Error::success();
  }
  Nodes.push_back(std::make_unique<Node>());
  Node &Input = *Nodes.back();
  Input.Source = std::move(*Source);
  Current = Best = &Input;
  Seen[Bench.fingerprint(Text)] = 0;

  auto Gate = Record.step("gate", [&]() -> llvm::Expected<llvm::json::Object> {
    GateVerdict V = Bench.checkSource(Input.Source);
    return llvm::json::Object{{"candidate", 0},
                              {"verdict", name(V.Result)},
                              {"violations", toJson(V.Violations)}};
  });
  if (!Gate)
    return Gate.takeError();
  if (Gate->getString("verdict") == name(GateVerdict::Answer::Reject)) {
    Report.Violations = violationsFromJson(Gate->getArray("violations"))
                            .value_or(std::vector<Violation>());
    stop(RepairOutcome::Integrity,
         "the candidate breaks a rule before any edit: " +
             summary(Report.Violations));
    return llvm::Error::success();
  }
  if (llvm::Error E = Record.write("best.cu", Text))
    return E;
  return judgeInput(Input);
}

llvm::Error RepairRun::judgeInput(Node &Input) {
  Quick = Bench.plan(Stage::Quick, Options.Seed);
  auto Event =
      Record.step("judged", [&]() -> llvm::Expected<llvm::json::Object> {
        auto V = Bench.judge(Text, Quick, Stage::Quick, false);
        if (!V)
          return V.takeError();
        Input.Full = std::move(*V);
        llvm::json::Object O = toJson(summarise(*Input.Full));
        O["candidate"] = 0;
        O["stage"] = "quick";
        llvm::json::Array Skipped;
        for (const auto &[Id, Why] : Input.Full->Skipped)
          Skipped.push_back(Id);
        O["skipped"] = std::move(Skipped);
        if (!Input.Full->Details.empty())
          O["diagnostics"] = Input.Full->Details;
        return O;
      });
  if (!Event)
    return Event.takeError();
  std::optional<Judgement> J = judgementFromJson(*Event);
  if (!J)
    return makeError(ExitCode::InvalidInput, {Record.folder()},
                     "damaged record; start a new run with -o");
  Report.MatchedBefore = J->matchedRatio();
  for (const CaseScore &C : J->Cases)
    Input.Scores[C.Id] = C;
  Report.Diagnostics = Event->getString("diagnostics").value_or("").str();
  if (const llvm::json::Array *Skipped = Event->getArray("skipped"))
    llvm::erase_if(Quick, [&](const Case &C) {
      return llvm::is_contained(*Skipped, llvm::json::Value(C.id()));
    });
  // An input that hangs is not run to its end; what was left out counts as
  // wrong, like what hung.
  for (const Case &C : Quick)
    Input.Scores.try_emplace(C.id(), notRun(C));

  switch (J->Result) {
  case Outcome::Build:
    stop(RepairOutcome::NotANearMiss, "build");
    return llvm::Error::success();
  case Outcome::Unsupported:
    stop(RepairOutcome::Unsupported, J->Reason);
    return llvm::Error::success();
  case Outcome::InvalidOperator:
    stop(RepairOutcome::InvalidOperator, J->Reason);
    return llvm::Error::success();
  case Outcome::Pass: {
    auto Certified = certify(Input);
    if (!Certified)
      return Certified.takeError();
    if (*Certified)
      stop(RepairOutcome::AlreadyCorrect, "every case passes");
    return llvm::Error::success();
  }
  default:
    break;
  }
  if (llvm::all_of(J->Cases, [](const CaseScore &C) {
        return C.Status == RunStatus::Timeout;
      }))
    stop(RepairOutcome::NotANearMiss, "timeout");
  return llvm::Error::success();
}

llvm::Error RepairRun::enter(Node &N) {
  if (llvm::Error E = knowAllScores(N))
    return E;
  N.Round = ++Report.Rounds;
  auto Round =
      Record.step("round", [&]() -> llvm::Expected<llvm::json::Object> {
        return llvm::json::Object{{"round", N.Round},
                                  {"candidate", N.Candidate},
                                  {"mismatch", mismatchOf(N)}};
      });
  if (!Round)
    return Round.takeError();
  auto Event =
      Record.step("diagnosed", [&]() -> llvm::Expected<llvm::json::Object> {
        if (!N.Full) {
          auto V = Bench.judge(N.Source.Text, Quick, Stage::Quick, false);
          if (!V)
            return V.takeError();
          N.Full = std::move(*V);
        }
        return llvm::json::Object{
            {"candidate", N.Candidate},
            {"symptoms", toJson(Bench.diagnose(*N.Full))}};
      });
  if (!Event)
    return Event.takeError();
  auto Symptoms = symptomsFromJson(Event->getArray("symptoms"));
  if (!Symptoms)
    return makeError(ExitCode::InvalidInput, {Record.folder()},
                     "damaged record; start a new run with -o");
  N.Symptoms = std::move(*Symptoms);
  if (!N.Candidate)
    Report.Symptoms = N.Symptoms;
  return writeRoundFiles(N);
}

Node *RepairRun::mostPromising() {
  std::vector<std::pair<double, Node *>> Open;
  for (auto &N : Nodes)
    if (!N->Exhausted)
      Open.emplace_back(mismatchOf(*N), N.get());
  auto Better = [](const auto &A, const auto &B) {
    return std::pair(A.first, A.second->Candidate) <
           std::pair(B.first, B.second->Candidate);
  };
  llvm::sort(Open, Better);
  if (Open.size() > BeamWidth)
    Open.resize(BeamWidth);
  for (auto &[Mismatch, N] : Open)
    Mismatch *= std::pow(AfterTurn, N->Turns);
  auto Best = llvm::min_element(Open, Better);
  return Best == Open.end() ? nullptr : Best->second;
}

void RepairRun::leave(Node &N) {
  N.Exhausted = true;
  ++StagnantRounds;
  Node *Next = mostPromising();
  if (Next && StagnantRounds < GiveUpAfter) {
    Current = Next;
    return;
  }
  if (!Search)
    stop(RepairOutcome::Stagnated, "nothing proposes edits (--no-search)");
  else if (!Proposed)
    stop(RepairOutcome::Stagnated, "no card applies to this source");
  else if (SeenBefore == Proposed)
    stop(RepairOutcome::Cycling, "every edit leads to a source seen before");
  else
    stop(RepairOutcome::Stagnated,
         llvm::formatv("none of {0} edits mends it", Proposed).str());
}

llvm::Error RepairRun::advance() {
  if (overBudget())
    return llvm::Error::success();
  Node &N = *Current;
  if (!N.Round) {
    if (Report.Rounds >= Options.Budget.Rounds && !Record.replaying()) {
      stop(RepairOutcome::OutOfRounds,
           llvm::formatv("{0} rounds are over", Options.Budget.Rounds).str());
      return llvm::Error::success();
    }
    if (llvm::Error E = enter(N))
      return E;
  }
  std::optional<Proposal> P;
  if (Search) {
    Situation S;
    S.Text = N.Source.Text;
    S.Source = N.Source.Parsed.get();
    S.Failing = N.Full ? &*N.Full : nullptr;
    S.Symptoms = N.Symptoms;
    S.OpType = OpType;
    P = Search->next(S, N.Pending ? &*N.Pending : nullptr);
    N.Pending.reset();
  }
  if (!P) {
    leave(N);
    return llvm::Error::success();
  }
  if (llvm::Error E = knowAllScores(N))
    return E;
  auto T = tryScript(N, P->Script, P->Card, /*Shrinks=*/false);
  if (!T)
    return T.takeError();
  SeenBefore += T->By == "seen";
  N.Pending = T->Result;
  switch (T->Result.Result) {
  case Feedback::Kind::QuickPass:
    return passed(N, std::move(*T));
  case Feedback::Kind::Improved:
    return improved(N, std::move(*T));
  default:
    if (++N.InTurn == TurnLength) {
      N.InTurn = 0;
      ++N.Turns;
      Current = mostPromising();
    }
    return llvm::Error::success();
  }
}

llvm::Error RepairRun::improved(Node &From, Trial T) {
  StagnantRounds = 0;
  auto Small = shrink(From, std::move(T));
  if (!Small)
    return Small.takeError();
  bool Dive = Small->Result.Improvement >= Decisive;
  Node &N = addNode(From, std::move(*Small));
  if (mismatchOf(N) < mismatchOf(*Best)) {
    Best = &N;
    if (llvm::Error E = Record.write("best.cu", N.Source.Text))
      return E;
  }
  if (Dive)
    Current = &N;
  return llvm::Error::success();
}

llvm::Error RepairRun::passed(Node &From, Trial T) {
  StagnantRounds = 0;
  // A case that only certification knows joins the quick cases. When the
  // smallest edit fails there, a wider one may not.
  constexpr unsigned MaxAttempts = 3;
  EditScript Widest = T.Script;
  std::string Card = T.Card;
  for (unsigned Attempt = 0;; ++Attempt) {
    // What unseen cases refuse cannot be shrunk with an eye on them: it is
    // tried whole.
    const bool Whole = Attempt && RefusedUnseen;
    auto Small = Whole ? llvm::Expected<Trial>(std::move(T))
                       : shrink(From, std::move(T));
    if (!Small)
      return Small.takeError();
    bool Reduced = toJson(Small->Script) != toJson(Widest);
    Node *N = &addNode(From, std::move(*Small));
    if (!Whole)
      if (llvm::Error E = shortenChain(N))
        return E;
    Best = N;
    if (llvm::Error E = Record.write("best.cu", N->Source.Text))
      return E;
    auto Certified = certify(*N);
    if (!Certified)
      return Certified.takeError();
    if (*Certified) {
      Current = N;
      stop(RepairOutcome::Repaired, "");
      return llvm::Error::success();
    }
    // What passes all quick cases and is wrong all the same was rarely the
    // right idea: the search goes on where it was, and knows one case more.
    N->Turns = AfterFalsePass;
    if (!Reduced || Attempt + 1 == MaxAttempts || overBudget())
      return llvm::Error::success();
    if (llvm::Error E = knowAllScores(From))
      return E;
    auto Again = tryScript(From, Widest, Card, /*Shrinks=*/true);
    if (!Again)
      return Again.takeError();
    if (Again->Result.Result != Feedback::Kind::QuickPass)
      return llvm::Error::success();
    T = std::move(*Again);
  }
}

llvm::Expected<RepairReport> RepairRun::run() {
  llvm::Error E = begin();
  while (!E && !Stopped)
    E = advance();
  if (E) {
    bool Interrupted = false;
    E = llvm::handleErrors(std::move(E),
                           [&](const Interruption &) { Interrupted = true; });
    if (E)
      return std::move(E);
    Report.Interrupted = Interrupted;
  }
  return finish();
}

} // namespace kmend
