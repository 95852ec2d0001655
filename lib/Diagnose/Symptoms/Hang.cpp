//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findHang(const Evidence &E) {
  size_t Timeouts = 0, Deadlocks = 0;
  const CaseResult *First = nullptr;
  SourceLocation Where;
  for (const CaseResult *C : E.Failing) {
    bool Deadlock = false;
    for (const Event &Happened : C->Events)
      if (Happened.Kind == EventKind::Deadlock) {
        Deadlock = true;
        if (!Where.Line)
          Where = Happened.Where;
      } else if (Happened.Kind == EventKind::Endless && !Where.Line) {
        Where = Happened.Where;
      }
    Deadlocks += Deadlock;
    Timeouts += C->Status == RunStatus::Timeout;
    if (!First && (Deadlock || C->Status == RunStatus::Timeout))
      First = C;
  }
  if (!First)
    return std::nullopt;
  Symptom S;
  S.Confidence = Deadlocks ? 1 : 0.9;
  S.Where = Where;
  S.Evidence = llvm::json::Object{{"timeouts", Timeouts},
                                  {"deadlocks", Deadlocks},
                                  {"failing_cases", E.Failing.size()},
                                  {"case", First->Ran.id()}};
  S.Text = Deadlocks ? "threads wait for each other for ever: " + First->Reason
                     : "a run does not end: " + First->Reason;
  return S;
}

} // namespace kmend
