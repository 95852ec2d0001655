//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverflowNotes.h"
#include <algorithm>
#include <set>

namespace kmend {

static constexpr size_t MaxChecked = 4;
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
  // One at a time: their tensors may be large.
  for (CaseResult *C : Chosen) {
    auto Prepare = Refs.prepare(C->Ran, Jobs);
    if (!Prepare)
      return Prepare.takeError();
    RunRequest R = candidateRequest(*Prepare->front());
    // What wraps wraps in any order.
    R.Order = {};
    R.Poison = C->Ran.Poison;
    R.GuardBefore = C->Ran.Poison != 0xff;
    R.Limits = Limits;
    R.Limits.Seconds = std::min(R.Limits.Seconds, MaxSeconds);
    R.CheckIndices = true;
    auto Checked = P.run(R);
    if (!Checked)
      return Checked.takeError();
    addNotes(*C, *Checked);
  }
  return llvm::Error::success();
}

} // namespace kmend
