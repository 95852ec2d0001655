//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the process of a run may do: compute, in memory of its own. The
// candidate's code is hostile until shown otherwise, so it is sealed before any
// of it runs.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_SEAL_H
#define KMEND_LIB_EXECUTE_PROCESS_SEAL_H

#include "kmend/Execute/Run.h"

namespace kmend {

/// Stack of host code, in bytes; device code has fibers of its own.
constexpr uint64_t HostStackBytes = 8 << 20;

/// In a process that is about to run a case: a session of its own, no
/// descriptors but /dev/null and those in \p Keep, no privileges to gain, and
/// resource limits behind those of \p Limits. Ends with whoever forked it.
void sealProcess(const RunLimits &Limits, llvm::ArrayRef<int> Keep = {});

/// Lets this process make no system calls but those of a run (Seal.cpp lists
/// them); any other raises SIGSYS. False where the system cannot do that. Call
/// it last: signal handlers cannot be installed afterwards.
[[nodiscard]] bool sealSystemCalls(llvm::ArrayRef<int> Keep = {});

/// The name of a system call; empty for an unknown number. Allocates nothing.
llvm::StringRef systemCallName(long Number);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_SEAL_H
