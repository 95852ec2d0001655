//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpu-mode tasks in C++: task.yml, task.h and a reference that makes its own
// inputs. A program of the task's own headers is compiled and run once; what it
// makes is stored.
//
//===----------------------------------------------------------------------===//

#include "GpuMode.h"
#include "ChildProcess.h"
#include "CppDriver.h"
#include "Importers.h"
#include "Scratch.h"
#include "kmend/Operator/DType.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace kmend {

static constexpr uint64_t ReferenceMemoryGiB = 64;

namespace {
class GpuModeImporter {
public:
  GpuModeImporter(const ForeignFile &File, const YamlNode &Root,
                  const ImportOptions &Options)
      : File(File), Root(Root), Options(Options) {}

  Expected<ImportReport> run() {
    for (Error (GpuModeImporter::*Step)() :
         {&GpuModeImporter::readLanguage, &GpuModeImporter::copyFiles,
          &GpuModeImporter::readWorkloads, &GpuModeImporter::orderParameters,
          &GpuModeImporter::writeDriver})
      if (Error E = (this->*Step)())
        return std::move(E);
    if (!Options.Run)
      return makeError(ExitCode::CommandLine,
                       "the shapes of a task in C++ show only when its "
                       "reference runs; leave --no-run out");
    if (Error E = runDriver())
      return std::move(E);
    if (Error E = readParts())
      return std::move(E);
    if (Error E = writeFile(pathIn(Options.Output, "operator.yaml"),
                            operatorYaml(Task)))
      return std::move(E);
    Report.Name = Task.Name;
    if (Error E = checkImported(Options.Output))
      return std::move(E);
    return std::move(Report);
  }

private:
  const ForeignFile &File;
  const YamlNode &Root;
  const ImportOptions &Options;
  ImportReport Report;
  GpuModeTask Task;
  std::string Printed;
  std::vector<std::string> Headers;

  std::string source(const Twine &Name) const {
    return pathIn(pathIn(Options.Output, "source"), Name);
  }

  Error readLanguage() {
    const YamlNode *Node = Root.find("lang");
    if (!Node)
      return Root.error("the task has no 'lang'");
    Expected<std::string> Language = Node->asString("lang");
    if (!Language)
      return Language.takeError();
    if (*Language != "cu")
      return makeError(ExitCode::Undecided, Node->where(),
                       "lang '" + *Language +
                           "' is not supported; tasks in C++ (cu) are");
    Task.Name = sys::path::filename(File.folder()).str();
    if (Task.Name.empty() || Task.Name == ".")
      Task.Name = "task";
    for (auto [Key, Into] :
         {std::pair<StringRef, std::string *>{"name", &Task.Name},
          {"description", &Task.Description}})
      if (const YamlNode *Text = Root.find(Key)) {
        Expected<std::string> Value = Text->asString(Key);
        if (!Value)
          return Value.takeError();
        *Into = std::move(*Value);
      }
    return Error::success();
  }

  /// The headers that the task brings; what stands for the submission or for
  /// the harness (`@...@`) is not among them.
  Error copyFiles() {
    const YamlNode *List = Root.find("files");
    if (!List || List->kind() != YamlNode::Kind::Sequence)
      return (List ? *List : Root).error("the task has no list of 'files'");
    for (const YamlNode &Item : List->items()) {
      if (Error E = Item.checkKeys("a file", {"name", "source"}))
        return E;
      const YamlNode *NameNode = Item.find("name");
      const YamlNode *From = Item.find("source");
      if (!NameNode || !From)
        return Item.error("a file needs 'name' and 'source'");
      Expected<std::string> Name = NameNode->asString("the name");
      if (!Name)
        return Name.takeError();
      Expected<std::string> Source = From->asString("the source");
      if (!Source)
        return Source.takeError();
      if (StringRef(*Source).starts_with("@"))
        continue;
      if (leavesFolder(*Name))
        return NameNode->error("'" + *Name + "' is no path inside a folder");
      const std::string Path = pathIn(File.folder(), *Source);
      if (!sys::fs::is_regular_file(Path))
        return From->error("no file '" + Path + "'");
      if (Error E = copyFile(Path, source(*Name)))
        return E;
      StringRef Extension = sys::path::extension(*Name);
      if (Extension == ".h" || Extension == ".cuh" || Extension == ".hpp")
        Headers.push_back(std::move(*Name));
    }
    if (Headers.empty())
      return List->error("there is no header among the files, so no reference");
    // What the others lean on without saying so.
    auto Utilities = llvm::find_if(Headers, [](const std::string &Name) {
      return StringRef(Name).starts_with("utils");
    });
    if (Utilities != Headers.end())
      std::rotate(Headers.begin(), Utilities, std::next(Utilities));
    return Error::success();
  }

