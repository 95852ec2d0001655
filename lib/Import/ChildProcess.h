//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program of the user's to its end, or to the end of its time.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_CHILDPROCESS_H
#define KMEND_LIB_IMPORT_CHILDPROCESS_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace kmend {

struct ChildResult {
  enum class End { Exited, Signalled, TimedOut };
  End Ended = End::Exited;
  int ExitCode = 0;
  std::string Message; ///< of a signal
  std::string Output;  ///< the end of stdout and stderr, as UTF-8
  double Seconds = 0;
};

/// Whether there is a program \p Name, as a path or in PATH.
bool hasProgram(llvm::StringRef Name);

/// Runs \p Arguments (the first is the program, looked for in PATH) with
/// nothing on stdin, in a session of its own that is ended with it. Output goes
/// to a file \p OutputFile. Errors: Undecided when there is no such program,
/// IO.
llvm::Expected<ChildResult> runChild(llvm::ArrayRef<std::string> Arguments,
                                     llvm::StringRef OutputFile, double Seconds,
                                     uint64_t MemoryGiB);

/// \p Text as one word of a shell's command line.
std::string quoteForShell(llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_LIB_IMPORT_CHILDPROCESS_H
