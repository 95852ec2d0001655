//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaticData.h"
#include "kmend/Support/Error.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

Error checkStaticData(const Module &M) {
  uint64_t Sum = 0, Most = 0;
  StringRef Largest;
  for (const GlobalVariable &G : M.globals()) {
    if (G.isDeclaration())
      continue;
    uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G.getValueType());
    Sum = SaturatingAdd(Sum, Bytes);
    if (Bytes > Most) {
      Most = Bytes;
      Largest = G.getName();
    }
  }
  if (Sum <= MaxStaticBytes)
    return Error::success();
  return makeError(ExitCode::Undecided,
                   "unsupported: static variables of " + Twine(Sum) +
                       " bytes, most of them '" + demangle(Largest) +
                       "'; simt has room for 1 GiB");
}

} // namespace kmend
