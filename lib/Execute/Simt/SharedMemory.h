//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static shared memory of resident blocks. Every variable ends at guard pages
// of its own, so that an index that leaves it faults instead of reaching the
// next variable, at no cost where the code is right.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_SHAREDMEMORY_H
#define KMEND_LIB_EXECUTE_SIMT_SHAREDMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kmend {

/// Where a variable lies in its kernel's shared memory.
struct SharedVariable {
  std::string Name; ///< as in the source
  uint64_t Offset = 0, Bytes = 0;
};

/// Where the variables of one kernel go, one behind the other.
class SharedLayout {
public:
  /// The offset of the next variable; \p Alignment is a power of two.
  uint64_t place(uint64_t Bytes, uint64_t Alignment);

private:
  uint64_t End = 0; ///< of the last guard
};

class SharedMemory {
public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory();

  /// What a launch needs from now on; \p Variables must stay. Memory of a
  /// kernel before is given back.
  void setVariables(const std::vector<SharedVariable> &Variables);
  /// The memory of the \p Resident-th block, with every variable filled with
  /// \p Poison. Below 2 GiB; null when there is no room.
  char *prepare(size_t Resident, uint8_t Poison);
  /// Calls \p Report with every variable of the \p Resident-th block beside
  /// which bytes were written.
  void checkGuards(size_t Resident,
                   llvm::function_ref<void(const SharedVariable &, bool Before)>
                       Report) const;

  struct Place {
    const SharedVariable *Variable = nullptr;
    int64_t Offset = 0; ///< from the variable's start
  };
  /// The variable nearest to \p Address, when that lies in this memory.
  Place find(const void *Address) const;
  bool contains(const void *Address) const;

private:
  char *map(bool Guarded) const;
  void clear();
  uint64_t mapBytes() const;

  const std::vector<SharedVariable> *Variables = nullptr;
  std::vector<char *> Maps; ///< of each resident block
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_SHAREDMEMORY_H
