//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Import/CommandTask.h"
#include "ChildProcess.h"
#include "Scratch.h"
#include "kmend/Support/Files.h"
#include "kmend/Support/YamlReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace kmend {

static constexpr uint64_t MaxMemoryGiB = 4096;
static constexpr double MaxSeconds = 24 * 3600;
// A test that writes without end ends at this size of a file, in blocks of 512
// bytes: 4 GiB.
static constexpr StringLiteral FileLimit = "ulimit -f 8388608; ";

StringRef name(CommandOutcome O) {
  switch (O) {
  case CommandOutcome::Pass:
    return "pass";
  case CommandOutcome::Fail:
    return "fail";
  case CommandOutcome::Build:
    return "build";
  case CommandOutcome::Crash:
    return "crash";
  case CommandOutcome::Timeout:
    return "timeout";
  }
  return "fail";
}

static Error readPath(const YamlNode &Node, StringRef What, std::string &Into) {
  Expected<std::string> Path = Node.asString(What);
  if (!Path)
    return Path.takeError();
  if (leavesFolder(*Path))
    return Node.error(What + " must be a path in the task's folder, found '" +
                      *Path + "'");
  Into = std::move(*Path);
  return Error::success();
}

static Error readText(const YamlNode &Node, StringRef What, std::string &Into) {
  Expected<std::string> Text = Node.asString(What);
  if (!Text)
    return Text.takeError();
  Into = std::move(*Text);
  return Error::success();
}

static Error readPattern(const YamlNode &Node, StringRef What,
                         std::string &Into) {
  if (Error E = readText(Node, What, Into))
    return E;
  std::string Message;
  if (!Regex(Into, Regex::Newline).isValid(Message))
    return Node.error(What + " is no POSIX extended regex: " + Message);
  return Error::success();
}

static Error readCommand(const YamlNode &Command, CommandTask &Task) {
  if (Error E = Command.checkKeys("command",
                                  {"candidate", "files", "build", "test",
                                   "timeout", "memory", "expect", "reject"}))
    return E;
  for (StringRef Key : {"candidate", "test"})
    if (!Command.find(Key))
      return Command.error("command has no '" + Key + "'; add '" + Key +
                           ": ...'");
  for (const YamlNode::Entry &Field : Command.entries()) {
    const std::string What = "command." + Field.Key;
    const YamlNode &Value = Field.Value;
    if (Value.kind() == YamlNode::Kind::Null && Field.Key != "candidate" &&
        Field.Key != "test")
      continue;
    if (Field.Key == "timeout") {
      Expected<double> Seconds = Value.asNumber(What);
      if (!Seconds)
        return Seconds.takeError();
      if (!(*Seconds > 0 && *Seconds <= MaxSeconds))
        return Value.error(What + " must be above 0 and at most " +
                           Twine(unsigned(MaxSeconds)) + " seconds");
      Task.Seconds = *Seconds;
    } else if (Field.Key == "memory") {
      Expected<int64_t> Size = Value.asInteger(What);
      if (!Size)
        return Size.takeError();
      if (*Size < 1 || uint64_t(*Size) > MaxMemoryGiB)
        return Value.error(What + " must be 1 to " + Twine(MaxMemoryGiB) +
                           " GiB");
      Task.MemoryGiB = uint64_t(*Size);
    } else {
      Error E = Field.Key == "candidate" ? readPath(Value, What, Task.Candidate)
                : Field.Key == "files"   ? readPath(Value, What, Task.Files)
                : Field.Key == "build"   ? readText(Value, What, Task.Build)
                : Field.Key == "test"    ? readText(Value, What, Task.Test)
                : Field.Key == "expect" ? readPattern(Value, What, Task.Expect)
                                        : readPattern(Value, What, Task.Reject);
      if (E)
        return E;
    }
  }
  if (Task.Test.empty())
    return Command.find("test")->error("command.test is empty");
  return Error::success();
}

