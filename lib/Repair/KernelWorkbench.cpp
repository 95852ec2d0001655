//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Repair/Fingerprint.h"
#include "kmend/Repair/RepairLoop.h"

namespace kmend {

namespace {

class KernelWorkbench : public Workbench {
public:
  KernelWorkbench(const Operator &Op, Evaluator &Eval,
                  const KnowledgeBase &Base, llvm::StringRef FileName)
      : Op(Op), Eval(Eval), Base(Base), FileName(FileName),
        Policy(policyOf(Op)), WholeLimit(Eval.options().Limits.Seconds),
        QuickLimit(WholeLimit) {}

  llvm::Error checkOperator() override { return Eval.checkOperator(); }

  std::vector<Case> plan(Stage S, uint64_t Seed) override {
    return planCases(Op, {S, Seed, 0});
  }

  std::optional<Case> findCase(llvm::StringRef Id) override {
    return llvm::expectedToOptional(parseCase(Op, Id));
  }

  std::vector<Case> certification(const WorkSource &Source,
                                   uint64_t Seed) override {
    PlanOptions Plan{Stage::Certify, Seed, 0};
    Plan.Hints = sizeHints(Op, *Source.Parsed);
    return planCases(Op, Plan);
  }

  std::vector<Case> heldOut(const WorkSource &Source, uint64_t Seed) override {
    return heldOutCases(Op, Seed, sizeHints(Op, *Source.Parsed));
  }

  llvm::Expected<WorkSource> parse(llvm::StringRef Text) override {
    auto Parsed = ParsedSource::parse(FileName, Text, Eval.options().Compile);
    if (!Parsed)
      return Parsed.takeError();
    return WorkSource{Text.str(), std::move(*Parsed)};
  }

  llvm::Expected<WorkSource> rewrite(const WorkSource &From,
                                     const EditScript &Script) override {
    auto Result = applyScript(*From.Parsed, Script,
                              [&](llvm::StringRef Id) -> const CardRule * {
                                const Card *C = Base.find(Id);
                                return C ? &C->Rule : nullptr;
                              });
    if (!Result)
      return Result.takeError();
    return WorkSource{std::move(Result->Text), std::move(Result->Parsed)};
  }

  std::string fingerprint(llvm::StringRef Text) override {
    return kmend::fingerprint(Text);
  }

  GateVerdict checkSource(const WorkSource &Source) override {
    return kmend::checkSource(*Source.Parsed, Policy);
  }

  GateVerdict checkEdit(const WorkSource &Before,
                        const WorkSource &After) override {
    return kmend::checkEdit(*Before.Parsed, *After.Parsed, Policy);
  }

  llvm::Expected<Verdict> judge(llvm::StringRef Text,
                                llvm::ArrayRef<Case> Cases, Stage S,
                                bool StopAtFirstFailure) override {
    EvaluateOptions &O = Eval.options();
    O.StopAtFirstFailure = StopAtFirstFailure;
    // As `kmend eval --certify` does it, so that both say the same.
    O.MeasureCoverage = S == Stage::Certify;
    // Once for a diagnosis; a search is to be fast.
    O.CheckIndices = !InputJudged;
    O.Limits.Seconds = S == Stage::Quick ? QuickLimit : WholeLimit;
    auto V = Eval.evaluate(FileName, Text, Cases, S);
    // One case of a candidate may take as long as all of the input took
    // together, its compilation included; what takes longer hangs.
    if (V && !InputJudged) {
      InputJudged = true;
      QuickLimit =
          std::clamp(V->Seconds, std::min(2.0, WholeLimit), WholeLimit);
    }
    return V;
  }

  std::vector<Symptom> diagnose(const Verdict &V) override {
    return findSymptoms(Op, V);
  }

private:
  const Operator &Op;
  Evaluator &Eval;
  const KnowledgeBase &Base;
  std::string FileName;
  GatePolicy Policy;
  double WholeLimit, QuickLimit; ///< seconds that one case may take
  bool InputJudged = false;
};

} // namespace

std::unique_ptr<Workbench> createWorkbench(const Operator &Op, Evaluator &Eval,
                                           const KnowledgeBase &Base,
                                           llvm::StringRef FileName) {
  return std::make_unique<KernelWorkbench>(Op, Eval, Base, FileName);
}

llvm::Expected<RepairReport> repair(const Operator &Op, Evaluator &Eval,
                                    Proposer *Search, const KnowledgeBase &Base,
                                    llvm::StringRef FileName,
                                    llvm::StringRef Text,
                                    const RepairOptions &Options) {
  std::unique_ptr<Workbench> Bench = createWorkbench(Op, Eval, Base, FileName);
  return repair(*Bench, Search, Op.OpType, FileName, Text, Options);
}

} // namespace kmend
