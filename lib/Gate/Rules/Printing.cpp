//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  if (!In.Before)
    return;
  for (const NamedUse *U : addedUses(In))
    if (isNamed(*U, {"printf", "fprintf", "puts", "putchar", "vprintf", "fputs",
                     "cout", "cerr", "dprintf", "perror", "stdout", "stderr"}))
      Out.suspect(U->Where, "'" + fullName(*U) + "' prints");
}

extern const Rule printingRule;
const Rule printingRule = {"printing", "no output on the terminal", true,
                           Severity::Suspect, check};

} // namespace kmend
