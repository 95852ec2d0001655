//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ctrl-C and SIGTERM: a command that catches them ends what it started, says
// what it knows, and then ends by the same signal.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_TOOLS_INTERRUPT_H
#define KMEND_TOOLS_INTERRUPT_H

#include <csignal>

namespace kmend {

/// From now on the first SIGINT or SIGTERM is only noted; a second one ends
/// kmend at once.
void catchSignals();

/// The signal that came, 0 before; for RunLimits::Interrupted.
const volatile std::sig_atomic_t *endedBySignal();

/// Ends as the signal that came would have: a shell sees 128 and its number,
/// 130 after ctrl-C, and stops a script.
[[noreturn]] void endBySignal();

} // namespace kmend

#endif // KMEND_TOOLS_INTERRUPT_H
