//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .npy files: the reader must survive any bytes, and what it accepts must be
// whole.
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/NpyFile.h"
#include "llvm/Support/ErrorHandling.h"

using namespace kmend;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef File(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<NpyArray> A = parseNpy(File, "x.npy");
  if (!A) {
    llvm::toString(A.takeError());
    return 0;
  }
  uint64_t Bytes = A->ItemBytes;
  for (int64_t Extent : A->Shape)
    Bytes *= uint64_t(Extent);
  if (Bytes != A->Bytes.size() || A->type().empty() || A->shape().empty())
    llvm::report_fatal_error("an array that is not whole");
  return 0;
}
