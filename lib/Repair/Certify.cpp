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

namespace kmend {

/// Failing cases of one certification that join the quick cases.
static constexpr size_t MaxJoining = 3;

llvm::Expected<bool> RepairRun::certify(Node &N) {
  // The plan of `kmend eval --certify`, so that a repair can be checked again.
  ++Certifications;
  std::vector<Case> Plan = Bench.plan(Stage::Certify, Options.Seed);
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
        return O;
      });
  if (!Event)
    return Event.takeError();
  if (Event->getBoolean("passed").value_or(false)) {
    Report.Certified = true;
    Report.CertifiedCases =
        static_cast<size_t>(Event->getInteger("ran").value_or(0));
    return true;
  }
  const llvm::json::Object *Failing = Event->getObject("failing");
  std::optional<Judgement> J;
  if (Failing)
    J = judgementFromJson(*Failing);
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
