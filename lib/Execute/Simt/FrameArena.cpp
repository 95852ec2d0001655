//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameArena.h"
#include <algorithm>
#include <sys/mman.h>

namespace kmend {

/// Pages are taken as they are touched.
static constexpr size_t ChunkBytes = 1 << 20;

FrameArena::~FrameArena() {
  for (const Chunk &C : Chunks)
    munmap(C.Start, C.Bytes);
}

void FrameArena::reset() {
  Used = 0;
  Next = End = nullptr;
}

bool FrameArena::grow(uint64_t Bytes) {
  // A chunk of an earlier launch may be too small for these frames.
  while (Used != Chunks.size() && Chunks[Used].Bytes < Bytes)
    ++Used;
  if (Used == Chunks.size()) {
    size_t Size = std::max<uint64_t>(ChunkBytes, (Bytes + 4095) & ~4095ull);
    void *P = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P == MAP_FAILED)
      return false;
    Chunks.push_back({static_cast<char *>(P), Size});
  }
  Next = Chunks[Used].Start;
  End = Next + Chunks[Used].Bytes;
  ++Used;
  return true;
}

} // namespace kmend
