//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kmend eval` of a task that is judged by its own commands.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_TOOLS_EVALCOMMAND_H
#define KMEND_TOOLS_EVALCOMMAND_H

#include "Command.h"
#include "kmend/Import/CommandTask.h"

namespace kmend {

/// Judges \p File and prints the verdict. Error: CommandLine unless \p Allowed.
llvm::Expected<ExitCode> evalCommandTask(const CommandTask &Task,
                                         llvm::StringRef File, bool Allowed,
                                         const CommonOptions &Common);

} // namespace kmend

#endif // KMEND_TOOLS_EVALCOMMAND_H
