//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static bool isFastIntrinsic(const NamedUse &U) {
  return isNamed(U, {"__expf", "__exp10f", "__logf", "__log2f", "__log10f",
                     "__sinf", "__cosf", "__tanf", "__sincosf", "__powf",
                     "__fdividef", "__tanhf", "__float_to_tf32"});
}

static void check(const RuleInput &In, Findings &Out) {
  if (!In.Before)
    return;
  for (const NamedUse *U : addedUses(In))
    if (isFastIntrinsic(*U))
      Out.suspect(U->Where, "'" + fullName(*U) + "' computes less exactly");
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (!A.Complete || !B.Complete)
      return;
    bool NarrowInput = false;
    for (const ParameterFact &P : A.Parameters)
      NarrowInput |= P.FloatBits && P.FloatBits <= 16;
    for (const auto &[Output, Had] : B.Outputs) {
      auto At = A.Outputs.find(Output);
      if (At == A.Outputs.end())
        continue;
      const Taint &Has = At->second.Data;
      std::string Name = parameterNames(A, 1u << std::min(Output, 31u));
      bool WideOutput = A.Parameters[Output].FloatBits > 16;
      if (Has.has(Taint::Narrow) && !Had.Data.has(Taint::Narrow))
        Out.add(WideOutput && !NarrowInput ? Severity::Reject
                                           : Severity::Suspect,
                At->second.Where,
                "what the output " + Name +
                    " is made of is rounded to 16 bits or less");
      if (Had.Data.has(Taint::Wide) && !Has.has(Taint::Wide) &&
          Has.group(Taint::Contents))
        Out.suspect(At->second.Where,
                    "the output " + Name + " is no longer computed in double");
    }
  });
}

extern const Rule precisionRule;
const Rule precisionRule = {"precision",
                            "no narrower type on the way to an output", true,
                            Severity::Reject, check};

} // namespace kmend
