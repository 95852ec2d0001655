//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kmend {

/// The bytes of `__launch_bounds__(...)` in the head of \p F.
static std::optional<ByteRange> boundsRange(const EditContext &Context,
                                            ByteRange Head) {
  llvm::StringRef Text = Context.text(Head);
  size_t Begin = Text.find("__launch_bounds__");
  if (Begin == llvm::StringRef::npos)
    return std::nullopt;
  size_t I = Text.find('(', Begin);
  for (int Depth = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')';
    if (Depth == 0)
      return ByteRange{Head.Begin + unsigned(Begin),
                       Head.Begin + unsigned(I) + 1};
  }
  return std::nullopt;
}

/// Removes `__restrict__` from every parameter, or from the one aimed at.
static llvm::Error removeRestrict(EditContext &Context, const NodePart &Target,
                                  ByteRange Head) {
  llvm::StringRef Text = Context.text(Head);
  bool Any = false;
  for (llvm::StringRef Word : {"__restrict__", "__restrict"}) {
    for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
         At = Text.find(Word, At + 1)) {
      size_t End = At + Word.size();
      if (End < Text.size() && (llvm::isAlnum(Text[End]) || Text[End] == '_'))
        continue;
      bool Space = End < Text.size() && Text[End] == ' ';
      Context.Edits.replace(
          {Head.Begin + unsigned(At), Head.Begin + unsigned(End + Space)}, "");
      Any = true;
    }
  }
  if (!Any)
    return Context.refuse(Target.Range, "there is no __restrict__ in " +
                                            Context.describe(Target.Range));
  return llvm::Error::success();
}

static llvm::Error applySetBound(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  const auto *D = Target->Node ? Target->Node->get<Decl>() : nullptr;
  const auto *F = dyn_cast_or_null<FunctionDecl>(D);
  llvm::StringRef Attribute = field(E, "attribute").trim();
  if (!D)
    return Context.refuse(Target->Range,
                          "'set_bound' needs a kernel, a parameter or a shared "
                          "variable, and " +
                              Target->Name + " is " +
                              Context.describe(Target->Range));
  ByteRange Head = Target->Range;
  if (F && F->doesThisDeclarationHaveABody())
    if (auto Body = byteRange(Context.ast(), F->getBody()->getSourceRange()))
      Head.End = Body->Begin;
  if (Attribute == "no_restrict")
    return removeRestrict(Context, *Target, Head);
  if (Attribute == "volatile") {
    for (const NodePart &P : nodeParts(Context.ast(), *Target->Node)) {
      if (P.Name != "type")
        continue;
      if (llvm::is_contained(codeTokens(Context.text(P.Range)), "volatile"))
        return Context.refuse(Target->Range, "it is volatile already");
      Context.Edits.insert(P.Range.Begin, "volatile ", EditRank::Before);
      return llvm::Error::success();
    }
    return Context.refuse(Target->Range, "it has no type of its own to change");
  }
  if (!Attribute.starts_with("__launch_bounds__(") || !Attribute.ends_with(")"))
    return Context.refuse(Target->Range,
                          "attribute '" + Attribute +
                              "' is unknown; expected __launch_bounds__(n), "
                              "no_restrict or volatile");
  if (llvm::Error Bad = checkExpression(E, "attribute"))
    return Bad;
  if (!F || !F->hasAttr<CUDAGlobalAttr>())
    return Context.refuse(Target->Range,
                          "__launch_bounds__ belongs to a kernel");
  if (auto Old = boundsRange(Context, Head)) {
    if (sameCode(Context.text(*Old), Attribute))
      return Context.refuse(*Old, "the kernel has this bound already");
    Context.Edits.replace(*Old, Attribute);
    return llvm::Error::success();
  }
  auto Name = byteRange(Context.ast(), clang::SourceRange(F->getLocation()));
  if (!Name)
    return Context.refuse(Target->Range,
                          "the kernel's name is written by a macro");
  Context.Edits.insert(Name->Begin, (Attribute + " ").str(), EditRank::Before);
  return llvm::Error::success();
}

extern const Operation SetBoundOperation;
static constexpr llvm::StringLiteral Required[] = {"attribute"};
const Operation SetBoundOperation = {
    "set_bound", TargetUse::Required, Required, {}, applySetBound};

} // namespace kmend