  Error readWorkloads() {
    for (StringRef Key : {"tests", "benchmarks"}) {
      const YamlNode *List = Root.find(Key);
      if (!List || List->kind() == YamlNode::Kind::Null)
        continue;
      if (List->kind() != YamlNode::Kind::Sequence)
        return List->error(Key + " must be a list such as '- {size: 128}'");
      for (const YamlNode &Item : List->items()) {
        if (Item.kind() != YamlNode::Kind::Mapping)
          return Item.error("a test must be a mapping such as {size: 128}");
        std::map<std::string, int64_t> W;
        for (const YamlNode::Entry &E : Item.entries()) {
          if (!isIdentifier(E.Key))
            return makeError(ExitCode::InvalidInput, E.Where,
                             "'" + E.Key + "' is no name of a parameter");
          Expected<int64_t> Value =
              E.Value.asInteger("parameter '" + E.Key + "'");
          if (!Value)
            return Value.takeError();
          if (*Value < 0)
            return E.Value.error("parameter '" + E.Key + "' is negative");
          W[E.Key] = *Value;
          if (!is_contained(Task.Parameters, E.Key)) {
            if (!Task.Workloads.empty())
              return makeError(ExitCode::InvalidInput, E.Where,
                               "the first test has no parameter '" + E.Key +
                                   "'");
            Task.Parameters.push_back(E.Key);
          }
        }
        for (const std::string &Name : Task.Parameters)
          if (!W.count(Name))
            return Item.error("the test has no parameter '" + Name + "'");
        if (!is_contained(Task.Workloads, W))
          Task.Workloads.push_back(std::move(W));
      }
    }
    // A task of one size says so in its generate_input.
    if (!Root.find("tests") && !Root.find("benchmarks"))
      Task.Workloads.emplace_back();
    if (Task.Workloads.empty())
      return Root.error("the task has no tests and no benchmarks");
    return Error::success();
  }

  /// The order of generate_input's parameters: `ArgumentNames` of a header, or
  /// that of the first test.
  Error orderParameters() {
    for (const std::string &Header : Headers) {
      Expected<std::string> Text = readFile(source(Header));
      if (!Text)
        return Text.takeError();
      StringRef Rest = *Text;
      const size_t At = Rest.find("ArgumentNames");
      if (At == StringRef::npos)
        continue;
      Rest = Rest.drop_front(At).take_until([](char C) { return C == ';'; });
      std::vector<std::string> Ordered;
      for (SmallVector<StringRef, 8> Words; Ordered.empty();) {
        Rest.split(Words, '"');
        for (size_t I = 1; I < Words.size(); I += 2)
          Ordered.push_back(Words[I].str());
        break;
      }
      std::vector<std::string> A = Ordered, B = Task.Parameters;
      llvm::sort(A);
      llvm::sort(B);
      if (A != B)
        return makeError(ExitCode::InvalidInput, {source(Header), 0, 0},
                         "ArgumentNames are " + join(Ordered, ", ") +
                             ", but the tests have " +
                             join(Task.Parameters, ", "));
      Task.Parameters = std::move(Ordered);
      return Error::success();
    }
    Report.Notes.push_back("the headers have no ArgumentNames; generate_input "
                           "gets " +
                           join(Task.Parameters, ", "));
    return Error::success();
  }

  Error writeDriver() {
    std::string Text =
        "// Runs the reference of this task once, and stores inputs and\n"
        "// results. Written by `kmend import`.\n";
    for (StringRef Name : {"array", "cmath", "cstdint", "cstdlib", "fstream",
                           "iomanip", "iostream", "random", "string", "tuple",
                           "type_traits", "utility", "vector"})
      Text += ("#include <" + Name + ">\n").str();
    // The harness has a class of this name that checks report to.
    const bool HasUtils = StringRef(Headers.front()).starts_with("utils");
    if (!HasUtils)
      Text += "struct TestReporter {\n"
              "  void pass() {}\n"
              "  std::ostream &fail() { return std::cerr; }\n"
              "  template <class... T> bool check_equal(const T &...) { return "
              "true; }\n};\n";
    for (const std::string &Header : Headers)
      Text += "#include " + quoted(Header) + "\n";
    Text += CppDriverTypes;
    const std::string Count = std::to_string(Task.Parameters.size());
    Text += "\nnamespace kmend_driver {\n// " + join(Task.Parameters, ", ") +
            "\nconstexpr std::size_t ParameterCount = " + Count +
            ";\nstatic const std::vector<std::array<long long, " + Count +
            ">> Workloads = {\n";
    for (const auto &W : Task.Workloads) {
      std::vector<std::string> Values;
      for (const std::string &Name : Task.Parameters)
        Values.push_back(std::to_string(W.at(Name)) + "ll");
      Text += "    {{" + join(Values, ", ") + "}},\n";
    }
    Text += "};\n} // namespace kmend_driver\n";
    Text += CppDriverMain;
    for (size_t I = 0; I != Task.Workloads.size(); ++I)
      if (Error E =
              makeFolder(pathIn(Options.Output, "data/w" + std::to_string(I))))
        return E;
    return writeFile(pathIn(Options.Output, "make_golden.cpp"), Text);
  }

