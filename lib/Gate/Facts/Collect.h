//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The collectors: one a kind of fact.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_FACTS_COLLECT_H
#define KMEND_LIB_GATE_FACTS_COLLECT_H

#include "../Facts.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"

namespace kmend {

/// \p Where as a place in the file that the user gave, after macro expansion.
SourceLocation placeOf(const clang::SourceManager &Sources,
                       clang::SourceLocation Where);

/// Whether \p Where stands in the main file or was expanded into it, whatever
/// #line directives say.
bool inMainFile(const clang::SourceManager &Sources,
                clang::SourceLocation Where);

/// \p N as 64 bits, or nothing when it needs more.
std::optional<int64_t> integerOf(const llvm::APSInt &N);

/// The first declaration of \p D outside the main file, or null.
const clang::Decl *headerDeclaration(const clang::Decl *D);

void collectUses(clang::ASTUnit &Unit, Facts &F);
void collectMacros(clang::ASTUnit &Unit, Facts &F);
void collectSymbols(clang::ASTUnit &Unit, Facts &F);
/// With \p Trials, the host side of each entry is run with numbers, too.
void collectEntries(clang::ASTUnit &Unit, const GatePolicy &Policy, bool Trials,
                    Facts &F);
void collectTrials(clang::ASTContext &Context, const clang::FunctionDecl *Entry,
                   EntryFact &Fact);

} // namespace kmend

#endif // KMEND_LIB_GATE_FACTS_COLLECT_H
