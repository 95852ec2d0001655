//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a user wrote for nvcc or Clang, as far as it means something here.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_USERARGUMENTS_H
#define KMEND_LIB_FRONTEND_USERARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace kmend {

struct UserArguments {
  std::string Standard = "c++17";
  bool Contract = true;  ///< multiply and add may become one operation
  bool FastMath = false; ///< -use_fast_math
  bool HasFiles = false; ///< -I and -include bring in files we have not seen
  std::vector<std::string> Rest; ///< -D, -U, -I, -isystem, -include
};

/// Reads the arguments after `--`. Those that choose a GPU, an optimisation
/// level or a host compiler say nothing to us and are left out.
UserArguments readUserArguments(llvm::ArrayRef<std::string> Args);

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_USERARGUMENTS_H
