//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small world to run the loop in.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_UNITTESTS_REPAIR_FAKEBENCH_H
#define KMEND_UNITTESTS_REPAIR_FAKEBENCH_H

#include "kmend/Repair/RepairLoop.h"
#include <functional>
#include <set>

namespace kmend {

/// A case of the model world: it needs bits of the source to be set and others
/// not to be.
struct BitCase {
  std::set<unsigned> Needs, Forbids;
};

/// A workbench in which a source is a row of bits and a script sets some.
class FakeBench : public Workbench {
public:
  std::vector<BitCase> QuickCases, HiddenCases, HeldOutCases;
  std::set<unsigned> GateRefuses; ///< bits that no edit may set
  std::set<unsigned> DoesNotParse;
  bool Cheats = false, OperatorIsInvalid = false, InputDoesNotParse = false;
  std::optional<Outcome> AlwaysSays;
  std::vector<std::string> Judged; ///< text and number of cases of each call
  std::function<void()> OnJudge;

  llvm::Error checkOperator() override {
    if (OperatorIsInvalid)
      return makeError(ExitCode::InvalidInput, {"operator.yaml", 1, 1},
                       "zeros pass");
    return llvm::Error::success();
  }

  std::vector<Case> plan(Stage S, uint64_t Seed) override {
    std::vector<Case> Cases;
    auto Add = [&](size_t Count, int64_t Base) {
      for (size_t I = 0; I < Count; ++I) {
        Case C;
        C.Bound.Axes["n"] = Base + static_cast<int64_t>(I);
        C.ListedWorkload = Base ? -1 : static_cast<int>(I);
        C.Seed = S == Stage::Certify ? Seed : 0;
        Cases.push_back(C);
      }
    };
    Add(QuickCases.size(), 0);
    if (S == Stage::Certify)
      Add(HiddenCases.size(), 1000);
    return Cases;
  }

  std::vector<Case> heldOut(const WorkSource &, uint64_t Seed) override {
    std::vector<Case> Cases(HeldOutCases.size());
    for (size_t I = 0; I != Cases.size(); ++I) {
      Cases[I].Bound.Axes["n"] = 2000 + static_cast<int64_t>(I);
      Cases[I].Seed = Seed;
      Cases[I].HeldOut = true;
    }
    return Cases;
  }

  llvm::Expected<WorkSource> parse(llvm::StringRef Text) override {
    if (InputDoesNotParse)
      return makeError(ExitCode::DoesNotCompile, "input.cu:1:1: error: no");
    return WorkSource{Text.str(), nullptr};
  }

  llvm::Expected<WorkSource> rewrite(const WorkSource &From,
                                     const EditScript &Script) override {
    std::string Text = From.Text;
    for (const Edit &E : Script.Edits)
      for (unsigned Bit : E.Sites) {
        if (DoesNotParse.count(Bit))
          return makeError(ExitCode::InvalidScript, "does not parse");
        Text[Bit] = '1';
      }
    if (Text == From.Text)
      return makeError(ExitCode::InvalidScript, "changes nothing");
    return WorkSource{Text, nullptr};
  }

  std::string fingerprint(llvm::StringRef Text) override {
    return Text.split('#').first.str();
  }

  GateVerdict checkSource(const WorkSource &) override {
    GateVerdict V;
    if (Cheats) {
      V.Result = GateVerdict::Answer::Reject;
      V.Violations.push_back(
          {"no-process", Severity::Reject, {"input.cu", 3, 1}, "calls fork"});
    }
    return V;
  }

  GateVerdict checkEdit(const WorkSource &Before,
                        const WorkSource &After) override {
    GateVerdict V;
    for (unsigned Bit : GateRefuses)
      if (Before.Text[Bit] == '0' && After.Text[Bit] == '1') {
        V.Result = GateVerdict::Answer::Reject;
        V.Violations.push_back(
            {"lost-launch", Severity::Reject, {}, "loses a launch"});
      }
    return V;
  }

  llvm::Expected<Verdict> judge(llvm::StringRef Text,
                                llvm::ArrayRef<Case> Cases, Stage S,
                                bool StopAtFirstFailure) override {
    Judged.push_back(Text.str() + " " + std::to_string(Cases.size()));
    if (OnJudge)
      OnJudge();
    Verdict V;
    V.AtStage = S;
    V.Planned = Cases.size();
    if (AlwaysSays) {
      V.Result = *AlwaysSays;
      V.Reason = "said so";
      return V;
    }
    V.Result = Outcome::Pass;
    for (const Case &C : Cases) {
      int64_t N = C.Bound.Axes.at("n");
      const BitCase &B = N >= 2000   ? HeldOutCases[N - 2000]
                         : N >= 1000 ? HiddenCases[N - 1000]
                                     : QuickCases[N];
      unsigned Wrong = 0;
      for (unsigned Bit : B.Needs)
        Wrong += Text[Bit] == '0';
      for (unsigned Bit : B.Forbids)
        Wrong += Text[Bit] == '1';
      CaseResult R;
      R.Ran = C;
      R.Passed = Wrong == 0;
      TensorComparison T;
      T.Tensor = "y";
      T.Elements = 100;
      T.Mismatched =
          100 * Wrong / std::max<size_t>(B.Needs.size() + B.Forbids.size(), 1);
      T.Passed = R.Passed;
      R.Tensors.push_back(T);
      V.Cases.push_back(std::move(R));
      if (Wrong) {
        V.Result = Outcome::Fail;
        V.Reason = C.id() + " is wrong";
        if (StopAtFirstFailure)
          break;
      }
    }
    return V;
  }

  std::vector<Symptom> diagnose(const Verdict &V) override {
    Symptom S;
    S.Name = "all-wrong";
    S.Confidence = 0.5;
    S.Evidence["cases"] = static_cast<int64_t>(V.Cases.size());
    std::vector<Symptom> All;
    All.push_back(std::move(S));
    return All;
  }
};

/// Proposes the same list for every source.
class ListProposer : public Proposer {
public:
  explicit ListProposer(std::vector<std::vector<unsigned>> Lists)
      : Lists(std::move(Lists)) {}

  std::optional<Proposal> next(const Situation &S,
                               const Feedback *Last) override {
    if (Last)
      Heard.push_back(*Last);
    size_t &At = Positions[S.Text.str()];
    if (At == Lists.size())
      return std::nullopt;
    Proposal P;
    P.Card = "card-" + std::to_string(At);
    Edit E;
    E.Op = "apply_card";
    E.Fields["card"] = P.Card;
    E.Sites = Lists[At++];
    P.Sites = E.Sites;
    P.Script.Edits.push_back(std::move(E));
    return P;
  }

  std::vector<Feedback> Heard;

private:
  std::vector<std::vector<unsigned>> Lists;
  std::map<std::string, size_t> Positions;
};

} // namespace kmend

#endif // KMEND_UNITTESTS_REPAIR_FAKEBENCH_H
