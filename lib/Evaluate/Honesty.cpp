//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Honesty.h"
#include "Cost.h"

namespace kmend {

// So much work is for more than one thread.
static constexpr double WorkForMany = 4096;

static bool hostComputed(const CaseResult &C) {
  return llvm::any_of(C.Events, [](const Event &E) {
    return E.Kind == EventKind::HostComputation;
  });
}

static bool isSequential(const CaseResult &C, const Operator &Op) {
  if (!C.Launches || C.Threads != C.Launches)
    return false;
  llvm::Expected<Binding> B = bind(Op, C.Ran.Bound);
  if (B)
    return costOf(*B).Steps >= WorkForMany;
  llvm::consumeError(B.takeError());
  return false;
}

static std::string refusal(const CaseResult &C, llvm::StringRef What,
                           llvm::StringRef Name) {
  return (C.Ran.id() + ": " + What + "; `policy: {allow: [" + Name +
          "]}` in operator.yaml permits it")
      .str();
}

std::string dishonesty(llvm::ArrayRef<CaseResult> Cases, const Operator &Op) {
  auto Allows = [&](llvm::StringRef Name) {
    return llvm::is_contained(Op.PolicyAllow, Name);
  };
  for (const CaseResult &C : Cases) {
    if (!Allows("host-computation") && hostComputed(C))
      return refusal(C,
                     "results are computed on the host, which is no repair of "
                     "a kernel",
                     "host-computation");
    if (!Allows("parallelism") && isSequential(C, Op))
      return refusal(C, "one thread does all the work", "parallelism");
  }
  return "";
}

} // namespace kmend
