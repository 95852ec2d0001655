//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace kmend {

/// Takes the value of option \p Name, joined or as the next argument.
static bool takeValue(ArrayRef<std::string> Args, size_t &I, StringRef Name,
                      StringRef &Value) {
  StringRef Arg = Args[I];
  if (!Arg.consume_front(Name))
    return false;
  if (Arg.empty() && I + 1 < Args.size())
    Arg = Args[++I];
  Arg.consume_front("=");
  Value = Arg;
  return !Value.empty();
}

UserArguments readUserArguments(ArrayRef<std::string> Args) {
  UserArguments User;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I], Value;
    if (Arg == "-use_fast_math" || Arg == "--use_fast_math" ||
        Arg == "-ffast-math") {
      User.FastMath = true;
    } else if (Arg == "-fmad=false" || Arg == "--fmad=false" ||
               Arg == "-ffp-contract=off") {
      User.Contract = false;
    } else if (takeValue(Args, I, "-Xcompiler", Value) ||
               takeValue(Args, I, "--compiler-options", Value)) {
      SmallVector<StringRef> Parts;
      Value.split(Parts, ',');
      std::vector<std::string> Inner(Parts.begin(), Parts.end());
      append_range(User.Rest, readUserArguments(Inner).Rest);
    } else if (takeValue(Args, I, "--std", Value) ||
               (!Arg.starts_with("-stdlib") &&
                takeValue(Args, I, "-std", Value))) {
      User.Standard = Value.str();
    } else if (takeValue(Args, I, "-include", Value)) {
      User.HasFiles = true;
      append_range(User.Rest, ArrayRef<StringRef>{"-include", Value});
    } else if (takeValue(Args, I, "-isystem", Value)) {
      User.HasFiles = true;
      append_range(User.Rest, ArrayRef<StringRef>{"-isystem", Value});
    } else if (takeValue(Args, I, "-I", Value)) {
      append_range(User.Rest, ArrayRef<StringRef>{"-I", Value});
    } else if (takeValue(Args, I, "-D", Value)) {
      append_range(User.Rest, ArrayRef<StringRef>{"-D", Value});
    } else if (takeValue(Args, I, "-U", Value)) {
      append_range(User.Rest, ArrayRef<StringRef>{"-U", Value});
    }
  }
  return User;
}

} // namespace kmend
