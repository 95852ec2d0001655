//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "Operation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kmend {

/// Adds \p Argument behind the arguments of \p Call.
static llvm::Error addArgument(EditContext &Context, const CallExpr &Call,
                               llvm::StringRef Argument) {
  auto Whole = byteRange(Context.ast(), Call.getSourceRange());
  if (!Whole || !Context.text(*Whole).ends_with(")"))
    return makeError(ExitCode::InvalidScript,
                     {Context.Source.fileName().str(), 0, 0},
                     "a call of the function is written by a macro");
  unsigned Written = 0;
  for (const Expr *A : Call.arguments())
    Written += !isa<CXXDefaultArgExpr>(A);
  Context.Edits.insert(Whole->End - 1, ((Written ? ", " : "") + Argument).str(),
                       EditRank::After);
  return llvm::Error::success();
}

static llvm::Error applyAddParameter(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  const auto *F = Target->Node ? Target->Node->get<FunctionDecl>() : nullptr;
  if (!F)
    return Context.refuse(Target->Range,
                          "'add_parameter' needs a kernel or function, and " +
                              Target->Name + " is " +
                              Context.describe(Target->Range));
  for (llvm::StringRef Key : {"type", "name", "argument"})
    if (llvm::Error Bad = checkExpression(E, Key))
      return Bad;
  llvm::StringRef Name = field(E, "name").trim();
  for (const ParmVarDecl *P : F->parameters())
    if (P->getName() == Name)
      return Context.refuse(Target->Range, "'" + F->getNameAsString() +
                                               "' has a parameter '" + Name +
                                               "' already; the edit was "
                                               "applied before");
  llvm::StringRef Type = field(E, "type").trim();
  std::string Text = (Type + (Type.ends_with("*") ? "" : " ") + Name).str();
  for (const FunctionDecl *R : F->redecls()) {
    FunctionTypeLoc Loc = R->getFunctionTypeLoc();
    auto Close =
        Loc ? byteRange(Context.ast(), clang::SourceRange(Loc.getRParenLoc()))
            : std::nullopt;
    if (!Close)
      return Context.refuse(Target->Range, "a declaration of '" +
                                               F->getNameAsString() +
                                               "' is not editable");
    Context.Edits.insert(Close->Begin, (R->getNumParams() ? ", " : "") + Text,
                         EditRank::After);
  }
  // Every launch and every call passes the argument.
  unsigned Calls = 0;
  llvm::StringRef Argument = field(E, "argument").trim();
  llvm::Error Failed = llvm::Error::success();
  auto IsTarget = [&](const FunctionDecl *Callee) {
    if (!Callee)
      return false;
    if (const FunctionDecl *P = Callee->getTemplateInstantiationPattern())
      Callee = P;
    return Callee->getCanonicalDecl() == F->getCanonicalDecl();
  };
  for (const LaunchSite &L : Context.Index.Launches) {
    if (!IsTarget(L.Kernel))
      continue;
    if (!isa<CUDAKernelCallExpr>(L.Call))
      return Context.refuse(Target->Range,
                            "'" + F->getNameAsString() +
                                "' is launched through cudaLaunchKernel, whose "
                                "argument array must be edited by hand");
    if (llvm::Error Bad = addArgument(Context, *L.Call, Argument))
      return Bad;
    ++Calls;
  }
  for (const auto *List :
       {&Context.Index.Kernels, &Context.Index.DeviceFunctions,
        &Context.Index.HostFunctions})
    for (const FunctionDecl *Caller : *List)
      forEachPart(Caller->getBody(), [&](const Stmt &S) {
        const auto *Call = dyn_cast<CallExpr>(&S);
        if (!Call || isa<CUDAKernelCallExpr>(Call) || Failed)
          return true;
        if (IsTarget(dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl()))) {
          Failed = addArgument(Context, *Call, Argument);
          ++Calls;
        }
        return true;
      });
  if (Failed)
    return Failed;
  consumeError(std::move(Failed));
  if (Calls == 0 && F->hasAttr<CUDAGlobalAttr>())
    return Context.refuse(Target->Range, "'" + F->getNameAsString() +
                                             "' is never launched in this "
                                             "file");
  return llvm::Error::success();
}

extern const Operation AddParameterOperation;
static constexpr llvm::StringLiteral Required[] = {"type", "name", "argument"};
const Operation AddParameterOperation = {
    "add_parameter", TargetUse::Required, Required, {}, applyAddParameter};

} // namespace kmend
