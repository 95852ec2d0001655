//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Execute/Coverage.h"
#include "llvm/Support/ErrorHandling.h"

namespace kmend {

std::string BranchWay::str() const {
  switch (Way) {
  case Kind::True:
    return "true";
  case Kind::False:
    return "false";
  case Kind::Case:
    return "case " + std::to_string(Value);
  case Kind::Default:
    return "default";
  }
  llvm_unreachable("all ways are named");
}

std::string BranchWay::describeUncovered() const {
  if (Way == Kind::True || Way == Kind::False)
    return "the condition was never " + str();
  return (Way == Kind::Default ? "the default" : str()) + " was never taken";
}

} // namespace kmend
