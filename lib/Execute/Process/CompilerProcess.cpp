//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerProcess.h"
#include "../Compile/ImageCompiler.h"
#include "CompilerLimits.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

/// A candidate compiles in tens of milliseconds; with the machine's standard
/// library, in seconds.
static constexpr unsigned CompileSeconds = 120;
/// Then a fresh process takes over: what leaks in a compiler is not for ever.
static constexpr unsigned MaxJobs = 256;
static constexpr uint64_t MaxMessage = 1ull << 30;

//===----------------------------------------------------------------------===//
// In the process
//===----------------------------------------------------------------------===//

/// An answer is a word that says which, and the image or the error.
static constexpr char Success = 's', Failure = 'f';

static std::string encodeError(Error E) {
  std::string Out(1, Failure);
  raw_string_ostream Stream(Out);
  auto Put = [&](StringRef Text) { Stream << Text.size() << ' ' << Text; };
  handleAllErrors(
      std::move(E),
      [&](const KmendError &K) {
        Stream << int(K.code()) << ' ' << K.where().Line << ' '
               << K.where().Column << ' ';
        Put(K.where().File);
        Put(K.message());
      },
      [&](const ErrorInfoBase &Other) {
        Stream << int(ExitCode::Internal) << " 0 0 ";
        Put("");
        Put(Other.message());
      });
  return Out;
}

static Error decodeError(StringRef Text) {
  int Code = int(ExitCode::Internal);
  SourceLocation Where;
  auto Number = [&](auto &Value) {
    bool Bad = Text.consumeInteger(10, Value) || !Text.consume_front(" ");
    if (Bad)
      Text = "";
  };
  auto Take = [&] {
    size_t Size = 0;
    Number(Size);
    StringRef Taken = Text.take_front(Size);
    Text = Text.drop_front(Taken.size());
    return Taken.str();
  };
  Number(Code);
  Number(Where.Line);
  Number(Where.Column);
  Where.File = Take();
  return makeError(ExitCode(Code), Where, Take());
}

[[noreturn]] static void serve(int Channel) {
  limitCompiler(Channel,
                encodeError(makeError(ExitCode::DoesNotCompile,
                                      "compiling took more than " +
                                          Twine(CompilerBytes >> 30) +
                                          " GiB of memory and was ended")));
  auto Compiler = ImageCompiler::create();
  if (!Compiler) {
    sendMessage(Channel, encodeError(Compiler.takeError()));
    _exit(0);
  }
  while (std::optional<std::string> Text =
             receiveMessage(Channel, MaxMessage)) {
    std::string Answer;
    Expected<CompileJob> Job = decodeJob(*Text);
    Expected<ProgramImage> Image =
        Job ? Compiler->compile(*Job) : Expected<ProgramImage>(Job.takeError());
    Answer = Image ? Success + encode(*Image) : encodeError(Image.takeError());
    if (!sendMessage(Channel, Answer))
      break;
  }
  _exit(0);
}

//===----------------------------------------------------------------------===//
// In kmend
//===----------------------------------------------------------------------===//

Expected<std::string> CompilerProcess::compile(const CompileJob &Job) {
  if (Jobs == MaxJobs)
    Process.end();
  if (!Process.running()) {
    if (Error E = Process.start("kmend-compile", "a compiler process", serve))
      return std::move(E);
    Jobs = 0;
  }
  ++Jobs;
  std::optional<std::string> Answer;
  bool InTime = true;
  if (sendMessage(Process.channel(), encode(Job))) {
    // Templates can make a compiler run for ever.
    pollfd Wait{Process.channel(), POLLIN, 0};
    const double Deadline = secondsNow() + CompileSeconds;
    int Ready;
    do
      Ready =
          poll(&Wait, 1, std::max(0, int((Deadline - secondsNow()) * 1000)));
    while (Ready < 0 && errno == EINTR);
    InTime = Ready > 0;
    if (InTime)
      Answer = receiveMessage(Process.channel(), MaxMessage);
  }
  if (!Answer || Answer->empty()) {
    Process.end();
    if (!InTime)
      return makeError(ExitCode::DoesNotCompile, "compiling took more than " +
                                                     Twine(CompileSeconds) +
                                                     " s and was ended");
    return makeError(ExitCode::Undecided,
                     "the compiler crashed on this source; please report it "
                     "with the file");
  }
  if (Answer->front() == Failure)
    return decodeError(StringRef(*Answer).drop_front());
  Answer->erase(0, 1);
  return std::move(*Answer);
}

} // namespace kmend
