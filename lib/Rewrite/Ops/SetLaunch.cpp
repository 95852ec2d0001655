//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

namespace {
/// One argument of a launch configuration.
struct Setting {
  llvm::StringLiteral Key, Default;
  const Expr *Old;
  llvm::StringRef New;
};
} // namespace

/// The launch that an edit aims at: itself, or the one launch of a kernel, or
/// the launch around it.
static llvm::Expected<const LaunchSite *> findLaunch(const EditContext &Context,
                                                     const NodePart &Target) {
  const LaunchSite *Found = nullptr;
  unsigned Candidates = 0;
  for (const LaunchSite &L : Context.Index.Launches) {
    auto Range = byteRange(Context.ast(), L.Call->getSourceRange());
    bool Here = Range && (Range->contains(Target.Range) ||
                          Target.Range.contains(*Range));
    if (Target.Node)
      if (const auto *K = Target.Node->get<FunctionDecl>())
        Here =
            L.Kernel && L.Kernel->getCanonicalDecl() == K->getCanonicalDecl();
    if (Here) {
      Found = &L;
      ++Candidates;
    }
  }
  if (Candidates == 1)
    return Found;
  std::string Known;
  for (const LaunchSite &L : Context.Index.Launches)
    if (const NodeRef *Ref =
            Context.Nodes.containing(DynTypedNode::create(*L.Call)))
      Known += (Known.empty() ? "n" : ", n") + std::to_string(Ref->Id);
  return Context.refuse(
      Target.Range, Target.Name +
                        (Candidates ? " holds several launches"
                                    : " is no launch of a kernel") +
                        "; launches here: " + (Known.empty() ? "none" : Known));
}

static llvm::Error applySetLaunch(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto Found = findLaunch(Context, *Target);
  if (!Found)
    return Found.takeError();
  const LaunchSite &L = **Found;
  Setting Settings[] = {
      {"grid", "", L.Grid, field(E, "grid")},
      {"block", "", L.Block, field(E, "block")},
      {"shared_bytes", "0", L.SharedBytes, field(E, "shared_bytes")},
      {"stream", "0", L.Stream, field(E, "stream")}};
  bool Any = false, Changed = false;
  for (const Setting &S : Settings) {
    if (!E.Fields.count(S.Key.str()))
      continue;
    Any = true;
    if (llvm::Error Bad = checkExpression(E, S.Key))
      return Bad;
  }
  if (!Any)
    return Context.refuse(Target->Range,
                          "'set_launch' needs one of grid, block, "
                          "shared_bytes, stream");
  // Absent arguments are added behind the last one that is there.
  std::optional<unsigned> Last;
  std::string Added;
  int LastNeeded = -1;
  for (int I = 0; I < 4; ++I)
    if (!Settings[I].New.empty() && !Settings[I].Old)
      LastNeeded = I;
  for (int I = 0; I < 4; ++I) {
    const Setting &S = Settings[I];
    llvm::StringRef New = S.New.trim();
    if (S.Old) {
      auto Range = byteRange(Context.ast(), S.Old->getSourceRange());
      if (!Range)
        return Context.refuse(Target->Range,
                              "the launch configuration is written by a macro");
      Last = Range->End;
      if (New.empty() || sameCode(Context.text(*Range), New))
        continue;
      Changed = true;
      Context.Edits.replace(*Range, New);
    } else if (I <= LastNeeded) {
      Changed = true;
      Added += ", " + (New.empty() ? S.Default.str() : New.str());
    }
  }
  if (!Changed)
    return Context.refuse(Target->Range, "the launch has this configuration "
                                         "already; the edit changes nothing");
  if (!Added.empty()) {
    if (!Last || !isa<CUDAKernelCallExpr>(L.Call))
      return Context.refuse(Target->Range,
                            "this launch passes every argument explicitly");
    Context.Edits.insert(*Last, Added, EditRank::After);
  }
  return llvm::Error::success();
}

extern const Operation SetLaunchOperation;
static constexpr llvm::StringLiteral Optional[] = {"grid", "block",
                                                   "shared_bytes", "stream"};
const Operation SetLaunchOperation = {
    "set_launch", TargetUse::Required, {}, Optional, applySetLaunch};

} // namespace kmend
