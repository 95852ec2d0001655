//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Command tasks of others: compute-eval's problems, CUDABeaver's input.json,
// HeCBench's benchmarks.yaml.
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "Importers.h"
#include "Scratch.h"
#include "kmend/Import/CommandTask.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

namespace {
/// The fields of the operator.yaml of a command task.
struct CommandYaml {
  std::string Name, Description, Candidate, Build, Test, Expect, Reject;
  double Seconds = 0;
  bool HasFiles = false;

  std::string text() const {
    std::string Text = "name: " + quoted(Name) + "\n";
    if (!Description.empty())
      Text += "description: " + quoted(Description) + "\n";
    Text += "command:\n  candidate: " + quoted(Candidate) + "\n";
    if (HasFiles)
      Text += "  files: files\n";
    if (!Build.empty())
      Text += "  build: " + quoted(Build) + "\n";
    Text += "  test: " + quoted(Test) + "\n";
    if (Seconds > 0)
      Text += "  timeout: " + numberText(Seconds) + "\n";
    if (!Expect.empty())
      Text += "  expect: " + quoted(Expect) + "\n";
    if (!Reject.empty())
      Text += "  reject: " + quoted(Reject) + "\n";
    return Text;
  }
};
} // namespace

static Error writeTask(const CommandYaml &Yaml, StringRef Output) {
  if (Error E = writeFile(pathIn(Output, "operator.yaml"), Yaml.text()))
    return E;
  return readCommandTask(Output).takeError();
}

//===----------------------------------------------------------------------===//
// compute-eval and CUDABeaver
//===----------------------------------------------------------------------===//

static Error readOptional(const JsonNode &Root, StringRef Key,
                          std::string &Into) {
  std::optional<JsonNode> Node = Root.find(Key);
  if (!Node)
    return Error::success();
  Expected<std::string> Text = Node->asString(Key);
  if (!Text)
    return Text.takeError();
  Into = std::move(*Text);
  return Error::success();
}

/// Writes the files that a problem carries and notes their paths.
static Error writeFiles(const JsonNode &List, StringRef What, StringRef Folder,
                        std::vector<std::string> &Paths) {
  Expected<std::vector<JsonNode>> Files = List.asArray(What);
  if (!Files)
    return Files.takeError();
  for (const JsonNode &File : *Files) {
    Expected<JsonNode> PathNode = File.get("path", "a file of " + What.str());
    if (!PathNode)
      return PathNode.takeError();
    Expected<std::string> Path = PathNode->asString("the path");
    if (!Path)
      return Path.takeError();
    if (leavesFolder(*Path))
      return PathNode->error("'" + *Path + "' is no path inside a folder");
    Expected<JsonNode> Content = File.get("content", "'" + *Path + "'");
    if (!Content)
      return Content.takeError();
    Expected<std::string> Text = Content->asString("the content");
    if (!Text)
      return Text.takeError();
    const std::string Target = pathIn(Folder, *Path);
    if (Error E = makeFolder(sys::path::parent_path(Target)))
      return E;
    if (Error E = writeFile(Target, *Text))
      return E;
    Paths.push_back(std::move(*Path));
  }
  return Error::success();
}

/// The source that the commands name and nobody has brought.
static std::string missingSource(StringRef Commands,
                                 ArrayRef<std::string> Brought) {
  std::vector<std::string> Found;
  SmallVector<StringRef, 32> Words;
  SplitString(Commands, Words, " \t\n;&|()\"'=");
  for (StringRef Word : Words) {
    Word.consume_front("./");
    StringRef Extension = sys::path::extension(Word);
    if ((Extension == ".cu" || Extension == ".cpp" || Extension == ".py") &&
        !Word.contains('*') && !leavesFolder(Word) &&
        !is_contained(Brought, Word) && !is_contained(Found, Word))
      Found.push_back(Word.str());
  }
  return Found.size() == 1 ? Found.front() : "";
}

