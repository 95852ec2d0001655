//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostWork.h"
#include <cstring>

namespace kmend {

// Data kept to recognise what goes back unchanged.
static constexpr uint64_t MaxKept = 64ull << 20;

void HostWork::copiedToHost(const void *Host, uint64_t Bytes) {
  if (Bytes <= FewBytes)
    return;
  HasRead = true;
  auto *From = static_cast<const char *>(Host);
  std::erase_if(Copies, [&](const Copy &C) {
    const bool Covered =
        From <= C.Host && C.Host + C.Data.size() <= From + Bytes;
    if (Covered)
      Kept -= C.Data.size();
    return Covered;
  });
  if (Kept + Bytes > MaxKept)
    return;
  Kept += Bytes;
  Copies.push_back({From, std::vector<char>(From, From + Bytes)});
}

bool HostWork::isComputed(const void *Host, uint64_t Bytes) const {
  if (!HasRead || Bytes <= FewBytes)
    return false;
  auto *From = static_cast<const char *>(Host);
  for (const Copy &C : Copies)
    if (From >= C.Host && From + Bytes <= C.Host + C.Data.size() &&
        std::memcmp(From, C.Data.data() + (From - C.Host), Bytes) == 0)
      return false;
  return true;
}

} // namespace kmend
