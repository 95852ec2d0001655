//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that kmend, a worker and its children share: one anonymous mapping
// made before the first fork, cut into lanes, one lane a run under way.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_ARENA_H
#define KMEND_LIB_EXECUTE_PROCESS_ARENA_H

#include "Slot.h"

namespace kmend {

class Arena {
public:
  static constexpr unsigned Lanes = 16;
  /// Address space of a lane; memory is taken as it is touched.
  static constexpr uint64_t LaneBytes = 6ull << 30;

  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena();

  /// Maps the lanes. Fails where the system grants no such address space.
  llvm::Error map();

  Slot &slot(unsigned Lane) const {
    return *reinterpret_cast<Slot *>(Base + Lane * LaneBytes);
  }
  /// Gives the memory of \p Lane back to the system when it is much.
  void release(unsigned Lane, uint64_t Bytes) const;
  /// Gives all memory of \p Lane back: what one program left there is nothing
  /// for the next to find.
  void clear(unsigned Lane) const;

  /// \name In a process that runs a program
  /// @{
  /// Unmaps everything but \p Lane.
  void keepOnly(unsigned Lane) const;
  /// Unmaps everything.
  void hide() const;
  /// Leaves the first \p Bytes of \p Lane within reach and no more.
  void show(unsigned Lane, uint64_t Bytes) const;
  /// @}

private:
  char *Base = nullptr;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_ARENA_H
