//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <cmath>
#include <csignal>

using namespace llvm;

namespace kmend {

// Enough to see what went wrong.
static constexpr size_t ShownBytes = 16 << 10;

/// The end of a file, as far as it can be read.
static std::string tail(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, false, false, /*IsVolatile=*/true);
  if (!Buffer)
    return "";
  StringRef Text = (*Buffer)->getBuffer();
  if (Text.size() > ShownBytes) {
    Text = Text.take_back(ShownBytes);
    Text = Text.drop_front(std::min(Text.find('\n') + 1, Text.size()));
  }
  return json::fixUTF8(Text);
}

bool hasProgram(StringRef Name) {
  // A path is taken for a program as it stands.
  ErrorOr<std::string> Path = sys::findProgramByName(Name);
  return Path && sys::fs::can_execute(*Path);
}

Expected<ChildResult> runChild(ArrayRef<std::string> Arguments,
                               StringRef OutputFile, double Seconds,
                               uint64_t MemoryGiB) {
  ErrorOr<std::string> Program = sys::findProgramByName(Arguments.front());
  if (!Program || !hasProgram(*Program))
    return makeError(ExitCode::Undecided,
                     "no program '" + Arguments.front() + "' is here");
  SmallVector<StringRef, 8> Words(Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[] = {StringRef(), OutputFile, OutputFile};
  std::string Message;
  bool Failed = false;
  const auto Start = std::chrono::steady_clock::now();
  // Detached: a session of its own, so that all of it can be ended.
  sys::ProcessInfo Child = sys::ExecuteNoWait(
      *Program, Words, std::nullopt, Redirects, unsigned(MemoryGiB << 10),
      &Message, &Failed, nullptr, /*DetachProcess=*/true);
  if (Failed || Child.Pid <= 0)
    return makeError(ExitCode::IO, "cannot run '" + *Program + "': " + Message);
  const sys::ProcessInfo Ended =
      sys::Wait(Child, unsigned(std::ceil(std::max(Seconds, 1.0))), &Message);
  ::kill(-Child.Pid, SIGKILL);

  ChildResult Result;
  Result.ExitCode = Ended.ReturnCode;
  if (Ended.ReturnCode < 0) {
    Result.Ended = StringRef(Message).contains("timed out")
                       ? ChildResult::End::TimedOut
                       : ChildResult::End::Signalled;
    Result.Message = Message;
  }
  Result.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  Result.Output = tail(OutputFile);
  return Result;
}

std::string quoteForShell(StringRef Text) {
  std::string Word = "'";
  for (char C : Text)
    Word += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Word + "'";
}

} // namespace kmend
