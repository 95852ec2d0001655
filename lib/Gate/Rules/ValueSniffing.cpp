//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    uint32_t Had = 0, HadLiteral = 0;
    for (const SniffFact &S : B.Sniffs) {
      Had |= S.Tensors;
      HadLiteral |= S.Literal ? S.Tensors : 0;
    }
    for (const SniffFact &S : A.Sniffs) {
      // A tensor that is read this way only may well be a single number.
      uint32_t Bulk = S.Tensors & A.BulkTensors;
      uint32_t Floats = 0;
      for (unsigned I = 0; I < A.Parameters.size() && I < Taint::Width; ++I)
        if (A.Parameters[I].FloatBits)
          Floats |= 1u << I;
      if (S.Literal && (Bulk & Floats & ~HadLiteral))
        Out.reject(S.Where, "a branch depends on a few elements of " +
                                parameterNames(A, Bulk & Floats) +
                                " that every thread looks at");
      else if (Bulk & ~Had)
        Out.suspect(S.Where, "a branch depends on elements of " +
                                 parameterNames(A, Bulk & ~Had) +
                                 " that every thread looks at");
    }
  });
}

extern const Rule valueSniffingRule;
const Rule valueSniffingRule = {"value-sniffing",
                                "no branch on a sample of a tensor's elements",
                                true, Severity::Reject, check};

} // namespace kmend
