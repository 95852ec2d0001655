//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    for (const auto &[Input, Where] : A.InputWrites)
      if (!B.InputWrites.count(Input))
        Out.reject(Where,
                   "the input '" + A.Parameters[Input].Name + "' is written");
  });
}

extern const Rule inputWriteRule;
const Rule inputWriteRule = {"input-write", "no store to an input", true,
                             Severity::Reject, check};

} // namespace kmend
