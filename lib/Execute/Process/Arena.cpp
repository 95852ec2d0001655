//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"
#include <algorithm>
#include <sys/mman.h>

using namespace llvm;

namespace kmend {

Arena::~Arena() {
  if (Base)
    munmap(Base, Lanes * LaneBytes);
}

Error Arena::map() {
  void *P = mmap(nullptr, Lanes * LaneBytes, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return makeError(ExitCode::Undecided,
                     "cannot map memory for running kernels; allow overcommit "
                     "(vm.overcommit_memory 0 or 1) or raise the limit on "
                     "address space (ulimit -v)");
  // A core dump of a worker would touch all of it.
  madvise(P, Lanes * LaneBytes, MADV_DONTDUMP);
  Base = static_cast<char *>(P);
  return Error::success();
}

void Arena::release(unsigned Lane, uint64_t Bytes) const {
  constexpr uint64_t Keep = 8 << 20;
  char *Start = Base + Lane * LaneBytes;
  if (Bytes > Keep)
    madvise(Start + Keep, (Bytes - Keep + 4095) & ~4095ull, MADV_REMOVE);
}

void Arena::clear(unsigned Lane) const {
  madvise(Base + Lane * LaneBytes, LaneBytes, MADV_REMOVE);
}

void Arena::keepOnly(unsigned Lane) const {
  char *Start = Base + Lane * LaneBytes, *End = Start + LaneBytes;
  if (Start != Base)
    munmap(Base, Start - Base);
  if (End != Base + Lanes * LaneBytes)
    munmap(End, Base + Lanes * LaneBytes - End);
}

void Arena::hide() const { munmap(Base, Lanes * LaneBytes); }

void Arena::show(unsigned Lane, uint64_t Bytes) const {
  char *Start = Base + Lane * LaneBytes;
  Bytes = std::min<uint64_t>((Bytes + 4095) & ~4095ull, LaneBytes);
  mprotect(Start, Bytes, PROT_READ | PROT_WRITE);
  if (Bytes != LaneBytes)
    mprotect(Start + Bytes, LaneBytes - Bytes, PROT_NONE);
}

} // namespace kmend
