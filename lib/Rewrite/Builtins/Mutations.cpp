//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

namespace kmend {

/// Mutations of statements and expressions, and of declarations.
template <std::vector<Variant> (*Run)(const clang::Stmt &, clang::ASTContext &)>
static std::vector<Variant> onStmt(const clang::DynTypedNode &Site,
                                   clang::ASTContext &Context) {
  const auto *S = Site.get<clang::Stmt>();
  return S ? Run(*S, Context) : std::vector<Variant>();
}
template <std::vector<Variant> (*Run)(const clang::Decl &, clang::ASTContext &)>
static std::vector<Variant> onDecl(const clang::DynTypedNode &Site,
                                   clang::ASTContext &Context) {
  const auto *D = Site.get<clang::Decl>();
  return D ? Run(*D, Context) : std::vector<Variant>();
}

static constexpr Mutation All[] = {
    {"add-block-stage", onStmt<addBlockStage>},
    {"add-extent-difference", onStmt<addExtentDifference>},
    {"add-extent-term", onStmt<addExtentTerm>},
    {"add-float-term", onStmt<addFloatTerm>},
    {"allow-large-shared", onStmt<allowLargeShared>},
    {"barrier-out-of-branch", onStmt<barrierOutOfBranch>},
    {"break-ties", onStmt<breakTies>},
    {"cap-launch", onStmt<capLaunch>},
    {"comparison-operator", onStmt<comparisonOperator>},
    {"coordinate-rule", onStmt<coordinateRule>},
    {"count-taps", onStmt<countTaps>},
    {"decode-order", onStmt<decodeOrder>},
    {"delete-statement", onStmt<deleteStatement>},
    {"device-double", onDecl<deviceDouble>},
    {"distribute-factor", onStmt<distributeFactor>},
    {"drop-operand", onStmt<dropOperand>},
    {"flip-sign", onStmt<flipSign>},
    {"grow-array", onStmt<growArray>},
    {"grow-shared-bytes", onStmt<growSharedBytes>},
    {"guard-statement", onStmt<guardStatement>},
    {"hoist-from-branch", onStmt<hoistFromBranch>},
    {"initialise-local", onStmt<initialiseLocal>},
    {"integer-to-float", onStmt<integerToFloat>},
    {"literal-to-launch-parameter", onStmt<literalToLaunchParameter>},
    {"literal-to-parameter", onStmt<literalToParameter>},
    {"loop-step", onDecl<loopStep>},
    {"missing-argument", onStmt<missingArgument>},
    {"multiply-by-float", onStmt<multiplyByFloat>},
    {"nan-wins", onStmt<nanWins>},
    {"off-by-one", onStmt<offByOne>},
    {"other-function", onStmt<otherFunction>},
    {"precise-intrinsic", onStmt<preciseIntrinsic>},
    {"predicate-rest", onStmt<predicateRest>},
    {"read-before-write", onStmt<readBeforeWrite>},
    {"read-before-write-in-warp", onStmt<readBeforeWriteInWarp>},
    {"reset-in-loop", onStmt<resetInLoop>},
    {"round-to-nearest", onStmt<roundToNearest>},
    {"scalar-vector-access", onStmt<scalarVectorAccess>},
    {"scale-by-extent", onStmt<scaleByExtent>},
    {"shifted-variance", onStmt<shiftedVariance>},
    {"shuffle-width", onStmt<shuffleWidth>},
    {"sibling-argument", onStmt<siblingArgument>},
    {"sibling-comparison", onStmt<siblingComparison>},
    {"sibling-constant", onStmt<siblingConstant>},
    {"sibling-variable", onStmt<siblingVariable>},
    {"signed-integer", onDecl<signedInteger>},
    {"split-kernel", onStmt<splitKernel>},
    {"strengthen-condition", onStmt<strengthenCondition>},
    {"subscript-by-extent", onStmt<subscriptByExtent>},
    {"subtract-maximum", onStmt<subtractMaximum>},
    {"swap-any-arguments", onStmt<swapAnyArguments>},
    {"swap-branches", onStmt<swapBranches>},
    {"swap-grid-axes", onStmt<swapGridAxes>},
    {"swap-names", onStmt<swapNames>},
    {"swap-operands", onStmt<swapOperands>},
    {"swap-statements", onStmt<swapStatements>},
    {"twin-statement", onStmt<twinStatement>},
    {"uniform-trip-count", onStmt<uniformTripCount>},
    {"weaken-condition", onStmt<weakenCondition>},
    {"wider-integer", onDecl<widerInteger>},
};

llvm::ArrayRef<Mutation> allMutations() { return All; }

const Mutation *findMutation(llvm::StringRef Name) {
  for (const Mutation &M : All)
    if (M.Name == Name)
      return &M;
  return nullptr;
}

} // namespace kmend
