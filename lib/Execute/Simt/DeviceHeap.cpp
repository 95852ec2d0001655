//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceHeap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

using namespace llvm;

namespace kmend {

static constexpr uint64_t Page = 4096;
/// What the hardware's widest access asks for.
static constexpr uint64_t Alignment = 16;
static constexpr unsigned char Canary = 0x5c;
/// Mappings kept from run to run: at most so many, none larger.
static constexpr size_t MaxSpares = 32;
static constexpr uint64_t SpareBytes = 256 << 10;

char *DeviceHeap::map(uint64_t Bytes) {
  // MAP_32BIT is the second GiB of the address space.
  void *P =
      mmap(nullptr, Bytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (Low ? MAP_32BIT : 0),
           -1, 0);
  return P == MAP_FAILED ? nullptr : static_cast<char *>(P);
}

char *DeviceHeap::takeSpare(uint64_t Bytes) {
  for (auto &[Map, MapBytes] : Spares)
    if (MapBytes == Bytes) {
      char *Taken = Map;
      std::swap(Map, Spares.back().first);
      std::swap(MapBytes, Spares.back().second);
      Spares.pop_back();
      return Taken;
    }
  return nullptr;
}

DeviceHeap::~DeviceHeap() {
  restart(0, 0, false);
  for (auto &[Map, MapBytes] : Spares)
    munmap(Map, MapBytes);
}

char *DeviceHeap::allocate(uint64_t Bytes, StringRef Name) {
  if (Bytes > Limit || Used + Bytes > Limit)
    return nullptr;
  uint64_t DataBytes = alignTo(Bytes, Page);
  uint64_t MapBytes = DataBytes + 2 * Page;
  char *P = takeSpare(MapBytes);
  const bool IsSpare = P;
  if (!P)
    P = map(MapBytes);
  if (!P)
    return nullptr;
  Allocation A;
  A.Name = Name.empty() ? "allocation " + std::to_string(Allocations.size() + 1)
                        : Name.str();
  A.Map = P;
  A.MapBytes = MapBytes;
  A.Bytes = Bytes;
  char *First = A.Map + Page;
  A.Data = GuardBefore ? First : First + DataBytes - alignTo(Bytes, Alignment);
  if (DataBytes) {
    if (!IsSpare)
      mprotect(First, DataBytes, PROT_READ | PROT_WRITE);
    std::memset(First, Canary, A.Data - First);
    std::memset(A.Data, Poison, Bytes);
    std::memset(A.Data + Bytes, Canary, First + DataBytes - A.Data - Bytes);
    if (!IsOpen)
      mprotect(First, DataBytes, PROT_NONE);
  }
  Used += Bytes;
  Allocations.push_back(A);
  return A.Data;
}

void DeviceHeap::restart(uint64_t LimitBytes, uint8_t NewPoison,
                         bool NewGuardBefore) {
  // Pages that are mapped already cost no system call and no fault; whoever
  // gets them fills them anew.
  for (const Allocation &A : Allocations)
    if (IsOpen && A.Live && A.MapBytes <= SpareBytes &&
        Spares.size() < MaxSpares)
      Spares.push_back({A.Map, A.MapBytes});
    else
      munmap(A.Map, A.MapBytes);
  Allocations.clear();
  Limit = LimitBytes;
  Used = 0;
  Poison = NewPoison;
  GuardBefore = NewGuardBefore;
  IsOpen = true;
}

bool DeviceHeap::release(void *Address) {
  for (Allocation &A : Allocations)
    if (A.Live && A.Data == Address) {
      A.Live = false;
      Used -= A.Bytes;
      if (Low) { // addresses are few
        munmap(A.Map, A.MapBytes);
        std::swap(A, Allocations.back());
        Allocations.pop_back();
        return true;
      }
      // The addresses stay taken, so that a use after this is recognised.
      mmap(A.Map, A.MapBytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
      return true;
    }
  return false;
}

void DeviceHeap::setAccess(bool Open) {
  if (Open == IsOpen || !Guarded)
    return;
  IsOpen = Open;
  for (const Allocation &A : Allocations)
    if (A.Live && A.MapBytes > 2 * Page)
      mprotect(A.Map + Page, A.MapBytes - 2 * Page,
               Open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

const DeviceHeap::Allocation *DeviceHeap::find(const void *Address) const {
  auto *P = static_cast<const char *>(Address);
  for (const Allocation &A : reverse(Allocations))
    if (P >= A.Map && P < A.Map + A.MapBytes)
      return &A;
  return nullptr;
}

bool DeviceHeap::covers(const void *Address, uint64_t Bytes) const {
  auto *P = static_cast<const char *>(Address);
  const Allocation *A = find(Address);
  return A && A->Live && P >= A->Data && P <= A->Data + A->Bytes &&
         Bytes <= uint64_t(A->Data + A->Bytes - P);
}

bool DeviceHeap::guardIntact(const Allocation &A, bool Before) const {
  const char *First = A.Map + Page, *Last = A.Map + A.MapBytes - Page;
  const char *From = Before ? First : A.Data + A.Bytes;
  const char *To = Before ? A.Data : Last;
  return std::all_of(From, To,
                     [](char C) { return (unsigned char)C == Canary; });
}

void DeviceHeap::checkGuards(
    function_ref<void(const Allocation &, bool)> Report) const {
  for (const Allocation &A : Allocations)
    if (A.Live)
      for (bool Before : {true, false})
        if (!guardIntact(A, Before))
          Report(A, Before);
}

} // namespace kmend
