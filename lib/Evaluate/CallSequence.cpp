//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallSequence.h"
#include "Cost.h"
#include "Judge.h"
#include "kmend/Support/Random.h"

namespace kmend {

// Single elements that are changed, of each input.
static constexpr unsigned ChangesEach = 2;

/// Whether another value at one place leaves what `init` promises.
static bool isChangeable(const TensorSpec &Spec) {
  return Spec.Fill.InitKind != Init::Kind::Permutation &&
         Spec.Fill.InitKind != Init::Kind::Sorted &&
         Spec.Fill.InitKind != Init::Kind::Constant;
}

/// The listed workload nearest in cost to \p C's among those of other axes.
static std::optional<Case> otherShape(const Operator &Op, const Case &C) {
  llvm::Expected<Binding> Mine = bind(Op, C.Bound);
  if (!Mine) {
    llvm::consumeError(Mine.takeError());
    return std::nullopt;
  }
  const double Steps = costOf(*Mine).Steps;
  const std::vector<WorkloadCost> Costs = listedCosts(Op);
  std::optional<Case> Best;
  double Distance = 0;
  for (size_t I = 0; I != Op.Workloads.size(); ++I) {
    if (Op.Workloads[I].Axes == C.Bound.Axes)
      continue;
    const double D = std::abs(Costs[I].Steps - Steps);
    if (Best && D >= Distance)
      continue;
    Distance = D;
    Best = C;
    Best->Bound = Op.Workloads[I];
    // Scalars that this workload leaves open are those of the case.
    for (const auto &[Name, Value] : C.Bound.Scalars)
      Best->Bound.Scalars.try_emplace(Name, Value);
    Best->ListedWorkload = static_cast<int>(I);
  }
  return Best;
}

std::vector<SequenceCall> callsOf(const Operator &Op, const Case &C) {
  Case First = C;
  First.Calls = false;
  std::vector<SequenceCall> Calls = {{First, false, false, false, "the first"}};

  // Stored results answer for the stored inputs alone.
  const bool AnyInputs = !Op.Golden;
  SequenceCall Fresh = {First, true, false, false,
                        "new contents behind the same pointers, outputs left "
                        "as they were"};
  // The plan's seeds are small numbers: these are none of them.
  Fresh.Asked.Seed = C.Seed + 1000;
  if (AnyInputs)
    Calls.push_back(Fresh);

  if (llvm::Expected<Binding> B = bind(Op, C.Bound)) {
    Random Choose(C.Seed, "elements that are changed");
    for (unsigned Turn = 0; Turn != ChangesEach; ++Turn)
      for (unsigned T = 0; T != B->Tensors.size(); ++T) {
        const BoundTensor &Tensor = B->Tensors[T];
        if ((Tensor.Spec->IsOutput && !Tensor.Spec->InOut) ||
            !Tensor.Elements || !AnyInputs || !isChangeable(*Tensor.Spec))
          continue;
        SequenceCall Call = Fresh;
        Call.KeepOutputs = false;
        Call.Asked.Changed = {static_cast<int>(T),
                              Choose.below(Tensor.Elements),
                              C.Seed + 2000 + Turn};
        Call.Description = "one element of " + Tensor.Spec->Name + " changed";
        Calls.push_back(std::move(Call));
      }
  } else {
    llvm::consumeError(B.takeError());
  }

  if (std::optional<Case> Other = otherShape(Op, First))
    Calls.push_back(
        {std::move(*Other), false, false, true, "another shape between"});
  Calls.push_back({First, false, true, false, "the first again"});
  return Calls;
}

/// The first output whose bits differ from those of the first call, or null.
static const TensorSpec *firstDifference(const Operator &Op,
                                         const RunResult &First,
                                         const RunResult &Again) {
  const size_t Inputs = Op.Inputs.size();
  for (size_t I = 0; I != Op.Outputs.size(); ++I)
    if (Inputs + I < First.Outputs.size() &&
        Inputs + I < Again.Outputs.size() &&
        First.Outputs[Inputs + I] != Again.Outputs[Inputs + I])
      return &Op.Outputs[I];
  return nullptr;
}

llvm::Expected<std::optional<CaseResult>>
runCalls(const Operator &Op, References &Refs, Program &P, const Case &C,
         unsigned Jobs, llvm::function_ref<void(RunRequest &)> Configure,
         std::string &Inadmissible) {
  std::vector<SequenceCall> Planned = callsOf(Op, C);
  std::vector<Case> Cases;
  for (const SequenceCall &Call : Planned)
    Cases.push_back(Call.Asked);
  auto Prepare = Refs.prepare(Cases, Jobs);
  if (!Prepare)
    return Prepare.takeError();
  Inadmissible = Prepare->front()->Inadmissible;
  if (!Inadmissible.empty())
    return std::nullopt;
  std::vector<SequenceCall> Calls;
  std::vector<std::shared_ptr<const Prepared>> Needs;
  for (size_t I = 0; I != Planned.size(); ++I)
    if ((*Prepare)[I]->Inadmissible.empty()) {
      Calls.push_back(std::move(Planned[I]));
      Needs.push_back((*Prepare)[I]);
    }

  std::optional<CaseResult> Result, BeforeOther;
  RunResult FirstRun;
  std::optional<size_t> FailedElsewhere;
  auto Make = [&](size_t I) {
    RunRequest R = candidateRequest(*Needs[I], C);
    R.KeepOutputs = Calls[I].KeepOutputs;
    Configure(R);
    return R;
  };
  auto Done = [&](size_t I, RunResult R) {
    const SequenceCall &Call = Calls[I];
    RunResult Kept;
    if (I == 0 || Call.RepeatsFirst)
      Kept.Outputs = R.Outputs;
    CaseResult Judged = judge(Call.Asked, *Needs[I], std::move(R));
    if (Call.OtherShape) {
      if (Judged.Passed)
        return true;
      FailedElsewhere = I;
      BeforeOther = std::move(Result);
    }
    Result = std::move(Judged);
    Result->Ran = C;
    Result->Call = I;
    if (Result->Passed && Call.RepeatsFirst)
      if (const TensorSpec *T = firstDifference(Op, FirstRun, Kept)) {
        Result->Passed = false;
        Result->Reason = "the bits of " + T->Name +
                         " are not those of the first call: something is kept "
                         "between calls";
      }
    if (!Result->Passed) {
      Result->Reason =
          llvm::formatv("call {0} of {1} ({2}): {3}", I + 1, Calls.size(),
                        Call.Description, Result->Reason)
              .str();
      // What was computed from other inputs than the case's is no evidence.
      if (I && !Call.RepeatsFirst) {
        Result->Got.clear();
        Result->Want.clear();
      }
    }
    if (I == 0)
      FirstRun = std::move(Kept);
    return Result->Passed;
  };
  if (llvm::Error E = P.runSequence(Calls.size(), Make, Done))
    return std::move(E);
  if (FailedElsewhere) {
    llvm::Expected<RunResult> Alone = P.run(Make(*FailedElsewhere));
    if (!Alone)
      return Alone.takeError();
    const Case &Asked = Calls[*FailedElsewhere].Asked;
    if (!judge(Asked, *Needs[*FailedElsewhere], std::move(*Alone)).Passed)
      return std::move(BeforeOther);
  }
  return Result;
}

} // namespace kmend
