//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> eventSymptom(const Evidence &E,
                                    llvm::ArrayRef<EventKind> Kinds,
                                    llvm::StringRef Text) {
  const Event *First = nullptr;
  size_t Cases = 0, Events = 0;
  for (const CaseResult *C : E.Failing) {
    size_t Here = 0;
    for (const Event &Happened : C->Events) {
      if (!llvm::is_contained(Kinds, Happened.Kind))
        continue;
      ++Here;
      // An event with a place says more than one without.
      if (!First || (!First->Where.Line && Happened.Where.Line))
        First = &Happened;
    }
    Events += Here;
    Cases += Here != 0;
  }
  if (!First)
    return std::nullopt;

  Symptom S;
  S.Confidence =
      static_cast<double>(Cases) / static_cast<double>(E.Failing.size());
  // What a run reported is a fact, even where most cases fail without it.
  S.Confidence = 0.8 + 0.2 * S.Confidence;
  S.Where = First->Where;
  S.Evidence = llvm::json::Object{{"kind", name(First->Kind)},
                                  {"message", First->Message},
                                  {"cases", Cases},
                                  {"events", Events},
                                  {"failing_cases", E.Failing.size()}};
  if (!First->Kernel.empty()) {
    S.Evidence["kernel"] = First->Kernel;
    S.Evidence["block"] = llvm::json::Array(First->Block);
    S.Evidence["thread"] = llvm::json::Array(First->Thread);
  }
  S.Text = (Text + ": " + First->str()).str();
  return S;
}

} // namespace kmend
