//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_LAUNCHFEED_H
#define KMEND_LIB_REWRITE_LAUNCHFEED_H

#include "kmend/Frontend/KernelIndex.h"
#include "kmend/Frontend/SourceRanges.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace kmend {

/// The code that decides launch configurations: their arguments, and what those
/// are computed from: initialisers, assignments, the loops that step a
/// variable, functions that are called, arguments of the launching function.
class LaunchFeed {
public:
  LaunchFeed(const ParsedSource &Source, const KernelIndex &Index);

  bool contains(ByteRange Range) const;

private:
  void addExpression(const clang::Expr *E);
  void addStatement(const clang::Stmt &S);
  void addVariable(const clang::VarDecl &V);
  void addFunction(const clang::FunctionDecl &F);

  const ParsedSource &Source;
  const KernelIndex &Index;
  std::vector<ByteRange> Ranges;
  llvm::DenseSet<const clang::Decl *> Seen;
};

} // namespace kmend

#endif // KMEND_LIB_REWRITE_LAUNCHFEED_H
