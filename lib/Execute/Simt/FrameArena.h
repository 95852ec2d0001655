//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory for the frames of coroutines: taken in order, given back all at once.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_FRAMEARENA_H
#define KMEND_LIB_EXECUTE_SIMT_FRAMEARENA_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kmend {

class FrameArena {
public:
  FrameArena() = default;
  FrameArena(const FrameArena &) = delete;
  FrameArena &operator=(const FrameArena &) = delete;
  ~FrameArena();

  /// \p Bytes at a multiple of 64, or null when there is no memory.
  void *allocate(uint64_t Bytes) {
    Bytes = (Bytes + 63) & ~uint64_t(63);
    if (Bytes > uint64_t(End - Next) && !grow(Bytes))
      return nullptr;
    char *Frame = Next;
    Next += Bytes;
    return Frame;
  }

  /// Gives back all frames; the memory is kept.
  void reset();

private:
  struct Chunk {
    char *Start;
    size_t Bytes;
  };
  bool grow(uint64_t Bytes);

  std::vector<Chunk> Chunks;
  size_t Used = 0; ///< chunks that hold frames
  char *Next = nullptr, *End = nullptr;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_FRAMEARENA_H
