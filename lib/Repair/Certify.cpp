//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Certification of one source.
//
//===----------------------------------------------------------------------===//

#include "EventJson.h"
#include "RepairRun.h"
#include "kmend/Support/Random.h"

namespace kmend {

/// Failing cases of one certification that join the quick cases.
static constexpr size_t MaxJoining = 3;

/// Judges \p N, which passes the plan, on cases that were drawn for this
/// certification alone, and notes in \p O no more than whether it passes. Of
/// the input alone, which nobody has worked on yet, the seed becomes known when
/// it fails: its failing cases are what the search begins with, and the next
/// certification draws others.
llvm::Error RepairRun::judgeHeldOut(Node &N, llvm::json::Object &O,
                                    std::optional<Verdict> &Said) {
  if (!Options.HeldOutSeed)
    return llvm::Error::success();
  // One that is known says nothing of the others.
  const uint64_t Seed =
      Random(*Options.HeldOutSeed,
             "certification " + std::to_string(Certifications))
          .next() >>
      16;
  const std::vector<Case> Cases = Bench.heldOut(N.Source, Seed);
  if (Cases.empty())
    return llvm::Error::success();
  const bool IsInput = N.Candidate == 0;
  auto V = Bench.judge(N.Source.Text, Cases, Stage::Certify,
                       /*StopAtFirstFailure=*/!IsInput);
  if (!V)
    return V.takeError();
  const int64_t Ran = static_cast<int64_t>(V->Cases.size());
  // Without a case that the operator covers there is nothing to hold against
  // the source.
  const bool Passed = V->passed() || (V->Cases.empty() && V->Details.empty());
  O["held_out"] = llvm::json::Object{{"passed", Passed}, {"ran", Ran}};
  if (Passed) {
    O["ran"] = O.getInteger("ran").value_or(0) + Ran;
    DrawnSeed = Seed;
    return llvm::Error::success();
  }
  O["passed"] = false;
  O["reason"] = "a case fails that was drawn for this certification alone";
  if (IsInput) {
    Judgement J = summarise(*V);
    llvm::erase_if(J.Cases, [](const CaseScore &C) { return C.Passed; });
    O["failing"] = toJson(J);
    O["held_out_seed"] = Seed;
    Said = std::move(*V);
  }
  return llvm::Error::success();
}

llvm::Expected<bool> RepairRun::certify(Node &N) {
  // The plan of `kmend eval --certify`, so that a repair can be checked again.
  ++Certifications;
  DrawnSeed.reset();
  RefusedUnseen = false;
  std::vector<Case> Plan = Bench.certification(N.Source, Options.Seed);
  bool IsInput = N.Candidate == 0;
  std::optional<Verdict> Said;
  auto Event =
      Record.step("certified", [&]() -> llvm::Expected<llvm::json::Object> {
        llvm::json::Object O{{"candidate", N.Candidate},
                             {"attempt", Certifications}};
        if (!IsInput) {
          GateVerdict Gate = Bench.checkEdit(Nodes.front()->Source, N.Source);
          O["gate"] = name(Gate.Result);
          if (Gate.Result == GateVerdict::Answer::Reject) {
            O["passed"] = false;
            O["reason"] = summary(Gate.Violations);
            return O;
          }
        }
        auto V = Bench.judge(N.Source.Text, Plan, Stage::Certify,
                             /*StopAtFirstFailure=*/!IsInput);
        if (!V)
          return V.takeError();
        Judgement J = summarise(*V);
        O["passed"] = J.passed();
        O["reason"] = J.Reason;
        O["planned"] = static_cast<int64_t>(Plan.size());
        O["ran"] = static_cast<int64_t>(J.Cases.size());
        O["case_seconds"] = J.Seconds;
        // Only what failed is needed again.
        llvm::erase_if(J.Cases, [](const CaseScore &C) { return C.Passed; });
        O["failing"] = toJson(J);
        Said = std::move(*V);
        if (J.passed())
          if (llvm::Error E = judgeHeldOut(N, O, Said))
            return std::move(E);
        return O;
      });
  if (!Event)
    return Event.takeError();
  if (Event->getBoolean("passed").value_or(false)) {
    Report.Certified = true;
    Report.CertifiedCases =
        static_cast<size_t>(Event->getInteger("ran").value_or(0));
    Report.HeldOutSeed = DrawnSeed;
    return true;
  }
  if (const llvm::json::Object *HeldOut = Event->getObject("held_out");
      HeldOut && !HeldOut->getBoolean("passed").value_or(false)) {
    auto Seed = Event->getInteger("held_out_seed");
    if (!Seed) {
      // Nothing is known that could be searched on from here.
      N.Exhausted = RefusedUnseen = true;
      return false;
    }
    llvm::append_range(Plan,
                       Bench.heldOut(N.Source, static_cast<uint64_t>(*Seed)));
  }
  const llvm::json::Object *Failing = Event->getObject("failing");
  std::optional<Judgement> J;
  if (Failing)
    J = judgementFromJson(*Failing);
  if (J && J->Cases.empty() && J->Result == Outcome::Fail) {
    // Every value is right, and comes from where it may not.
    if (IsInput)
      stop(RepairOutcome::Integrity, J->Reason);
    else
      N.Exhausted = RefusedUnseen = true;
    return false;
  }
  if (!J || J->Cases.empty()) {
    // Refused as a whole: there is nothing to search on.
    stop(RepairOutcome::Unsupported,
         "certification could not decide: " +
             Event->getString("reason").value_or(""));
    return false;
  }
  size_t Joined = 0;
  for (const CaseScore &C : J->Cases) {
    if (Joined == MaxJoining)
      break;
    auto Planned =
        llvm::find_if(Plan, [&](const Case &P) { return P.id() == C.Id; });
    // Certification adds cases of its own where branches were not covered.
    std::optional<Case> Known = Planned == Plan.end()
                                    ? Bench.findCase(C.Id)
                                    : std::optional<Case>(*Planned);
    if (!Known || N.Scores.count(C.Id))
      continue;
    Quick.push_back(*Known);
    N.Scores[C.Id] = C;
    ++Joined;
    if (Said && N.Full)
      for (CaseResult &R : Said->Cases)
        if (R.Ran.id() == C.Id) {
          N.Full->Cases.push_back(std::move(R));
          break;
        }
  }
  if (N.Full) {
    N.Full->Result = Outcome::Fail;
    N.Full->Reason = J->Reason;
  }
  return false;
}

} // namespace kmend
