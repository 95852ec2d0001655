//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Import/Import.h"
#include "Importers.h"
#include "kmend/Operator/GoldenTensors.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

// A file of several hundred problems.
static constexpr uint64_t MaxFileBytes = 256ull << 20;

std::string ForeignFile::folder() const {
  StringRef Parent = sys::path::parent_path(Path);
  return Parent.empty() ? "." : Parent.str();
}

bool isIdentifier(StringRef Text) {
  return !Text.empty() && !isDigit(Text.front()) &&
         all_of(Text, [](char C) { return isAlnum(C) || C == '_'; });
}

std::string identifier(StringRef Text) {
  std::string Name;
  for (char C : Text)
    Name += isAlnum(C) ? C : '_';
  return isIdentifier(Name) ? Name : "task_" + Name;
}

Error checkImported(StringRef Folder) {
  Expected<Operator> Op = readOperator(Folder);
  if (!Op)
    return Op.takeError();
  for (unsigned I = 0; Op->Golden && I != Op->Workloads.size(); ++I) {
    Expected<Binding> B = bind(*Op, Op->Workloads[I]);
    if (!B)
      return B.takeError();
    Expected<GoldenTensors> Stored = readGoldenTensors(*B, I);
    if (!Stored)
      return Stored.takeError();
  }
  return Error::success();
}

/// The output folder, which must be new or empty: nothing is overwritten.
static Error makeOutput(StringRef Folder) {
  std::error_code EC;
  if (sys::fs::exists(Folder) && (!sys::fs::is_directory(Folder) ||
                                  sys::fs::directory_iterator(Folder, EC) !=
                                      sys::fs::directory_iterator()))
    return makeError(ExitCode::CommandLine,
                     "'" + Folder + "' is there already; name a new folder");
  return makeFolder(Folder);
}

static Expected<ImportReport> importJson(const ForeignFile &File,
                                         const JsonNode &Root,
                                         const ImportOptions &Options) {
  if (Root.find("test_command"))
    return importProblem(File, Root, Options);
  if (Root.find("axes") || Root.find("reference"))
    return importDefinition(File, Root, Options);
  return Root.error("is no task that can be imported: a definition has 'axes' "
                    "and 'reference', a command task has 'test_command'");
}

/// The line of a JSONL file whose task_id is the one that was asked for.
static Expected<ImportReport> importLine(const ForeignFile &File,
                                         const ImportOptions &Options) {
  std::string Known;
  auto Buffer = MemoryBuffer::getMemBuffer(File.Text, File.Path);
  unsigned Count = 0;
  for (line_iterator Line(*Buffer); !Line.is_at_end(); ++Line) {
    Expected<json::Value> Value =
        parseJsonValue(*Line, File.Path, unsigned(Line.line_number()));
    if (!Value)
      return Value.takeError();
    const json::Object *O = Value->getAsObject();
    std::optional<StringRef> Id = O ? O->getString("task_id") : std::nullopt;
    if (Id && *Id == Options.Name) {
      auto Document =
          parseForeignJson(*Line, File.Path, unsigned(Line.line_number()));
      if (!Document)
        return Document.takeError();
      return importProblem(File, (*Document)->root(), Options);
    }
    if (Id && ++Count <= 5)
      Known += (Count == 1 ? " " : ", ") + Id->str();
  }
  return makeError(ExitCode::CommandLine,
                   "'" + File.Path + "' holds several tasks: choose one with " +
                       "--name TASK_ID" +
                       (Known.empty() ? "" : "; there are" + Known) +
                       (Count > 5 ? ", ..." : ""));
}

Expected<ImportReport> importTask(StringRef Path,
                                  const ImportOptions &Options) {
  ForeignFile File;
  File.Path = Path.str();
  Expected<std::string> Text =
      readFile(Path, ExitCode::InvalidInput, MaxFileBytes);
  if (!Text)
    return Text.takeError();
  File.Text = std::move(*Text);
  if (Error E = makeOutput(Options.Output))
    return std::move(E);
  const StringRef Extension = sys::path::extension(Path);
  if (Extension == ".jsonl")
    return importLine(File, Options);
  if (Extension == ".json") {
    auto Document = parseForeignJson(File.Text, Path);
    if (!Document)
      return Document.takeError();
    return importJson(File, (*Document)->root(), Options);
  }
  if (Extension != ".yml" && Extension != ".yaml")
    return makeError(ExitCode::InvalidInput, {File.Path, 0, 0},
                     "is no task that can be imported; the formats are .json, "
                     ".jsonl, .yml and .yaml");
  Expected<YamlNode> Root = parseYaml(File.Text, Path);
  if (!Root)
    return Root.takeError();
  if (Root->kind() != YamlNode::Kind::Mapping)
    return Root->error("is no task that can be imported: expected a mapping");
  if (Root->find("files") || Root->find("lang"))
    return importGpuMode(File, *Root, Options);
  if (any_of(Root->entries(),
             [](const YamlNode::Entry &E) { return E.Value.find("models"); }))
    return importHecBench(File, *Root, Options);
  return Root->error("is no task that can be imported: a gpu-mode task has "
                     "'lang' and 'files', HeCBench's file has benchmarks with "
                     "'models'");
}

} // namespace kmend
