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
  for (const NamedUse *U : addedUses(In)) {
    llvm::StringRef Name = U->Name;
    // With the flag, the default stream does not wait for the new one.
    constexpr int64_t NonBlocking = 1;
    bool Created = Name.starts_with("cudaStreamCreate") ||
                   Name.starts_with("cuStreamCreate");
    if (Created && llvm::is_contained(U->Numbers, NonBlocking))
      Out.reject(U->Where,
                 "'" + fullName(*U) + "' makes a stream that nobody waits for");
    else if (Created)
      Out.suspect(U->Where,
                  "'" + fullName(*U) + "' makes a stream besides the caller's");
    else if (Name.starts_with("cudaGraph") ||
             Name.starts_with("cudaStreamBeginCapture") ||
             Name.starts_with("cuGraph"))
      Out.suspect(U->Where,
                  "'" + fullName(*U) + "' records work to be replayed later");
  }
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (A.SideStreams.size() > B.SideStreams.size())
      Out.suspect(A.SideStreams.front(),
                  "a kernel runs on a stream that the source made");
  });
}

extern const Rule sideStreamRule;
const Rule sideStreamRule = {"side-stream",
                             "no work on streams that the caller does not know",
                             true, Severity::Reject, check};

} // namespace kmend
