//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverflowNotes.h"
#include <algorithm>
#include <set>

namespace kmend {

// Two: large workloads are dear, and a failure is to be told of soon.
static constexpr size_t MaxChecked = 2;
static constexpr size_t MaxNotes = 4; // in one case
static constexpr double MaxSeconds = 5;

/// The first failing case of each workload, the largest workloads first: they
/// are the ones in which numbers get large.
static std::vector<CaseResult *> casesToCheck(Verdict &V) {
  std::vector<CaseResult *> Chosen;
  std::set<std::pair<int, std::string>> Seen;
  for (CaseResult &C : V.Cases) {
    const bool Ran = C.Status == RunStatus::Ok || C.Status == RunStatus::Crash;
    if (!C.Passed && Ran &&
        Seen.insert({C.Ran.ListedWorkload, C.Ran.Bound.str()}).second)
      Chosen.push_back(&C);
  }
  // Pointers into one vector: the order of the plan.
  llvm::sort(Chosen, [](const CaseResult *A, const CaseResult *B) {
    return std::pair(B->elements(), A) < std::pair(A->elements(), B);
  });
  if (Chosen.size() > MaxChecked)
    Chosen.resize(MaxChecked);
  return Chosen;
}

static void addNotes(CaseResult &To, const RunResult &R) {
  auto At = llvm::find_if(To.Events,
                          [](const Event &E) { return failsCase(E.Kind); });
  size_t Place = At == To.Events.end() ? 0 : At - To.Events.begin() + 1;
  size_t Count = 0;
  for (const Event &E : R.Events)
    if (E.Kind == EventKind::IndexOverflow && Count++ < MaxNotes)
      To.Events.insert(To.Events.begin() + Place++, E);
}

llvm::Error noteIndexOverflow(References &Refs, Program &P,
                              const RunLimits &Limits, unsigned Jobs,
                              Verdict &V) {
  const std::vector<CaseResult *> Chosen = casesToCheck(V);
  std::vector<Case> Cases;
  for (const CaseResult *C : Chosen)
    Cases.push_back(C->Ran);
  auto Prepare = Refs.prepare(Cases, Jobs);
  if (!Prepare)
    return Prepare.takeError();
  auto Make = [&](size_t I) {
    RunRequest R = candidateRequest(*(*Prepare)[I], Cases[I]);
    R.Order = {}; // what wraps wraps in any order
    R.Limits = Limits;
    R.Limits.Seconds = std::min(R.Limits.Seconds, MaxSeconds);
    R.CheckIndices = true;
    return R;
  };
  auto Done = [&](size_t I, RunResult R) {
    addNotes(*Chosen[I], R);
    return true;
  };
  if (Chosen.empty())
    return llvm::Error::success();
  return P.runAll(Chosen.size(), Jobs, Make, Done);
}

} // namespace kmend
