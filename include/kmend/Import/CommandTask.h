//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks that are judged by their own commands: a build, a test, and the exit
// code of each.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_IMPORT_COMMANDTASK_H
#define KMEND_IMPORT_COMMANDTASK_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace kmend {

/// An operator.yaml with a `command` in place of tensors and a reference.
struct CommandTask {
  std::string Folder; ///< where operator.yaml stands
  std::string Name, Description;
  std::string Candidate;      ///< path that the candidate gets
  std::string Files;          ///< folder whose contents are copied, or empty
  std::string Build;          ///< shell command, or empty
  std::string Test;           ///< shell command
  double Seconds = 300;       ///< that each of the two may take
  uint64_t MemoryGiB = 16;    ///< data of each process
  std::string Expect, Reject; ///< POSIX regexes on the test's output, or empty
};

/// The task of \p Folder (or its operator.yaml); none when that is an operator
/// with a reference or cannot be read. Errors have a line and a column.
llvm::Expected<std::optional<CommandTask>>
readCommandTask(llvm::StringRef Folder);

enum class CommandOutcome { Pass, Fail, Build, Crash, Timeout };
llvm::StringRef name(CommandOutcome O);

struct CommandVerdict {
  CommandOutcome Result = CommandOutcome::Fail;
  std::string Reason; ///< one line, empty on a pass
  std::string Output; ///< the end of what the last command wrote
  double Seconds = 0;
};

/// Copies the task's files and \p Candidate into a folder of their own, runs
/// the build and the test there, and removes it. The commands run with the
/// rights of the user. Errors: IO, and InvalidInput for files that are not
/// there.
llvm::Expected<CommandVerdict> runCommandTask(const CommandTask &Task,
                                              llvm::StringRef Candidate);

} // namespace kmend

#endif // KMEND_IMPORT_COMMANDTASK_H
