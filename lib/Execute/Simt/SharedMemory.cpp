//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace llvm;

namespace kmend {

static constexpr uint64_t Page = 4096;
/// More than a row of a tile in most kernels, few enough addresses for many
/// resident blocks.
static constexpr uint64_t Guard = 4 * Page;
/// Blocks whose variables have guards; a system allows a process some 65000
/// mappings. Beside those of more blocks, writes are watched all the same.
static constexpr size_t GuardedBlocks = 1024;
static constexpr unsigned char Canary = 0x5c;
/// Bytes ahead of a variable that are watched for writes, at most.
static constexpr uint64_t Watched = 64;

uint64_t SharedLayout::place(uint64_t Bytes, uint64_t Alignment) {
  uint64_t First = alignTo(End ? End : Guard, std::max(Page, Alignment));
  uint64_t Last = alignTo(First + Bytes, Page);
  End = Last + Guard;
  return alignDown(Last - Bytes, Alignment);
}

static uint64_t firstPage(const SharedVariable &V) {
  return alignDown(V.Offset, Page);
}
static uint64_t lastPage(const SharedVariable &V) {
  return alignTo(V.Offset + V.Bytes, Page);
}
static uint64_t watchedBefore(const SharedVariable &V) {
  return std::min(Watched, V.Offset - firstPage(V));
}

SharedMemory::~SharedMemory() { clear(); }

uint64_t SharedMemory::mapBytes() const {
  uint64_t Bytes = 0;
  if (Variables)
    for (const SharedVariable &V : *Variables)
      Bytes = std::max(Bytes, lastPage(V) + Guard);
  return Bytes;
}

void SharedMemory::clear() {
  const uint64_t Bytes = mapBytes();
  for (char *Map : Maps)
    if (Map && Bytes)
      munmap(Map, Bytes);
  Maps.clear();
}

void SharedMemory::setVariables(const std::vector<SharedVariable> &Next) {
  if (&Next == Variables)
    return;
  clear();
  Variables = &Next;
}

char *SharedMemory::map(bool Guarded) const {
  // An access through a pointer of a kernel without variables faults.
  const uint64_t Bytes = std::max(mapBytes(), Page);
  void *P =
      mmap(nullptr, Bytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (P == MAP_FAILED)
    return nullptr;
  auto *Map = static_cast<char *>(P);
  if (!Guarded) {
    mprotect(Map, Bytes, PROT_READ | PROT_WRITE);
    return Map;
  }
  for (const SharedVariable &V : *Variables)
    if (mprotect(Map + firstPage(V), lastPage(V) - firstPage(V),
                 PROT_READ | PROT_WRITE) != 0) {
      munmap(Map, Bytes);
      return nullptr;
    }
  return Map;
}

char *SharedMemory::prepare(size_t Resident, uint8_t Poison) {
  if (Maps.size() <= Resident)
    Maps.resize(Resident + 1);
  char *&Map = Maps[Resident];
  if (Variables->empty()) {
    // Nothing of it is ever touched.
    return reinterpret_cast<char *>(Page);
  }
  if (!Map)
    Map = map(Resident < GuardedBlocks);
  if (!Map)
    return nullptr;
  for (const SharedVariable &V : *Variables) {
    char *P = Map + V.Offset;
    std::memset(P - watchedBefore(V), Canary, watchedBefore(V));
    std::memset(P, Poison, V.Bytes);
    std::memset(P + V.Bytes, Canary, lastPage(V) - V.Offset - V.Bytes);
  }
  return Map;
}

void SharedMemory::checkGuards(
    size_t Resident,
    function_ref<void(const SharedVariable &, bool)> Report) const {
  if (Resident >= Maps.size() || !Maps[Resident])
    return;
  auto Intact = [](const char *From, uint64_t Bytes) {
    return std::all_of(From, From + Bytes,
                       [](char C) { return (unsigned char)C == Canary; });
  };
  for (const SharedVariable &V : *Variables) {
    const char *P = Maps[Resident] + V.Offset;
    if (!Intact(P - watchedBefore(V), watchedBefore(V)))
      Report(V, true);
    if (!Intact(P + V.Bytes, lastPage(V) - V.Offset - V.Bytes))
      Report(V, false);
  }
}

bool SharedMemory::contains(const void *Address) const {
  auto *P = static_cast<const char *>(Address);
  const uint64_t Bytes = mapBytes();
  return std::any_of(Maps.begin(), Maps.end(), [&](char *Map) {
    return Map && P >= Map && P < Map + Bytes;
  });
}

SharedMemory::Place SharedMemory::find(const void *Address) const {
  auto *P = static_cast<const char *>(Address);
  const uint64_t Bytes = mapBytes();
  for (char *Map : Maps) {
    if (!Map || P < Map || P >= Map + Bytes)
      continue;
    Place Nearest;
    int64_t Least = INT64_MAX;
    for (const SharedVariable &V : *Variables) {
      int64_t Offset = P - (Map + V.Offset);
      int64_t Distance = Offset < 0 ? -Offset : Offset - int64_t(V.Bytes);
      if (Distance < Least) {
        Least = Distance;
        Nearest = {&V, Offset};
      }
    }
    return Nearest;
  }
  return {};
}

} // namespace kmend