Expected<ImportReport> importProblem(const ForeignFile &File,
                                     const JsonNode &Root,
                                     const ImportOptions &Options) {
  ImportReport Report;
  CommandYaml Yaml;
  std::string Prompt, Solution;
  if (Root.find("task_id"))
    if (Error E = readOptional(Root, "task_id", Yaml.Name))
      return std::move(E);
  for (auto [Key, Into] :
       {std::pair<StringRef, std::string *>{"build_command", &Yaml.Build},
        {"test_command", &Yaml.Test},
        {"prompt", &Prompt},
        {"solution_file", &Solution}})
    if (Error E = readOptional(Root, Key, *Into))
      return std::move(E);
  if (Yaml.Test.empty())
    return Root.error("the task has no test_command");
  for (StringRef Key : {"timeout_seconds", "timeout"})
    if (std::optional<JsonNode> Node = Root.find(Key)) {
      Expected<double> Seconds = Node->asNumber(Key);
      if (!Seconds)
        return Seconds.takeError();
      if (!(*Seconds > 0))
        return Node->error(Key + " must be above 0");
      Yaml.Seconds = *Seconds;
    }
  if (Yaml.Name.empty())
    Yaml.Name = sys::path::filename(File.folder()).str();

  const std::string Files = pathIn(Options.Output, "files");
  std::vector<std::string> Paths;
  for (StringRef Key : {"context_files", "test_files"})
    if (std::optional<JsonNode> List = Root.find(Key))
      if (Error E = writeFiles(*List, Key, Files, Paths))
        return std::move(E);
  Yaml.HasFiles = !Paths.empty();
  // CUDABeaver keeps what the commands need in a folder beside the file.
  const std::string Beside = pathIn(File.folder(), "testbench");
  if (Paths.empty() && sys::fs::is_directory(Beside)) {
    if (Error E = copyTree(Beside, Files))
      return std::move(E);
    Yaml.HasFiles = true;
  }
  if (!Yaml.HasFiles)
    Report.Notes.push_back("no test files came with the task");

  Yaml.Candidate = !Options.Candidate.empty() ? Options.Candidate
                   : !Solution.empty()
                       ? Solution
                       : missingSource(Yaml.Build + " " + Yaml.Test, Paths);
  if (Yaml.Candidate.empty())
    return Root.error("which file is the candidate does not show in the "
                      "commands; say --candidate PATH");
  if (leavesFolder(Yaml.Candidate))
    return Root.error("the candidate's path '" + Yaml.Candidate +
                      "' is no path inside a folder");
  if (!Prompt.empty())
    if (Error E = writeFile(pathIn(Options.Output, "prompt.txt"), Prompt))
      return std::move(E);
  if (Root.find("source_references"))
    Report.Notes.push_back("source_references are not checked");
  if (Error E = writeTask(Yaml, Options.Output))
    return std::move(E);
  Report.Name = Yaml.Name;
  return Report;
}

//===----------------------------------------------------------------------===//
// HeCBench
//===----------------------------------------------------------------------===//

/// A pattern of Python's as a POSIX extended one; empty for what that cannot
/// say.
static std::string posixPattern(StringRef Python) {
  std::string Result;
  for (size_t I = 0; I != Python.size(); ++I) {
    StringRef Rest = Python.drop_front(I);
    if (Rest.starts_with("(?:")) {
      Result += '(';
      I += 2;
    } else if (Rest.starts_with("(?") || Rest.starts_with("*?") ||
               Rest.starts_with("+?") || Rest.starts_with("??")) {
      return "";
    } else if (Rest[0] == '\\' && Rest.size() > 1) {
      ++I;
      switch (Rest[1]) {
      case 'd':
        Result += "[0-9]";
        break;
      case 'w':
        Result += "[A-Za-z0-9_]";
        break;
      case 's':
        Result += "[ \t]";
        break;
      default:
        if (isAlnum(Rest[1]))
          return "";
        Result += Rest.take_front(2);
      }
    } else {
      Result += Rest[0];
    }
  }
  return Result;
}

static const YamlNode::Entry *findBenchmark(const YamlNode &Root,
                                            StringRef Name) {
  for (const YamlNode::Entry &E : Root.entries())
    if (E.Key == Name)
      return &E;
  return nullptr;
}