Expected<std::optional<CommandTask>> readCommandTask(StringRef Folder) {
  std::string Path = Folder.str();
  if (sys::fs::is_directory(Path))
    Path = pathIn(Path, "operator.yaml");
  if (!sys::fs::is_regular_file(Path))
    return std::nullopt;
  Expected<std::string> Text = readFile(Path);
  if (!Text)
    return Text.takeError();
  Expected<YamlNode> Root = parseYaml(*Text, Path);
  if (!Root)
    return Root.takeError();
  const YamlNode *Command = Root->find("command");
  if (!Command)
    return std::nullopt;
  if (Error E =
          Root->checkKeys("a command task", {"name", "description", "command"}))
    return std::move(E);
  CommandTask Task;
  StringRef Parent = sys::path::parent_path(Path);
  Task.Folder = Parent.empty() ? "." : Parent.str();
  if (const YamlNode *Name = Root->find("name"))
    if (Error E = readText(*Name, "name", Task.Name))
      return std::move(E);
  if (const YamlNode *Text = Root->find("description");
      Text && Text->kind() != YamlNode::Kind::Null)
    if (Error E = readText(*Text, "description", Task.Description))
      return std::move(E);
  if (Error E = readCommand(*Command, Task))
    return std::move(E);
  return std::move(Task);
}

/// Runs one command in \p Work; false when the verdict is clear.
static Expected<bool> runStep(const CommandTask &Task, StringRef Command,
                              bool IsBuild, StringRef Work, StringRef Output,
                              CommandVerdict &V) {
  const std::string Line =
      ("cd " + quoteForShell(Work) + " && { " + FileLimit + Command + "\n}")
          .str();
  Expected<ChildResult> R =
      runChild({"sh", "-c", Line}, Output, Task.Seconds, Task.MemoryGiB);
  if (!R)
    return R.takeError();
  V.Seconds += R->Seconds;
  V.Output = std::move(R->Output);
  const std::string What = IsBuild ? "the build" : "the test";
  switch (R->Ended) {
  case ChildResult::End::TimedOut:
    V.Result = IsBuild ? CommandOutcome::Build : CommandOutcome::Timeout;
    V.Reason = (What + " took more than " + Twine(unsigned(Task.Seconds)) +
                " s and was ended")
                   .str();
    return false;
  case ChildResult::End::Signalled:
    V.Result = IsBuild ? CommandOutcome::Build : CommandOutcome::Crash;
    V.Reason = What + " was ended by a signal: " + R->Message;
    return false;
  case ChildResult::End::Exited:
    break;
  }
  if (R->ExitCode == 0)
    return true;
  // A shell reports the signal of what it ran as 128 and its number.
  V.Result = IsBuild             ? CommandOutcome::Build
             : R->ExitCode > 128 ? CommandOutcome::Crash
                                 : CommandOutcome::Fail;
  V.Reason = (What + " ended with exit code " + Twine(R->ExitCode)).str();
  return false;
}

Expected<CommandVerdict> runCommandTask(const CommandTask &Task,
                                        StringRef Candidate) {
  Expected<ScratchFolder> Scratch = ScratchFolder::make();
  if (!Scratch)
    return Scratch.takeError();
  const std::string Work = pathIn(Scratch->path(), "work");
  const std::string Output = pathIn(Scratch->path(), "output");
  if (Error E = makeFolder(Work))
    return std::move(E);
  if (!Task.Files.empty())
    if (Error E = copyTree(pathIn(Task.Folder, Task.Files), Work))
      return std::move(E);
  const std::string Target = pathIn(Work, Task.Candidate);
  (void)sys::fs::remove(Target);
  if (Error E = copyFile(Candidate, Target))
    return std::move(E);

  CommandVerdict V;
  if (!Task.Build.empty()) {
    Expected<bool> Built = runStep(Task, Task.Build, true, Work, Output, V);
    if (!Built)
      return Built.takeError();
    if (!*Built)
      return V;
  }
  Expected<bool> Ran = runStep(Task, Task.Test, false, Work, Output, V);
  if (!Ran)
    return Ran.takeError();
  if (!*Ran)
    return V;
  if (!Task.Reject.empty() &&
      Regex(Task.Reject, Regex::Newline).match(V.Output)) {
    V.Reason = "the test's output has what it must not have: " + Task.Reject;
    return V;
  }
  if (!Task.Expect.empty() &&
      !Regex(Task.Expect, Regex::Newline).match(V.Output)) {
    V.Reason = "the test's output lacks what it must have: " + Task.Expect;
    return V;
  }
  V.Result = CommandOutcome::Pass;
  return V;
}

} // namespace kmend
