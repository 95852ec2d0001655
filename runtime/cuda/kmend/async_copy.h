//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies of any size, in the pieces that hardware copies.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_ASYNC_COPY_H
#define KMEND_ASYNC_COPY_H

#include "abi.h"
#include "qualifiers.h"

// As cuda::memcpy_async does it: asynchronous where both addresses and the
// size allow 4, 8 or 16 bytes at once, else an ordinary copy.
KMEND_D void kmend_async_object(void *to, const void *from, size_t size) {
  size_t all = (size_t)to | (size_t)from | size;
  unsigned piece = all % 4 ? 0 : all % 8 ? 4 : all % 16 ? 8 : 16;
  if (!piece || !kmend_is_shared(to)) {
    for (size_t i = 0; i < size; ++i)
      ((char *)to)[i] = ((const char *)from)[i];
    return;
  }
  for (size_t i = 0; i < size; i += piece)
    kmend_async_copy((char *)to + i, (const char *)from + i, piece, piece, 0);
}

// The same, by the threads of a group, rank by rank.
template <class Group>
KMEND_D void kmend_async_by(const Group &group, void *to, const void *from,
                            size_t size) {
  size_t all = (size_t)to | (size_t)from | size;
  size_t piece = all % 4 ? 1 : all % 8 ? 4 : all % 16 ? 8 : 16;
  for (size_t i = group.thread_rank() * piece; i < size;
       i += group.size() * piece)
    kmend_async_object((char *)to + i, (const char *)from + i, piece);
}

#endif // KMEND_ASYNC_COPY_H
