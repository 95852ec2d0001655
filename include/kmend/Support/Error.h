//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one error type of kmend: what went wrong, where, what to do about it, and
// which exit code of docs/ExitCodes.md it ends in.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SUPPORT_ERROR_H
#define KMEND_SUPPORT_ERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace kmend {

/// The exit codes of every command. The numbers are a contract.
enum class ExitCode {
  Done = 0,         ///< pass, repaired, already correct, accepted
  No = 1,           ///< done, and the answer is no
  CommandLine = 2,  ///< unknown option, missing argument
  InvalidInput = 3, ///< operator, card, config or run folder missing or invalid
  DoesNotCompile = 4, ///< the candidate or the reference
  InvalidScript = 5,  ///< an edit script is invalid or does not apply
  Integrity = 6,      ///< the gate rejected
  Undecided = 7,      ///< unsupported construct, an executor that is not there
  IO = 8,             ///< reading or writing failed
  Internal = 70       ///< a bug of kmend
};

/// A place in a file. Lines and columns count from 1; 0 means unknown.
struct SourceLocation {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  /// Returns `file:line:col`, leaving out what is unknown.
  std::string str() const;
};

/// An error that knows its place, its advice and its exit code.
class KmendError : public llvm::ErrorInfo<KmendError> {
public:
  static char ID;

  KmendError(ExitCode Code, SourceLocation Where, std::string Message)
      : Code(Code), Where(std::move(Where)), Message(std::move(Message)) {}

  ExitCode code() const { return Code; }
  const SourceLocation &where() const { return Where; }
  /// The message alone, without place and "error:".
  std::string message() const override { return Message; }

  /// Prints `file:line:col: error: message`.
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  ExitCode Code;
  SourceLocation Where;
  std::string Message;
};

/// Makes an error. \p Message says what is wrong and what to do, in lower case
/// and without a full stop.
llvm::Error makeError(ExitCode Code, SourceLocation Where,
                      const llvm::Twine &Message);
llvm::Error makeError(ExitCode Code, const llvm::Twine &Message);

/// Prints every error in \p E, one a line, and returns the exit code of the
/// first; errors that are not KmendErrors count as Internal.
ExitCode reportError(llvm::Error E, llvm::raw_ostream &OS);

} // namespace kmend

#endif // KMEND_SUPPORT_ERROR_H
