//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    for (const auto &[Input, Where] : A.ConstCasts)
      if (!B.ConstCasts.count(Input) &&
          A.Parameters[Input].ParameterKind != ParameterFact::Kind::Output)
        Out.suspect(Where, "a cast takes const away from the input '" +
                               A.Parameters[Input].Name + "'");
  });
}

extern const Rule constCastRule;
const Rule constCastRule = {"const-cast",
                            "no cast that makes an input writable", true,
                            Severity::Suspect, check};

} // namespace kmend
