//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupt.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

namespace kmend {

// A signal handler can reach nothing else.
static volatile std::sig_atomic_t Ended = 0;

void catchSignals() {
  struct sigaction Action = {};
  Action.sa_handler = [](int Signal) { Ended = Signal; };
  Action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigemptyset(&Action.sa_mask);
  sigaction(SIGINT, &Action, nullptr);
  sigaction(SIGTERM, &Action, nullptr);
}

const volatile std::sig_atomic_t *endedBySignal() { return &Ended; }

void endBySignal() {
  llvm::outs().flush();
  llvm::errs().flush();
  std::signal(Ended, SIG_DFL);
  std::raise(Ended);
  _exit(128 + Ended);
}

} // namespace kmend
