//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

/// The library that a function belongs to, or empty.
static llvm::StringRef libraryOf(const NamedUse &U) {
  llvm::StringRef Name = U.Name, Scope = U.Scope, Header = U.Header;
  for (llvm::StringRef Library :
       {"cublas", "cudnn", "cusparse", "cusolver", "cufft", "curand",
        "cutensor", "nccl", "npp", "cutlass", "mkl", "cblas"}) {
    if (Name.starts_with_insensitive(Library))
      return Library;
    if (Scope == Library || Scope.starts_with((Library + "::").str()))
      return Library;
  }
  for (llvm::StringRef Library :
       {"thrust", "cub", "cutlass", "cute", "at", "torch", "c10", "Eigen"})
    if (Scope == Library || Scope.starts_with((Library + "::").str()))
      return Library;
  if (Header.contains("/thrust/"))
    return "thrust";
  if (Header.contains("/cub/"))
    return "cub";
  return {};
}

static void check(const RuleInput &In, Findings &Out) {
  std::set<std::string> Had;
  if (!In.Before)
    return;
  for (const NamedUse &U : In.Before->Uses)
    Had.insert(libraryOf(U).str());
  std::set<std::string> Said;
  for (const NamedUse &U : In.After.Uses) {
    std::string Library = libraryOf(U).str();
    if (Library.empty() || Had.count(Library) ||
        llvm::is_contained(In.Policy.Allow, Library) ||
        !Said.insert(Library + ":" + U.Name).second)
      continue;
    Out.reject(U.Where, "'" + fullName(U) + "' hands the work to " + Library +
                            ", which the operator does not allow");
  }
}

extern const Rule libraryCallRule;
const Rule libraryCallRule = {
    "library-call", "no call into a library that the operator does not allow",
    true, Severity::Reject, check};

} // namespace kmend
