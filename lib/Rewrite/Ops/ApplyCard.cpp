//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CardSites.h"
#include "Operation.h"

namespace kmend {

static llvm::Error applyCard(EditContext &Context, const Edit &E) {
  SourceLocation File{Context.Source.fileName().str(), 0, 0};
  llvm::StringRef Id = field(E, "card");
  const CardRule *Rule = Context.Cards ? Context.Cards(Id) : nullptr;
  if (!Rule)
    return makeError(ExitCode::InvalidScript, File,
                     "no card '" + llvm::Twine(Id) +
                         "'; `kmend kb list` names them");
  if (E.Alternative >= Rule->Rewrites.size())
    return makeError(ExitCode::InvalidScript, File,
                     "card '" + llvm::Twine(Id) + "' has " +
                         llvm::Twine(Rule->Rewrites.size()) +
                         " rewrites; there is no alternative " +
                         llvm::Twine(E.Alternative));
  const CardRewrite &Rewrite = Rule->Rewrites[E.Alternative];
  auto Matches = cardMatches(Context, *Rule, &Rewrite);
  if (!Matches)
    return Matches.takeError();
  std::string Reasons, Known;
  unsigned Applied = 0;
  llvm::SmallVector<unsigned> Missing(E.Sites.begin(), E.Sites.end());
  for (const CardMatch &M : *Matches) {
    Known += (Known.empty() ? "" : ", ") + std::to_string(M.Index) + " (" +
             Context.describe(M.Range) + ")";
    if (!E.Sites.empty() && !llvm::is_contained(E.Sites, M.Index))
      continue;
    llvm::erase(Missing, M.Index);
    EditList Before = Context.Edits;
    llvm::Error Failed = applyAtSite(Context, *Rule, Rewrite, M);
    if (!Failed) {
      Context.Edits.dropRepeated(Before.size());
      // Sites inside one another: the outer one comes first and wins, unless
      // both were asked for.
      auto Resolved = Context.Edits.resolve(Context.Source.text());
      if (Resolved) {
        ++Applied;
        continue;
      }
      Failed = Resolved.takeError();
      Context.Edits = Before;
    }
    std::string Why = llvm::toString(std::move(Failed));
    if (!E.Sites.empty())
      return Context.refuse(M.Range, "card '" + Id +
                                         "' cannot be applied at "
                                         "site " +
                                         llvm::Twine(M.Index) + " (" +
                                         Context.describe(M.Range) +
                                         "): " + Why);
    if (Reasons.empty())
      Reasons = "; at " + Context.describe(M.Range) + ": " + Why;
  }
  if (!Missing.empty())
    return makeError(ExitCode::InvalidScript, File,
                     "card '" + llvm::Twine(Id) + "' has no site " +
                         llvm::Twine(Missing.front()) +
                         "; its sites: " + (Known.empty() ? "none" : Known));
  if (Applied == 0)
    return makeError(ExitCode::InvalidScript, File,
                     "card '" + llvm::Twine(Id) +
                         "' has no site here where it can be applied" +
                         Reasons);
  return llvm::Error::success();
}

extern const Operation ApplyCardOperation;
static constexpr llvm::StringLiteral Required[] = {"card"};
const Operation ApplyCardOperation = {
    "apply_card", TargetUse::None, Required, {}, applyCard};

} // namespace kmend
