//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kmend {

char KmendError::ID = 0;

std::string SourceLocation::str() const {
  std::string Result = File;
  if (Line == 0)
    return Result;
  if (!Result.empty())
    Result += ':';
  Result += std::to_string(Line);
  if (Column != 0)
    Result += ':' + std::to_string(Column);
  return Result;
}

void KmendError::log(raw_ostream &OS) const {
  std::string Place = Where.str();
  if (!Place.empty())
    OS << Place << ": ";
  OS << "error: " << Message;
}

std::error_code KmendError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error makeError(ExitCode Code, SourceLocation Where, const Twine &Message) {
  return make_error<KmendError>(Code, std::move(Where), Message.str());
}

Error makeError(ExitCode Code, const Twine &Message) {
  return makeError(Code, SourceLocation(), Message);
}

ExitCode reportError(Error E, raw_ostream &OS) {
  std::optional<ExitCode> First;
  handleAllErrors(
      std::move(E),
      [&](const KmendError &Known) {
        Known.log(OS);
        OS << '\n';
        if (!First)
          First = Known.code();
      },
      [&](const ErrorInfoBase &Other) {
        OS << "error: ";
        Other.log(OS);
        OS << '\n';
        if (!First)
          First = ExitCode::Internal;
      });
  return First.value_or(ExitCode::Done);
}

} // namespace kmend
