//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a request and its result lie in memory that the parent and the worker
// share. Plain data only: the child that runs a candidate can write here, so
// nothing in a slot is trusted beyond its size.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_SLOT_H
#define KMEND_LIB_EXECUTE_PROCESS_SLOT_H

#include "kmend/Execute/Run.h"
#include <memory>

namespace kmend {

constexpr unsigned MaxEvents = 64;
constexpr uint64_t MaxPrinted = 1 << 20;
constexpr unsigned MaxBranchWords = MaxBranchWays / 32;

/// A place in compiled code.
struct CodePlace {
  uint8_t Known;
  uint32_t Object;  ///< ProgramImage::Host or Device
  uint64_t Section; ///< of the object file, by index
  uint64_t Offset;  ///< in the section, in bytes
};

struct SlotEvent {
  EventKind Kind;
  char Message[240];
  char Kernel[112];
  uint32_t Block[3], Thread[3];
  char File[240];
  uint32_t Line, Column;
  CodePlace Code; ///< to be given a line later
};

struct SlotBuffer {
  char Name[64];
  RunBuffer::Role Role;
  uint64_t Bytes;
  uint64_t Offset; ///< of its contents, from the start of the slot
};

struct SlotArgument {
  RunArgument::Kind Kind;
  uint32_t Buffer;
  int64_t Integer;
  double Number;
};

struct Slot {
  // The request.
  uint64_t Size; ///< of the whole slot
  uint32_t BufferCount, ArgumentCount;
  uint64_t BuffersOffset, ArgumentsOffset, PrintedOffset;
  Schedule Order;
  uint8_t Poison;
  bool GuardBefore;
  bool Continues;   ///< the call before left its state for this one
  bool KeepOutputs; ///< as in RunRequest
  bool Careful; ///< note every thread's coordinates, at the price of speed
  RunLimits Limits;

  // The result.
  uint8_t Finished; ///< a bool, but whoever runs can write any byte here
  RunStatus Status;
  char Reason[512];
  uint32_t EventCount;
  SlotEvent Events[MaxEvents];
  uint64_t Launches, Threads;
  uint32_t BranchWords; ///< 0 when nothing was measured, or the run broke off
  uint32_t Branches[MaxBranchWords];
  uint64_t PrintedBytes;
  char CurrentKernel[112]; ///< empty while host code runs
  uint8_t RetryCarefully;  ///< a fault came where coordinates were not kept

  SlotBuffer *buffers() {
    return reinterpret_cast<SlotBuffer *>(base() + BuffersOffset);
  }
  SlotArgument *arguments() {
    return reinterpret_cast<SlotArgument *>(base() + ArgumentsOffset);
  }
  char *printed() { return base() + PrintedOffset; }
  char *base() { return reinterpret_cast<char *>(this); }
  const char *base() const { return reinterpret_cast<const char *>(this); }
};

/// Bytes that a slot for \p Request takes.
uint64_t slotSize(const RunRequest &Request);
/// Lays \p Request out at \p Where, which has slotSize() bytes.
void writeRequest(Slot &Where, const RunRequest &Request);
/// What the run left in the slot's fields, out of its reach.
std::unique_ptr<Slot> copyFields(const Slot &Where);
/// Reads the result back: \p Fields is a copy of the slot's, and contents of
/// buffers are read from \p Where. Counts and offsets are those of \p Request,
/// and text becomes valid UTF-8 without control characters.
RunResult readResult(const Slot &Fields, const Slot &Where,
                     const RunRequest &Request);

/// Copies \p Text, cut to fit, with a final NUL.
void copyText(char *To, size_t Size, llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_SLOT_H
