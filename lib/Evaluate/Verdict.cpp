//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Verdict.h"

namespace kmend {

llvm::StringRef name(Outcome O) {
  switch (O) {
  case Outcome::Pass:
    return "pass";
  case Outcome::Fail:
    return "fail";
  case Outcome::Build:
    return "build";
  case Outcome::Crash:
    return "crash";
  case Outcome::Timeout:
    return "timeout";
  case Outcome::Unsupported:
    return "unsupported";
  case Outcome::InvalidOperator:
    return "invalid-operator";
  case Outcome::Interrupted:
    return "interrupted";
  }
  return "fail";
}

uint64_t CaseResult::elements() const {
  uint64_t Sum = 0;
  for (const TensorComparison &T : Tensors)
    Sum += T.Elements;
  return Sum;
}

uint64_t CaseResult::mismatched() const {
  uint64_t Sum = 0;
  for (const TensorComparison &T : Tensors)
    Sum += T.Mismatched;
  return Sum;
}

double Verdict::matchedRatio() const {
  uint64_t All = 0, Wrong = 0;
  for (const CaseResult &C : Cases) {
    All += C.elements();
    Wrong += C.mismatched();
  }
  if (All == 0)
    return passed() ? 1 : 0;
  return 1 - static_cast<double>(Wrong) / static_cast<double>(All);
}

} // namespace kmend