Expected<ImportReport> importHecBench(const ForeignFile &File,
                                      const YamlNode &Root,
                                      const ImportOptions &Options) {
  if (Options.Name.empty())
    return makeError(ExitCode::CommandLine,
                     "'" + File.Path + "' holds " +
                         Twine(Root.entries().size()) +
                         " benchmarks: choose one with --name NAME");
  const YamlNode::Entry *Chosen = findBenchmark(Root, Options.Name);
  if (!Chosen) {
    SmallVector<StringRef> Known;
    for (const YamlNode::Entry &E : Root.entries())
      Known.push_back(E.Key);
    StringRef Nearest = nearestName(Options.Name, Known);
    return makeError(
        ExitCode::CommandLine,
        "'" + File.Path + "' has no benchmark '" + Options.Name + "'" +
            (Nearest.empty() ? std::string()
                             : "; did you mean '" + Nearest.str() + "'?"));
  }
  const YamlNode &Node = Chosen->Value;
  const YamlNode *Models = Node.find("models");
  if (!Models)
    return Node.error("the benchmark has no 'models'");
  Expected<std::vector<std::string>> ModelNames = Models->asStrings("models");
  if (!ModelNames)
    return ModelNames.takeError();
  if (!is_contained(*ModelNames, "cuda"))
    return Models->error("the benchmark has no CUDA implementation");
  const YamlNode *Test = Node.find("test");
  if (!Test)
    return Node.error("the benchmark has no 'test', so there is nothing to "
                      "judge a candidate by");

  ImportReport Report;
  CommandYaml Yaml;
  Yaml.Name = Chosen->Key;
  const std::string Own = Chosen->Key + "-cuda";
  if (leavesFolder(Own) || Own.find('/') != std::string::npos)
    return makeError(ExitCode::InvalidInput, Chosen->Where,
                     "'" + Chosen->Key + "' is no name of a folder");
  if (const YamlNode *Text = Node.find("description")) {
    Expected<std::string> Description = Text->asString("description");
    if (!Description)
      return Description.takeError();
    Yaml.Description = std::move(*Description);
  }
  const std::string Sources =
      Options.Sources.empty() ? pathIn(File.folder(), "src") : Options.Sources;
  const std::string Files = pathIn(Options.Output, "files");
  if (Error E = copyTree(pathIn(Sources, Own), pathIn(Files, Own)))
    return std::move(E);
  Yaml.HasFiles = true;

  std::string Arguments;
  if (const YamlNode *List = Test->find("args")) {
    Expected<std::vector<std::string>> Words = List->asStrings("args");
    if (!Words)
      return Words.takeError();
    for (const std::string &Word : *Words) {
      Arguments += " " + quoteForShell(Word);
      // Data of a sibling: ../other-sycl/data/file.
      StringRef Below = Word;
      if (!Below.consume_front("../"))
        continue;
      StringRef Sibling = Below.split('/').first;
      if (leavesFolder(Below) || Sibling == Own)
        continue;
      const std::string From = pathIn(Sources, Below);
      if (sys::fs::is_regular_file(From)) {
        if (Error E = copyFile(From, pathIn(Files, Below)))
          return std::move(E);
      } else {
        Report.Notes.push_back("the argument '" + Word + "' names no file");
      }
    }
  }
  if (const YamlNode *Pattern = Test->find("regex")) {
    Expected<std::string> Text = Pattern->asString("regex");
    if (!Text)
      return Text.takeError();
    Yaml.Expect = posixPattern(*Text);
    if (Yaml.Expect.empty())
      return Pattern->error("the regex uses what POSIX extended regular "
                            "expressions do not have: '" +
                            *Text + "'");
  }
  if (const YamlNode *Seconds = Test->find("timeout")) {
    Expected<double> Value = Seconds->asNumber("timeout");
    if (!Value)
      return Value.takeError();
    if (!(*Value > 0))
      return Seconds->error("timeout must be above 0");
    Yaml.Seconds = *Value;
  }
  // These programs print whether they agree with their own reference and end
  // with exit code 0 all the same.
  Yaml.Reject = "FAIL";
  Yaml.Candidate =
      Own + "/" + (Options.Candidate.empty() ? "main.cu" : Options.Candidate);
  if (!sys::fs::is_regular_file(pathIn(Files, Yaml.Candidate)))
    return makeError(ExitCode::InvalidInput, {pathIn(Sources, Own), 0, 0},
                     "has no '" + sys::path::filename(Yaml.Candidate).str() +
                         "' to be replaced by a candidate; say --candidate "
                         "FILE");
  Yaml.Build = "make -C " + quoteForShell(Own);
  Yaml.Test = "cd " + quoteForShell(Own) + " && ./main" + Arguments;
  if (Error E = writeTask(Yaml, Options.Output))
    return std::move(E);
  Report.Name = Yaml.Name;
  return Report;
}

} // namespace kmend
