//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edit scripts, which models write: any text is a script or an error, and a
// script survives being written and read again.
//
//===----------------------------------------------------------------------===//

#include "kmend/Rewrite/EditScript.h"
#include "llvm/Support/raw_ostream.h"

using namespace kmend;

static std::string text(const EditScript &Script) {
  std::string Result;
  llvm::raw_string_ostream(Result) << toJson(Script);
  return Result;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<EditScript> Script = parseEditScript(Text, "script.json");
  if (!Script) {
    std::string Message;
    llvm::raw_string_ostream OS(Message);
    reportError(Script.takeError(), OS);
    return 0;
  }
  std::string Written = text(*Script);
  llvm::Expected<EditScript> Again = parseEditScript(Written, "again.json");
  if (!Again || text(*Again) != Written)
    llvm::report_fatal_error("a script changes when it is written and read");
  return 0;
}
