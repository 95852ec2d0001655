//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kmend outline FILE: the numbered listing that edit scripts refer to.
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/Outline.h"
#include "Command.h"
#include "kmend/Support/Files.h"

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand
    OutlineSub("outline", "Print a source with the ids that edits refer to");
static cl::opt<std::string> OutlineFile(cl::Positional, cl::Required,
                                        cl::desc("FILE"), cl::sub(OutlineSub));
static cl::opt<bool>
    OutlineStatements("statements",
                      cl::desc("List declarations and statements only"),
                      cl::sub(OutlineSub));
static cl::opt<std::string> OutlineFunction("function",
                                            cl::desc("List this function only"),
                                            cl::value_desc("name"),
                                            cl::sub(OutlineSub));

static llvm::Expected<ExitCode> runOutline() {
  auto Text = readFile(OutlineFile);
  if (!Text)
    return Text.takeError();
  auto Source =
      ParsedSource::parse(OutlineFile, *Text, commonOptions().Compile);
  if (!Source)
    return Source.takeError();
  NodeTable Nodes(**Source);
  OutlineOptions Options;
  Options.Statements = OutlineStatements;
  Options.Function = OutlineFunction;
  Options.Summary = OutlineFunction.empty();
  if (commonOptions().Json) {
    auto Document = outlineJson(**Source, Nodes, Options);
    if (!Document)
      return Document.takeError();
    printJson(std::move(*Document));
    return ExitCode::Done;
  }
  auto Listing = outlineText(**Source, Nodes, Options);
  if (!Listing)
    return Listing.takeError();
  llvm::outs() << *Listing;
  return ExitCode::Done;
}

const Command OutlineCommand = {&OutlineSub, runOutline};

} // namespace kmend
