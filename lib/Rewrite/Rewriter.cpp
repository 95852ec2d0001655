//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Rewrite/Rewriter.h"
#include "EditContext.h"
#include "Ops/Operation.h"
#include "kmend/Support/Files.h"
#include "kmend/Support/UnifiedDiff.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace kmend {

/// Says which edit of the script an error belongs to.
static llvm::Error inEdit(llvm::Error E, unsigned I, llvm::StringRef Op) {
  std::string Prefix = llvm::formatv("edits[{0}] {1}: ", I, Op);
  return llvm::handleErrors(
      std::move(E), [&](std::unique_ptr<KmendError> Known) -> llvm::Error {
        return makeError(Known->code(), Known->where(),
                         Prefix + Known->message());
      });
}

static std::string replacementsYaml(llvm::StringRef FileName,
                                    const std::vector<TextEdit> &Edits) {
  llvm::SmallString<256> Path(FileName);
  // The tool that reads this runs elsewhere.
  llvm::sys::fs::make_absolute(Path);
  clang::tooling::TranslationUnitReplacements Unit;
  Unit.MainSourceFile = std::string(Path);
  for (const TextEdit &E : Edits) {
    // Insertions at one point would be a conflict to that tool: one each.
    if (!Unit.Replacements.empty() && E.Range.Begin == E.Range.End) {
      const clang::tooling::Replacement &Last = Unit.Replacements.back();
      if (Last.getOffset() + Last.getLength() == E.Range.Begin) {
        Unit.Replacements.back() = clang::tooling::Replacement(
            Path, Last.getOffset(), Last.getLength(),
            (Last.getReplacementText() + E.Text).str());
        continue;
      }
    }
    if (!Unit.Replacements.empty()) {
      const clang::tooling::Replacement &Last = Unit.Replacements.back();
      if (Last.getLength() == 0 && Last.getOffset() == E.Range.Begin) {
        Unit.Replacements.back() = clang::tooling::Replacement(
            Path, E.Range.Begin, E.Range.End - E.Range.Begin,
            (Last.getReplacementText() + E.Text).str());
        continue;
      }
    }
    Unit.Replacements.emplace_back(Path, E.Range.Begin,
                                   E.Range.End - E.Range.Begin, E.Text);
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::yaml::Output Yaml(OS);
  Yaml << Unit;
  return Text;
}

llvm::Expected<RewriteResult> applyScript(const ParsedSource &Source,
                                          const EditScript &Script,
                                          CardLookup Cards) {
  SourceLocation File{Source.fileName().str(), 0, 0};
  if (!Script.Source.empty() && Script.Source != sha256(Source.text()))
    return makeError(ExitCode::InvalidScript, File,
                     "the script was made for another text of this file "
                     "(its 'source' is " +
                         Script.Source + ", this is " + sha256(Source.text()) +
                         "): it was applied before, or the file has changed; "
                         "make a new outline");
  if (Script.Edits.empty())
    return makeError(ExitCode::InvalidScript, File,
                     "the script has no edits; nothing would change");
  EditContext Context(Source, Cards);
  for (unsigned I = 0; I < Script.Edits.size(); ++I) {
    const Edit &E = Script.Edits[I];
    const Operation *Op = findOperation(E.Op);
    if (!Op)
      return makeError(ExitCode::InvalidScript, File,
                       "edits[" + llvm::Twine(I) + "]: unknown operation '" +
                           E.Op + "'");
    Context.Edits.setSource(I);
    size_t Before = Context.Edits.size();
    if (llvm::Error Bad = Op->Apply(Context, E))
      return inEdit(std::move(Bad), I, E.Op);
    if (Context.Edits.size() == Before)
      return inEdit(
          makeError(ExitCode::InvalidScript, File, "the edit changes nothing"),
          I, E.Op);
  }
  auto Resolved = Context.Edits.resolve(Source.text());
  if (!Resolved)
    return Resolved.takeError();
  RewriteResult Result;
  Result.Text = EditList::apply(Source.text(), *Resolved);
  if (Result.Text == Source.text())
    return makeError(ExitCode::InvalidScript, File,
                     "the script changes nothing");
  auto Parsed =
      ParsedSource::parse(Source.fileName(), Result.Text, Source.options());
  if (!Parsed) {
    std::string Diagnostics;
    llvm::handleAllErrors(
        Parsed.takeError(),
        [&](const KmendError &Known) { Diagnostics = Known.message(); },
        [&](const llvm::ErrorInfoBase &Other) {
          Diagnostics = Other.message();
        });
    return makeError(ExitCode::InvalidScript, File,
                     "the result is refused: " + Diagnostics);
  }
  Result.Parsed = std::move(*Parsed);
  std::string Name = Source.fileName().ltrim('/').str(); // patch -p1 takes a/
  Result.Diff =
      unifiedDiff(Source.text(), Result.Text, "a/" + Name, "b/" + Name);
  Result.ReplacementsYaml = replacementsYaml(Source.fileName(), *Resolved);
  return std::move(Result);
}

} // namespace kmend
