//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"
#include "llvm/ADT/bit.h"

namespace kmend {

/// Tensors that the final contents of an output are made of.
static uint32_t madeOf(const EntryFact &E, unsigned Output, bool WithControl) {
  auto At = E.Outputs.find(Output);
  if (At == E.Outputs.end())
    return 0;
  uint32_t Mask = At->second.Data.group(Taint::Contents);
  if (WithControl)
    Mask |= At->second.Control.group(Taint::Contents);
  uint32_t Inputs = 0;
  for (unsigned I = 0; I < E.Parameters.size() && I < Taint::Width; ++I)
    if (E.Parameters[I].ParameterKind == ParameterFact::Kind::Input ||
        E.Parameters[I].InOut)
      Inputs |= 1u << I;
  return Mask & Inputs;
}

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (!A.Complete || !B.Complete)
      return;
    uint32_t AllBefore = 0, AllAfter = 0;
    for (const auto &[Output, Fact] : B.Outputs) {
      AllBefore |= madeOf(B, Output, true);
      AllAfter |= madeOf(A, Output, true);
    }
    uint32_t Unused = AllBefore & ~AllAfter;
    if (Unused)
      Out.reject(A.Where, "no output depends on " + parameterNames(A, Unused) +
                              " any more");
    for (const auto &[Output, Fact] : B.Outputs) {
      uint32_t Had = madeOf(B, Output, true), Has = madeOf(A, Output, true);
      auto At = A.Outputs.find(Output);
      const SourceLocation &Where =
          At == A.Outputs.end() || !At->second.Where.Line ? A.Where
                                                          : At->second.Where;
      std::string Name = parameterNames(A, 1u << std::min(Output, 31u));
      if (Had && !Has) {
        if (Had & ~Unused)
          Out.reject(Where, "the output " + Name +
                                " no longer depends on any input; it was "
                                "made of " +
                                parameterNames(B, Had));
        continue;
      }
      uint32_t Lost = Had & ~Has & ~Unused;
      if (Lost)
        Out.suspect(Where, "the output " + Name + " no longer depends on " +
                               parameterNames(A, Lost));
      // Still decided by the input, but no longer computed from it.
      uint32_t Weaker =
          madeOf(B, Output, false) & Has & ~madeOf(A, Output, false);
      if (Weaker)
        Out.suspect(Where, "the output " + Name +
                               " is no longer computed from " +
                               parameterNames(A, Weaker) +
                               ", which only decides on branches now");
    }
    uint32_t ScalarsBefore = 0, ScalarsAfter = 0;
    for (const EntryFact *E : {&B, &A})
      for (const auto &[Output, Fact] : E->Outputs) {
        uint32_t Mask = (Fact.Data | Fact.Control).group(Taint::Scalar);
        (E == &B ? ScalarsBefore : ScalarsAfter) |= Mask;
      }
    uint32_t Lost = ScalarsBefore & ~ScalarsAfter;
    if (Lost && !Unused)
      Out.suspect(A.Where, "no output depends on the value of " +
                               parameterNames(A, Lost) + " any more");
  });
}

extern const Rule inputDependenceRule;
const Rule inputDependenceRule = {
    "input-dependence",
    "every output keeps depending on the inputs that it is made of", true,
    Severity::Reject, check};

} // namespace kmend
