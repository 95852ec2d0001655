//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kmend rewrite FILE --script S: applies an edit script.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "kmend/Knowledge/KnowledgeBase.h"
#include "kmend/Rewrite/Rewriter.h"
#include "kmend/Support/Files.h"

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand
    RewriteSub("rewrite", "Apply an edit script to a source, all or nothing");
static cl::opt<std::string> RewriteFile(cl::Positional, cl::Required,
                                        cl::desc("FILE"), cl::sub(RewriteSub));
static cl::opt<std::string>
    RewriteScript("script", cl::Required,
                  cl::desc("The edit script, a JSON file; - reads stdin"),
                  cl::value_desc("file"), cl::sub(RewriteSub));
static cl::opt<std::string>
    RewriteOutput("o", cl::desc("Write the new source to this file"),
                  cl::value_desc("file"), cl::sub(RewriteSub));
static cl::opt<bool> RewriteFix("fix", cl::desc("Write the new source to FILE"),
                                cl::sub(RewriteSub));
static cl::opt<bool> RewriteDiff("diff",
                                 cl::desc("Print a unified diff instead of the "
                                          "new source"),
                                 cl::sub(RewriteSub));
static cl::opt<std::string> RewriteReplacements(
    "export-fixes",
    cl::desc("Write the edits as YAML for clang-apply-replacements"),
    cl::value_desc("file"), cl::sub(RewriteSub));
static cl::opt<std::string> RewriteKb("kb",
                                      cl::desc("Use the cards of this folder"),
                                      cl::value_desc("folder"),
                                      cl::sub(RewriteSub));

static llvm::Expected<std::string> readScript() {
  if (RewriteScript != "-")
    return readFile(RewriteScript);
  auto Buffer = llvm::MemoryBuffer::getSTDIN();
  if (!Buffer)
    return makeError(ExitCode::IO,
                     "cannot read stdin: " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

static llvm::Expected<ExitCode> runRewrite() {
  auto Text = readFile(RewriteFile);
  if (!Text)
    return Text.takeError();
  auto Json = readScript();
  if (!Json)
    return Json.takeError();
  auto Script = parseEditScript(*Json, RewriteScript);
  if (!Script)
    return Script.takeError();
  auto Source =
      ParsedSource::parse(RewriteFile, *Text, commonOptions().Compile);
  if (!Source)
    return Source.takeError();
  // Cards are read only when a script names one.
  std::optional<KnowledgeBase> Cards;
  if (llvm::any_of(Script->Edits,
                   [](const Edit &E) { return E.Op == "apply_card"; })) {
    auto Read = RewriteKb.empty() ? KnowledgeBase::builtin()
                                  : KnowledgeBase::fromFolder(RewriteKb);
    if (!Read)
      return Read.takeError();
    Cards = std::move(*Read);
  }
  auto Lookup = [&](llvm::StringRef Id) -> const CardRule * {
    const Card *C = Cards ? Cards->find(Id) : nullptr;
    return C ? &C->Rule : nullptr;
  };
  auto Result = applyScript(**Source, *Script, Lookup);
  if (!Result)
    return Result.takeError();
  if (!RewriteReplacements.empty())
    if (llvm::Error E =
            writeFile(RewriteReplacements, Result->ReplacementsYaml))
      return std::move(E);
  std::string Target = RewriteFix ? RewriteFile : RewriteOutput;
  if (!Target.empty())
    if (llvm::Error E = writeFile(Target, Result->Text))
      return std::move(E);
  if (commonOptions().Json)
    printJson(llvm::json::Object{
        {"schema_version", 1},
        {"file", llvm::json::fixUTF8(RewriteFile)},
        {"text", llvm::json::fixUTF8(Result->Text)},
        {"diff", llvm::json::fixUTF8(Result->Diff)},
        {"replacements", llvm::json::fixUTF8(Result->ReplacementsYaml)}});
  else if (RewriteDiff)
    llvm::outs() << Result->Diff;
  else if (Target.empty())
    llvm::outs() << Result->Text;
  return ExitCode::Done;
}

const Command RewriteCommand = {&RewriteSub, runRewrite};

} // namespace kmend
