//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction that ends at the warp gets its second stage: the results of the
// warps meet in shared memory.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

namespace {

/// What a statement does of warp-wide and block-wide operations, calls
/// followed.
class Reach : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier())
      return true;
    llvm::StringRef Name = Callee->getName();
    Shuffle |= Name.starts_with("__shfl");
    Barrier |= Name.starts_with("__syncthreads");
    Maximum |= Name == "fmaxf" || Name == "max";
    Minimum |= Name == "fminf" || Name == "min";
    if (const FunctionDecl *F = Callee->getDefinition();
        F && F->getBody() && Depth < 3) {
      ++Depth;
      TraverseStmt(F->getBody());
      --Depth;
    }
    return true;
  }
  bool Shuffle = false, Barrier = false, Maximum = false, Minimum = false;

private:
  unsigned Depth = 0;
};

} // namespace

/// A helper that combines one value of each warp.
static std::string helper(const std::string &Type, const std::string &Name,
                          const std::string &Combine) {
  return "static __device__ " + Type + " " + Name + "(" + Type +
         " value) {\n"
         "  __shared__ " +
         Type +
         " stage[32];\n"
         "  const int warps = (blockDim.x + 31) / 32;\n"
         "  __syncthreads();\n"
         "  if (threadIdx.x % 32 == 0)\n"
         "    stage[threadIdx.x / 32] = value;\n"
         "  __syncthreads();\n"
         "  value = stage[0];\n"
         "  for (int w = 1; w < warps; ++w)\n"
         "    value = " +
         Combine + ";\n  return value;\n}\n\n";
}

std::vector<Variant> addBlockStage(const Stmt &Site, ASTContext &Context) {
  const FunctionDecl *Function = functionAround(Site, Context);
  if (!Function)
    return {};
  Reach Visitor;
  Visitor.TraverseStmt(const_cast<Stmt *>(&Site));
  if (!Visitor.Shuffle || Visitor.Barrier)
    return {};
  std::string Combine = Visitor.Maximum   ? "max(value, stage[w])"
                        : Visitor.Minimum ? "min(value, stage[w])"
                                          : "value + stage[w]";
  std::string Name = Visitor.Maximum   ? "block_max"
                     : Visitor.Minimum ? "block_min"
                                       : "block_sum";
  Variant V;
  QualType T;
  if (const auto *Call = dyn_cast<CallExpr>(&Site)) {
    // A warp-wide helper: its result goes through the second stage.
    CharSourceRange Range = rangeOf(Site, Context);
    T = Call->getType();
    if (Range.isInvalid())
      return {};
    V.push_back({Range, Name + "_stage(" + textOf(Range, Context) + ")"});
  } else if (const auto *For = dyn_cast<ForStmt>(&Site)) {
    // A loop of shuffles: the variable it reduces.
    const Stmt *Body = For->getBody();
    if (const auto *Block = dyn_cast<CompoundStmt>(Body))
      Body = Block->size() == 1 ? Block->body_front() : nullptr;
    const auto *Update = dyn_cast_or_null<BinaryOperator>(Body);
    CharSourceRange Range = rangeOf(Site, Context);
    if (!Update || !Update->isAssignmentOp() || Range.isInvalid())
      return {};
    std::string Left = textOf(*Update->getLHS(), Context);
    T = Update->getLHS()->getType();
    // The loop's own semicolon comes first.
    CharSourceRange End = statementRangeOf(*Update, Context);
    if (isa<CompoundStmt>(For->getBody()))
      End = Range;
    if (End.isInvalid())
      return {};
    V.push_back({CharSourceRange::getCharRange(End.getEnd(), End.getEnd()),
                 "\n" + Left + " = " + Name + "_stage(" + Left + ");"});
  }
  if (V.empty() || T.isNull() || !T->isArithmeticType())
    return {};
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Begin = SM.getExpansionLoc(Function->getBeginLoc());
  if (const FunctionTemplateDecl *Template =
          Function->getDescribedFunctionTemplate())
    Begin = SM.getExpansionLoc(Template->getBeginLoc());
  if (!SM.isWrittenInMainFile(Begin) || isa<CXXMethodDecl>(Function))
    return {};
  std::string Type =
      T.getUnqualifiedType().getAsString(Context.getPrintingPolicy());
  V.push_back({CharSourceRange::getCharRange(Begin, Begin),
               helper(Type, Name + "_stage", Combine)});
  return {std::move(V)};
}

} // namespace kmend
