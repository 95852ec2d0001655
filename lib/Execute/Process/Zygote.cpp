//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zygote.h"
#include "Runner.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

//===----------------------------------------------------------------------===//
// In the process
//===----------------------------------------------------------------------===//

/// A child of our parent.
static pid_t forkSibling() {
  return syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr,
                 nullptr);
}

[[noreturn]] static void serve(int Channel, const Arena &ForCandidates,
                               const Arena &ForReferences) {
  while (true) {
    char Kind;
    Descriptor Passed[2]; // the image, the runner's end of its channel
    std::optional<std::string> Lane;
    if (!receiveDescriptors(Channel, Kind, Passed, 2) ||
        !(Lane = receiveMessage(Channel, 1)) || Lane->size() != 1)
      _exit(0);
    pid_t Pid = forkSibling();
    if (Pid == 0)
      runRunner(CompileJob::What(Kind), uint8_t(Lane->front()), ForCandidates,
                ForReferences, Passed[0].get(), Passed[1].get());
    if (Pid < 0)
      Pid = -errno;
    if (!sendMessage(Channel, StringRef(reinterpret_cast<const char *>(&Pid),
                                        sizeof(Pid))))
      _exit(0);
  }
}

//===----------------------------------------------------------------------===//
// In kmend
//===----------------------------------------------------------------------===//

Error Zygote::start(const Arena &ForCandidates, const Arena &ForReferences) {
  return Process.start("kmend-zygote", "a process", [&](int Channel) {
    serve(Channel, ForCandidates, ForReferences);
  });
}

Expected<RunnerProcess> Zygote::startRunner(const RunnerStart &Start) {
  auto Trouble = [](int Code) {
    return makeError(ExitCode::Undecided,
                     "cannot start a process to run the program: " +
                         Twine(std::strerror(Code)));
  };
  auto [Ours, Theirs] = makeChannel();
  if (!Ours)
    return Trouble(errno);
  char Lane = char(Start.Lane);
  std::optional<std::string> Answer;
  if (sendDescriptors(Process.channel(), char(Start.Kind),
                      {Start.ImageFile, Theirs.get()}) &&
      sendMessage(Process.channel(), StringRef(&Lane, 1)))
    Answer = receiveMessage(Process.channel(), sizeof(pid_t));
  if (!Answer || Answer->size() != sizeof(pid_t))
    return Trouble(ESRCH);
  RunnerProcess Made;
  std::memcpy(&Made.Pid, Answer->data(), sizeof(pid_t));
  if (Made.Pid < 0)
    return Trouble(-Made.Pid);
  Made.Channel = std::move(Ours);
  return Made;
}

} // namespace kmend
