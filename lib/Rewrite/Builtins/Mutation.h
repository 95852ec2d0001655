//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations: named rules that change one site in one of several ways. Each way
// is a site of its own to the search. One function and one line in
// Mutations.cpp a mutation.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_BUILTINS_MUTATION_H
#define KMEND_LIB_REWRITE_BUILTINS_MUTATION_H

#include "SourceText.h"
#include "clang/AST/ASTTypeTraits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kmend {

/// The ways to change \p Site, best first; none where it does not apply.
using MutationFunction = std::vector<Variant> (*)(
    const clang::DynTypedNode &Site, clang::ASTContext &Context);

struct Mutation {
  llvm::StringRef Name;
  MutationFunction Run;
};

/// All mutations.
llvm::ArrayRef<Mutation> allMutations();
/// The mutation called \p Name, or null.
const Mutation *findMutation(llvm::StringRef Name);

// One declaration a mutation; docs/Cards.md says what each does.
std::vector<Variant> comparisonOperator(const clang::Stmt &,
                                        clang::ASTContext &);
std::vector<Variant> offByOne(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> siblingComparison(const clang::Stmt &,
                                       clang::ASTContext &);
std::vector<Variant> addExtentDifference(const clang::Stmt &,
                                         clang::ASTContext &);
std::vector<Variant> siblingVariable(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> siblingConstant(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> swapAnyArguments(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> swapNames(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> literalToParameter(const clang::Stmt &,
                                        clang::ASTContext &);
std::vector<Variant> literalToLaunchParameter(const clang::Stmt &,
                                              clang::ASTContext &);
std::vector<Variant> distributeFactor(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> flipSign(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> dropOperand(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> swapOperands(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> addExtentTerm(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> guardStatement(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> strengthenCondition(const clang::Stmt &,
                                         clang::ASTContext &);
std::vector<Variant> weakenCondition(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> hoistFromBranch(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> swapStatements(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> barrierOutOfBranch(const clang::Stmt &,
                                        clang::ASTContext &);
std::vector<Variant> uniformTripCount(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> splitKernel(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> shiftedVariance(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> siblingArgument(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> twinStatement(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> allowLargeShared(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> growSharedBytes(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> capLaunch(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> swapGridAxes(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> growArray(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> initialiseLocal(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> resetInLoop(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> countTaps(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> readBeforeWrite(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> breakTies(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> nanWins(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> subtractMaximum(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> addFloatTerm(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> multiplyByFloat(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> subscriptByExtent(const clang::Stmt &,
                                       clang::ASTContext &);
std::vector<Variant> coordinateRule(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> integerToFloat(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> preciseIntrinsic(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> roundToNearest(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> shuffleWidth(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> scalarVectorAccess(const clang::Stmt &,
                                        clang::ASTContext &);
std::vector<Variant> widerInteger(const clang::Decl &, clang::ASTContext &);
std::vector<Variant> signedInteger(const clang::Decl &, clang::ASTContext &);
std::vector<Variant> loopStep(const clang::Decl &, clang::ASTContext &);
std::vector<Variant> predicateRest(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> swapBranches(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> deleteStatement(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> scaleByExtent(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> readBeforeWriteInWarp(const clang::Stmt &,
                                           clang::ASTContext &);
std::vector<Variant> otherFunction(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> addBlockStage(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> deviceDouble(const clang::Decl &, clang::ASTContext &);
std::vector<Variant> missingArgument(const clang::Stmt &, clang::ASTContext &);
std::vector<Variant> decodeOrder(const clang::Stmt &, clang::ASTContext &);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_BUILTINS_MUTATION_H
