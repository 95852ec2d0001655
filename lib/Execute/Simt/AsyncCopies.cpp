//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include <cstring>

namespace kmend {

static void perform(const AsyncCopies::Copy &C) {
  std::memcpy(C.To, C.From, C.Taken);
  std::memset(static_cast<char *>(C.To) + C.Taken, 0, C.Bytes - C.Taken);
}

void AsyncCopies::issue(const ThreadContext *Thread, const Copy &C,
                        bool Early) {
  if (Early)
    perform(C);
  else
    Queues[Thread].Copies.push_back(C);
}

void AsyncCopies::commit(const ThreadContext *Thread) {
  Queue &Q = Queues[Thread];
  Q.GroupEnds.push_back(Q.Copies.size());
}

void AsyncCopies::wait(const ThreadContext *Thread, int Left) {
  auto It = Queues.find(Thread);
  if (It == Queues.end())
    return;
  Queue &Q = It->second;
  size_t Groups = Q.GroupEnds.size();
  if (Left >= 0 && size_t(Left) >= Groups)
    return;
  size_t Done = Left < 0 ? Groups : Groups - Left;
  size_t End = Left < 0 ? Q.Copies.size() : Q.GroupEnds[Done - 1];
  for (size_t I = 0; I != End; ++I)
    perform(Q.Copies[I]);
  Q.Copies.erase(Q.Copies.begin(), Q.Copies.begin() + End);
  Q.GroupEnds.erase(Q.GroupEnds.begin(), Q.GroupEnds.begin() + Done);
  for (uint32_t &G : Q.GroupEnds)
    G -= End;
}

} // namespace kmend
