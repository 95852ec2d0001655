//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child of kmend's that serves at the other end of a channel for as long as
// kmend wants it.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_SERVINGPROCESS_H
#define KMEND_LIB_EXECUTE_PROCESS_SERVINGPROCESS_H

#include "Channel.h"
#include "kmend/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <sys/types.h>

namespace kmend {

class ServingProcess {
public:
  ServingProcess() = default;
  ServingProcess(const ServingProcess &) = delete;
  ServingProcess &operator=(const ServingProcess &) = delete;
  ~ServingProcess() { end(); }

  /// Forks a process called \p Name, in a process group and with signal
  /// handlers of its own, that ends with kmend. \p Serve runs in it with its
  /// end of the channel and must not return. Errors: Undecided when the system
  /// grants none of \p What.
  llvm::Error start(const char *Name, const char *What,
                    llvm::function_ref<void(int Channel)> Serve);
  /// Ends it at once, when there is one.
  void end();

  bool running() const { return Pid >= 0; }
  int channel() const { return Channel.get(); }

private:
  Descriptor Channel;
  pid_t Pid = -1;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_SERVINGPROCESS_H
