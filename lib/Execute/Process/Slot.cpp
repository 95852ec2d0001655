//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace kmend {

void copyText(char *To, size_t Size, StringRef Text) {
  size_t Length = std::min(Size - 1, Text.size());
  std::memcpy(To, Text.data(), Length);
  To[Length] = 0;
}

static uint64_t contentsOffset(const RunRequest &Request) {
  return alignTo(sizeof(Slot), 64) +
         alignTo(Request.Buffers.size() * sizeof(SlotBuffer), 64) +
         alignTo(Request.Arguments.size() * sizeof(SlotArgument), 64) +
         MaxPrinted;
}

uint64_t slotSize(const RunRequest &Request) {
  uint64_t Size = contentsOffset(Request);
  for (const RunBuffer &B : Request.Buffers)
    Size += alignTo(B.Bytes, 64);
  return alignTo(Size, 4096);
}

void writeRequest(Slot &S, const RunRequest &Request) {
  std::memset(static_cast<void *>(&S), 0, offsetof(Slot, Events));
  S.Launches = S.Threads = S.PrintedBytes = 0;
  S.BranchWords = 0;
  S.CurrentKernel[0] = 0;
  S.RetryCarefully = false;

  S.Size = slotSize(Request);
  S.BufferCount = Request.Buffers.size();
  S.ArgumentCount = Request.Arguments.size();
  S.BuffersOffset = alignTo(sizeof(Slot), 64);
  S.ArgumentsOffset =
      S.BuffersOffset + alignTo(S.BufferCount * sizeof(SlotBuffer), 64);
  S.PrintedOffset =
      S.ArgumentsOffset + alignTo(S.ArgumentCount * sizeof(SlotArgument), 64);
  S.Order = Request.Order;
  S.Poison = Request.Poison;
  S.GuardBefore = Request.GuardBefore;
  S.KeepOutputs = Request.KeepOutputs;
  S.Limits = Request.Limits;
  S.Limits.Interrupted = nullptr; // of this process alone

  uint64_t Offset = contentsOffset(Request);
  for (auto [I, B] : enumerate(Request.Buffers)) {
    SlotBuffer &To = S.buffers()[I];
    copyText(To.Name, sizeof(To.Name), B.Name);
    To.Role = B.BufferRole;
    To.Bytes = B.Bytes;
    To.Offset = Offset;
    if (B.BufferRole != RunBuffer::Role::Output) {
      assert(B.Initial.size() == B.Bytes && "data of an input are complete");
      std::memcpy(S.base() + Offset, B.Initial.data(), B.Bytes);
    }
    Offset += alignTo(B.Bytes, 64);
  }
  for (auto [I, A] : enumerate(Request.Arguments))
    S.arguments()[I] = {A.ArgumentKind, A.Buffer, A.Integer, A.Number};
}

/// Text of a run as a report can show it.
static std::string textOf(const char *Text, size_t Size,
                          StringRef Controls = "") {
  std::string Clean = json::fixUTF8(StringRef(Text, Size));
  for (char &C : Clean)
    if ((static_cast<unsigned char>(C) < ' ' && !Controls.contains(C)) ||
        C == 0x7f)
      C = '?';
  return Clean;
}

template <size_t Size> static std::string textOf(const char (&Text)[Size]) {
  return textOf(Text, strnlen(Text, Size));
}

std::unique_ptr<Slot> copyFields(const Slot &S) {
  auto Copy = std::make_unique<Slot>();
  std::memcpy(static_cast<void *>(Copy.get()), &S, sizeof(Slot));
  return Copy;
}

RunResult readResult(const Slot &Fields, const Slot &S,
                     const RunRequest &Request) {
  RunResult R;
  R.Status = std::min(Fields.Status, RunStatus::Unsupported);
  R.Reason = textOf(Fields.Reason);
  R.Launches = Fields.Launches;
  R.Threads = Fields.Threads;
  for (const SlotEvent &From :
       ArrayRef(Fields.Events, std::min(Fields.EventCount, MaxEvents))) {
    Event To;
    To.Kind = std::min(From.Kind, EventKind::Other);
    To.Message = textOf(From.Message);
    To.Kernel = textOf(From.Kernel);
    std::copy(From.Block, From.Block + 3, To.Block.begin());
    std::copy(From.Thread, From.Thread + 3, To.Thread.begin());
    To.Where = {textOf(From.File), From.Line, From.Column};
    R.Events.push_back(std::move(To));
  }
  uint64_t Offset = contentsOffset(Request);
  for (const RunBuffer &B : Request.Buffers) {
    if (B.BufferRole == RunBuffer::Role::Input)
      R.Outputs.emplace_back();
    else
      R.Outputs.emplace_back(S.base() + Offset, S.base() + Offset + B.Bytes);
    Offset += alignTo(B.Bytes, 64);
  }
  std::string Printed(S.base() + contentsOffset(Request) - MaxPrinted,
                      std::min(Fields.PrintedBytes, MaxPrinted));
  R.Printed = textOf(Printed.data(), Printed.size(), "\n\t\r");
  return R;
}

} // namespace kmend
