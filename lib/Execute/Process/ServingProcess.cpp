//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ServingProcess.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

Error ServingProcess::start(const char *Name, const char *What,
                            function_ref<void(int)> Serve) {
  auto [Ours, Theirs] = makeChannel();
  // What is buffered would be written by both processes.
  outs().flush();
  errs().flush();
  Pid = Ours ? fork() : -1;
  if (Pid < 0)
    return makeError(ExitCode::Undecided, Twine("cannot start ") + What + ": " +
                                              std::strerror(errno));
  if (Pid == 0) {
    Ours.reset();
    // Whoever forked us may have handlers of its own.
    for (int Signal :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGINT, SIGTERM})
      std::signal(Signal, SIG_DFL);
    // A process group of its own: a ctrl-C is for kmend, which then ends us.
    setpgid(0, 0);
    prctl(PR_SET_NAME, Name);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Serve(Theirs.get());
    _exit(0);
  }
  Channel = std::move(Ours);
  return Error::success();
}

void ServingProcess::end() {
  Channel.reset();
  if (Pid < 0)
    return;
  kill(Pid, SIGKILL);
  while (waitpid(Pid, nullptr, 0) < 0 && errno == EINTR)
    ;
  Pid = -1;
}

} // namespace kmend
