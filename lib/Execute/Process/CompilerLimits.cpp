//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerLimits.h"
#include "Channel.h"
#include "llvm/Support/ErrorHandling.h"
#include <new>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

// The handlers of LLVM and of operator new are told nothing, and can allocate
// nothing.
static int AnswerTo = -1;
static std::string *OutOfMemory = nullptr;

[[noreturn]] static void endForMemory() {
  sendMessage(AnswerTo, *OutOfMemory);
  _exit(0);
}

void limitCompiler(int Channel, std::string Answer) {
  AnswerTo = Channel;
  OutOfMemory = new std::string(std::move(Answer));
  std::set_new_handler(endForMemory);
  install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endForMemory(); });
  auto Limit = [](__rlimit_resource Resource, rlim_t Most) {
    rlimit Now{};
    if (getrlimit(Resource, &Now) == 0) {
      rlimit New{std::min(Most, Now.rlim_max), std::min(Most, Now.rlim_max)};
      setrlimit(Resource, &New);
    }
  };
  Limit(RLIMIT_DATA, CompilerBytes);
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, 0);
}

} // namespace kmend
