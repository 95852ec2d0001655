//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collect.h"
#include "kmend/Frontend/ParsedSource.h"

using namespace clang;

namespace kmend {

SourceLocation placeOf(const SourceManager &Sources,
                       clang::SourceLocation Where) {
  SourceLocation L;
  if (Where.isInvalid())
    return L;
  PresumedLoc P = Sources.getPresumedLoc(Sources.getExpansionLoc(Where),
                                         /*UseLineDirectives=*/false);
  if (P.isInvalid())
    return L;
  L.File = P.getFilename();
  L.Line = P.getLine();
  L.Column = P.getColumn();
  return L;
}

bool inMainFile(const SourceManager &Sources, clang::SourceLocation Where) {
  // By the file itself: a #line directive may claim anything.
  return Where.isValid() && Sources.getFileID(Sources.getExpansionLoc(Where)) ==
                                Sources.getMainFileID();
}

std::optional<int64_t> integerOf(const llvm::APSInt &N) {
  if (N.getBitWidth() > 64)
    return N.isRepresentableByInt64() ? std::optional(N.getExtValue())
                                      : std::nullopt;
  return N.isUnsigned() ? int64_t(N.getZExtValue()) : N.getSExtValue();
}

const Decl *headerDeclaration(const Decl *D) {
  const SourceManager &Sources = D->getASTContext().getSourceManager();
  for (const Decl *R : D->redecls())
    if (R->getLocation().isValid() && !inMainFile(Sources, R->getLocation()))
      return R;
  return nullptr;
}

Facts collectFacts(const ParsedSource &Source, Side S,
                   const GatePolicy &Policy) {
  ASTUnit &Unit = Source.unit(S);
  Facts F;
  F.File = Source.fileName().str();
  collectMacros(Unit, F);
  collectSymbols(Unit, F);
  collectUses(Unit, F);
  collectEntries(Unit, Policy, S == Side::Host, F);
  return F;
}

} // namespace kmend
