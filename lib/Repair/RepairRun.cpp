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

namespace kmend {

/// Improvement from which the loop goes on from the new source at once.
static constexpr double Decisive = 0.5;
/// Open sources that are still worth a round.
static constexpr size_t BeamWidth = 4;
/// Rounds without progress before another branch is preferred, and before the
/// run ends.
static constexpr unsigned ChangeDirectionAfter = 2, GiveUpAfter = 4;

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
  RoundImproved = false;
  RoundProposals = RoundSeen = 0;
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

/// Which branch of the search a node is on: its first edit.
static unsigned branchOf(const Node &N) {
  return N.Chain.empty()
             ? 0
             : static_cast<unsigned>(llvm::hash_value(
                   llvm::formatv("{0}", toJson(N.Chain.front())).str()));
}

void RepairRun::leave(Node &N) {
  N.Exhausted = true;
  StagnantRounds = RoundImproved ? 0 : StagnantRounds + 1;
  std::vector<Node *> Open;
  for (auto &Other : Nodes)
    if (!Other->Exhausted)
      Open.push_back(Other.get());
  llvm::sort(Open, [&](const Node *A, const Node *B) {
    return std::pair(mismatchOf(*A), A->Candidate) <
           std::pair(mismatchOf(*B), B->Candidate);
  });
  if (Open.size() > BeamWidth)
    Open.resize(BeamWidth);
  if (Open.empty() || StagnantRounds >= GiveUpAfter) {
    if (RoundProposals && RoundSeen == RoundProposals)
      stop(RepairOutcome::Cycling, "every edit leads to a source seen before");
    else if (!Search)
      stop(RepairOutcome::Stagnated, "nothing proposes edits (--no-search)");
    else if (!Proposed)
      stop(RepairOutcome::Stagnated, "no card applies to this source");
    else
      stop(RepairOutcome::Stagnated,
           llvm::formatv("none of {0} edits mends it", Proposed).str());
    return;
  }
  Current = Open.front();
  if (StagnantRounds >= ChangeDirectionAfter)
    for (Node *Other : Open)
      if (branchOf(*Other) != branchOf(N)) {
        Current = Other;
        break;
      }
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
  ++RoundProposals;
  RoundSeen += T->By == "seen";
  N.Pending = T->Result;
  switch (T->Result.Result) {
  case Feedback::Kind::QuickPass:
    return passed(N, std::move(*T));
  case Feedback::Kind::Improved:
    return improved(N, std::move(*T));
  default:
    return llvm::Error::success();
  }
}

llvm::Error RepairRun::improved(Node &From, Trial T) {
  RoundImproved = true;
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
  RoundImproved = true;
  // A case that only certification knows joins the quick cases. When the
  // smallest edit fails there, a wider one may not.
  constexpr unsigned MaxAttempts = 3;
  EditScript Widest = T.Script;
  std::string Card = T.Card;
  for (unsigned Attempt = 0;; ++Attempt) {
    auto Small = shrink(From, std::move(T));
    if (!Small)
      return Small.takeError();
    bool Reduced = toJson(Small->Script) != toJson(Widest);
    Node *N = &addNode(From, std::move(*Small));
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
    Current = N;
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
