//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cards: any text is a card or an error.
//
//===----------------------------------------------------------------------===//

#include "kmend/Knowledge/Card.h"
#include "llvm/Support/raw_ostream.h"

using namespace kmend;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<Card> Parsed = parseCard(Text, "card.yaml");
  if (!Parsed) {
    std::string Message;
    llvm::raw_string_ostream OS(Message);
    reportError(Parsed.takeError(), OS);
  }
  return 0;
}