  Error runDriver() {
    const std::string Driver = pathIn(Options.Output, "make_golden.cpp");
    Expected<ScratchFolder> Scratch = ScratchFolder::make();
    if (!Scratch)
      return Scratch.takeError();
    const std::string Program = pathIn(Scratch->path(), "driver");
    const std::string Output = pathIn(Scratch->path(), "output");
    std::vector<std::string> Command = {Options.Compiler, "-std=c++20", "-O1"};
    if (sys::path::filename(Options.Compiler).starts_with("nvcc"))
      Command.insert(Command.end(), {"-x", "cu"});
    Command.insert(Command.end(), {"-I", source(""), "-o", Program, Driver});
    if (!hasProgram(Options.Compiler))
      return makeError(ExitCode::Undecided,
                       "the reference is C++, and there is no '" +
                           Options.Compiler +
                           "'; install a compiler, or name one with "
                           "--compiler; the driver is " +
                           Driver);
    Expected<ChildResult> Built =
        runChild(Command, Output, Options.Seconds, ReferenceMemoryGiB);
    if (!Built)
      return Built.takeError();
    if (Built->Ended != ChildResult::End::Exited || Built->ExitCode != 0)
      return makeError(ExitCode::DoesNotCompile, {Driver, 0, 0},
                       "the reference does not compile with '" +
                           Options.Compiler +
                           "'; for one in CUDA say --compiler nvcc\n" +
                           StringRef(Built->Output).rtrim());
    Expected<ChildResult> Ran =
        runChild({Program, pathIn(Options.Output, "data")}, Output,
                 Options.Seconds, ReferenceMemoryGiB);
    if (!Ran)
      return Ran.takeError();
    if (Ran->Ended == ChildResult::End::TimedOut)
      return makeError(ExitCode::Undecided,
                       "the reference took more than " +
                           Twine(unsigned(Options.Seconds)) +
                           " s; give it --seconds N");
    if (Ran->Ended != ChildResult::End::Exited || Ran->ExitCode != 0)
      return makeError(ExitCode::InvalidInput, {Driver, 0, 0},
                       "the reference fails: " + Ran->Message + "\n" +
                           StringRef(Ran->Output).rtrim());
    Expected<std::string> All = readFile(Output);
    if (!All)
      return All.takeError();
    Printed = std::move(*All);
    return Error::success();
  }

  /// What the driver printed about each workload; what the reference printed
  /// between it is none of ours.
  Error readParts() {
    SmallVector<StringRef, 0> Lines;
    StringRef(Printed).split(Lines, '\n');
    for (StringRef Line : Lines) {
      SmallVector<StringRef, 5> Words;
      Line.split(Words, ' ');
      if (Words.size() != 5 || (Words[0] != "tensor" && Words[0] != "scalar"))
        continue;
      unsigned Index;
      if (!Words[1].consume_front("w") || Words[1].getAsInteger(10, Index) ||
          Index >= Task.Workloads.size() || !dtypeFromName(Words[3]))
        continue;
      auto Known = llvm::find_if(
          Task.Parts, [&](const Part &P) { return P.Name == Words[2]; });
      if (Known == Task.Parts.end()) {
        Task.Parts.push_back(
            {Words[2].str(), Words[3].str(), Words[0] == "scalar", {}});
        Known = std::prev(Task.Parts.end());
      }
      if (Known->Type != Words[3] || Known->Values.size() != Index)
        return makeError(ExitCode::Undecided,
                         "the workloads of the task have other numbers of "
                         "tensors; an operator has the same for all");
      Known->Values.push_back(Words[4].str());
    }
    for (const Part &P : Task.Parts) {
      if (P.Values.size() != Task.Workloads.size())
        return makeError(ExitCode::Undecided,
                         "'" + P.Name +
                             "' is not there for every workload of "
                             "the task; an operator has the same "
                             "tensors for all");
      if (P.IsScalar && StringRef(P.Name).starts_with("y"))
        return makeError(ExitCode::Undecided,
                         "the reference returns a plain number, which no "
                         "kernel can write; return a std::array of one");
    }
    return Error::success();
  }
};
} // namespace

Expected<ImportReport> importGpuMode(const ForeignFile &File,
                                     const YamlNode &Root,
                                     const ImportOptions &Options) {
  return GpuModeImporter(File, Root, Options).run();
}

} // namespace kmend
