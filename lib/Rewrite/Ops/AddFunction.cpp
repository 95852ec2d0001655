//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace kmend {

/// The name that \p Code declares: the word before its first parameter list.
static std::string declaredName(llvm::StringRef Code) {
  std::vector<std::string> Tokens = codeTokens(Code);
  for (size_t I = 1; I < Tokens.size(); ++I) {
    if (Tokens[I] == "{" || Tokens[I] == ";")
      break;
    if (Tokens[I] != "(" ||
        !(llvm::isAlpha(Tokens[I - 1][0]) || Tokens[I - 1][0] == '_'))
      continue;
    // Attributes take arguments, too.
    llvm::StringRef Word = Tokens[I - 1];
    if (Word == "__launch_bounds__" || Word == "__attribute__" ||
        Word == "alignas" || Word == "__align__" || Word == "decltype")
      continue;
    return Word.str();
  }
  return "";
}

static llvm::Error applyAddFunction(EditContext &Context, const Edit &E) {
  if (llvm::Error Bad = checkStatements(E, "code"))
    return Bad;
  llvm::StringRef Code = field(E, "code");
  std::string Name = declaredName(Code);
  if (Name.empty())
    return Context.refuse({}, "'code' defines no function: `" +
                                  Code.trim().take_front(80) + "`");
  // Where: before a function, the one named by `before` or by `at`.
  const FunctionDecl *Before = nullptr;
  ByteRange At;
  std::string Wanted = field(E, "before").str();
  auto AllFunctions = llvm::concat<const FunctionDecl *const>(
      Context.Index.Kernels, Context.Index.DeviceFunctions,
      Context.Index.HostFunctions);
  std::string Known;
  for (const FunctionDecl *F : AllFunctions) {
    if (F->getNameAsString() == Name)
      return Context.refuse({}, "a function '" + Name +
                                    "' exists already; choose another name");
    if (F->getNameAsString() == Wanted && !Before)
      Before = F;
    Known += (Known.empty() ? "" : ", ") + F->getNameAsString();
  }
  const Decl *Place = Before;
  bool AsNode = llvm::StringRef(Wanted).starts_with("n") &&
                Context.Nodes.find(llvm::StringRef(Wanted).split('.').first);
  if (!Place && (AsNode || !E.At.Node.empty() || !E.At.Match.empty())) {
    Edit Aim = E;
    if (AsNode)
      Aim.At.Node = Wanted;
    auto Target = Context.target(Aim);
    if (!Target)
      return Target.takeError();
    if (Target->Node)
      Place = Target->Node->get<Decl>();
    if (!Place && Target->Node) {
      DynTypedNode Current = *Target->Node;
      for (unsigned Steps = 0; Steps < 4096 && !Place; ++Steps) {
        auto Parents = Context.ast().getParents(Current);
        if (Parents.empty())
          break;
        Current = Parents[0];
        Place = Current.get<FunctionDecl>();
      }
    }
  }
  // Not inside a function or a class: at file or namespace scope.
  while (Place && !Place->getDeclContext()->isFileContext())
    Place = dyn_cast<Decl>(Place->getDeclContext());
  std::optional<ByteRange> Range;
  if (Place)
    Range = byteRange(Context.ast(), DynTypedNode::create(*Place));
  if (!Range)
    return Context.refuse({},
                          (Wanted.empty() ? std::string("'before' is missing")
                                          : "no function '" + Wanted + "'") +
                              "; name the function to stand before, one of: " +
                              (Known.empty() ? "none" : Known));
  At = *Range;
  std::string Text = indented(Code, "") + "\n\n";
  Context.Edits.insert(At.Begin, Text, EditRank::Before);
  return llvm::Error::success();
}

extern const Operation AddFunctionOperation;
static constexpr llvm::StringLiteral Required[] = {"code"};
static constexpr llvm::StringLiteral Optional[] = {"before"};
const Operation AddFunctionOperation = {"add_function", TargetUse::Optional,
                                        Required, Optional, applyAddFunction};

} // namespace kmend
