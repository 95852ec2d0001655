//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory of one run: every allocation lies against a guard page, is
// filled with the poison, and is out of reach while host code runs, as on a
// GPU.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_DEVICEHEAP_H
#define KMEND_LIB_EXECUTE_SIMT_DEVICEHEAP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kmend {

class DeviceHeap {
public:
  struct Allocation {
    std::string Name; ///< of the tensor, or "allocation 3"
    char *Map = nullptr;
    uint64_t MapBytes = 0; ///< with both guard pages
    char *Data = nullptr;
    uint64_t Bytes = 0;
    bool Live = true;
  };

  /// \p GuardBefore puts data behind the leading guard page, so that an access
  /// before the start faults; else an access past the end does, up to the 16
  /// bytes that alignment may leave, which are watched for writes.
  /// A \p Low heap lies below 2 GiB, so that 32 bits hold its addresses.
  DeviceHeap(uint64_t LimitBytes, uint8_t Poison, bool GuardBefore,
             bool Low = false)
      : Limit(LimitBytes), Poison(Poison), GuardBefore(GuardBefore), Low(Low) {}

  DeviceHeap(const DeviceHeap &) = delete;
  DeviceHeap &operator=(const DeviceHeap &) = delete;
  ~DeviceHeap();

  /// Whether setAccess does anything. False where host code is known to follow
  /// no pointer to device memory.
  void setGuarded(bool Value) { Guarded = Value; }

  /// Empties the heap; the parameters are the constructor's.
  void restart(uint64_t LimitBytes, uint8_t Poison, bool GuardBefore);

  /// Null when the limit is reached. Zero bytes give an address that faults.
  char *allocate(uint64_t Bytes, llvm::StringRef Name = "");
  /// False when no live allocation starts at \p Address. Later use faults.
  bool release(void *Address);

  /// Lets device code and copies at the memory, or shuts host code out.
  void setAccess(bool Open);

  /// The allocation whose mapping, guards included, holds \p Address.
  const Allocation *find(const void *Address) const;
  /// Whether all of [Address, Address + Bytes) is one live allocation's data.
  bool covers(const void *Address, uint64_t Bytes) const;

  /// Calls \p Report with each allocation whose watched bytes were written.
  void checkGuards(
      llvm::function_ref<void(const Allocation &, bool Before)> Report) const;

private:
  char *map(uint64_t Bytes);
  char *takeSpare(uint64_t Bytes);
  bool guardIntact(const Allocation &A, bool Before) const;

  uint64_t Limit, Used = 0;
  uint8_t Poison;
  bool GuardBefore;
  bool Low = false;
  bool IsOpen = true, Guarded = true;
  std::vector<Allocation> Allocations;
  /// Mappings of earlier runs, with their sizes.
  std::vector<std::pair<char *, uint64_t>> Spares;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_DEVICEHEAP_H
