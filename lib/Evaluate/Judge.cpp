//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "Honesty.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

namespace kmend {

bool isFault(const Event &E, bool NothingToDo) {
  return failsCase(E.Kind) &&
         !(NothingToDo && E.Kind == EventKind::LaunchFailed);
}

std::string describe(const ElementMismatch &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  // printf shows the sign of a NaN, which means nothing.
  if (M.Unwritten)
    OS << "never written";
  else if (std::isnan(M.Got))
    OS << "got nan";
  else
    OS << llvm::format("got %.9g", M.Got);
  if (std::isnan(M.Want))
    OS << ", want nan";
  else
    OS << llvm::format(", want %.9g", M.Want);
  return Text;
}

static std::string describe(const TensorComparison &T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << T.Tensor << ": " << T.Mismatched << " of " << T.Elements
     << " elements wrong";
  if (T.Unwritten)
    OS << ", " << T.Unwritten << " of them never written";
  if (!T.Worst.empty()) {
    const ElementMismatch &M = T.Worst.front();
    OS << "; worst at [";
    llvm::interleave(M.Index, OS, ", ");
    OS << "]: " << describe(M);
  }
  return Text;
}

CaseResult judge(const Case &C, const Prepared &P, RunResult R) {
  CaseResult Result;
  Result.Ran = C;
  Result.Status = R.Status;
  Result.Events = std::move(R.Events);
  Result.Launches = R.Launches;
  bool AllLaunched = llvm::none_of(Result.Events, [](const Event &E) {
    return E.Kind == EventKind::LaunchFailed;
  });
  Result.Threads = AllLaunched ? R.Threads : 0;

  bool AllPassed = true, NothingToDo = true;
  const size_t Inputs = P.B.Op->Inputs.size();
  std::string FirstMismatch;
  for (size_t I = 0; I != P.Want.size(); ++I) {
    llvm::ArrayRef<char> Got;
    if (R.Status == RunStatus::Ok && Inputs + I < R.Outputs.size())
      Got = R.Outputs[Inputs + I];
    TensorComparison T =
        compare(P.output(I), P.Allowed[I], Got, P.Want[I], C.Poison);
    NothingToDo &= T.Elements == 0;
    if (!T.Passed && AllPassed)
      FirstMismatch = describe(T);
    AllPassed &= T.Passed;
    Result.Tensors.push_back(std::move(T));
  }

  auto Fault = llvm::find_if(
      Result.Events, [&](const Event &E) { return isFault(E, NothingToDo); });
  const bool Faulted = Fault != Result.Events.end();
  Result.Passed = R.Status == RunStatus::Ok && AllPassed && !Faulted;
  if (Result.Passed)
    return Result;

  if (Faulted)
    Result.Reason = Fault->str();
  else if (R.Status != RunStatus::Ok)
    Result.Reason = R.Reason.empty() ? "the run did not end well" : R.Reason;
  else
    Result.Reason = std::move(FirstMismatch);
  if (R.Status == RunStatus::Ok && R.Outputs.size() >= Inputs + P.Want.size()) {
    for (size_t I = 0; I != P.Want.size(); ++I)
      Result.Got.push_back(std::move(R.Outputs[Inputs + I]));
    Result.Want = P.Want;
  }
  return Result;
}

/// The outcome that one failed case speaks for.
static Outcome outcomeOf(const CaseResult &C) {
  auto Saw = [&](EventKind Kind) {
    return llvm::any_of(C.Events,
                        [&](const Event &E) { return E.Kind == Kind; });
  };
  switch (C.Status) {
  case RunStatus::Ok:
    return Outcome::Fail;
  case RunStatus::Timeout:
    return Outcome::Timeout;
  case RunStatus::Unsupported:
    return Outcome::Unsupported;
  case RunStatus::OutOfMemory:
    return Outcome::Crash;
  case RunStatus::Crash:
    // A GPU may survive these with wrong values, or hang.
    if (Saw(EventKind::OutOfBounds) || Saw(EventKind::BarrierDivergence) ||
        Saw(EventKind::AbsentLane))
      return Outcome::Fail;
    if (Saw(EventKind::Deadlock))
      return Outcome::Timeout;
    return Outcome::Crash;
  }
  return Outcome::Fail;
}

void conclude(Verdict &V, const Operator &Op) {
  // From the worst: a listed workload that ends the process says more than a
  // wrong value, and what could not be run says least.
  static constexpr Outcome Order[] = {Outcome::Crash, Outcome::Timeout,
                                      Outcome::Fail, Outcome::Unsupported};
  const CaseResult *Chosen = nullptr;
  size_t Rank = std::size(Order), Failed = 0;
  for (const CaseResult &C : V.Cases) {
    if (C.Passed)
      continue;
    ++Failed;
    Outcome O = outcomeOf(C);
    if (C.Ran.ListedWorkload < 0 && O != Outcome::Unsupported)
      O = Outcome::Fail;
    const size_t At = llvm::find(Order, O) - std::begin(Order);
    if (At < Rank) {
      Rank = At;
      Chosen = &C;
    }
  }
  if (!Chosen && V.Interrupted) {
    V.Result = Outcome::Interrupted;
    V.Reason = llvm::formatv("ended by the user after {0} of {1} cases",
                             V.Cases.size(), V.Planned)
                   .str();
    return;
  }
  if (!Chosen) {
    V.Result = V.Cases.empty() ? Outcome::Unsupported : Outcome::Pass;
    V.Reason = V.Cases.empty() ? "no case could be run" : "";
    if (V.Result == Outcome::Pass && V.AtStage == Stage::Certify)
      if (std::string Why = dishonesty(V.Cases, Op); !Why.empty()) {
        V.Result = Outcome::Fail;
        V.Reason = std::move(Why);
      }
    return;
  }
  V.Result = Order[Rank];
  V.Reason = llvm::formatv("{0} of {1} cases failed; {2}: {3}", Failed,
                           V.Cases.size(), Chosen->Ran.id(), Chosen->Reason)
                 .str();
}

} // namespace kmend
