//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call of the entry: tensors in, tensors out.
//
//===----------------------------------------------------------------------===//

#include "../Compile/ClangCompiler.h"
#include "Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;

namespace kmend {

char *Runtime::placeTensor(const SlotBuffer &B, size_t Index) {
  const bool IsOutput = B.Role == RunBuffer::Role::Output;
  char *Data = nullptr;
  for (const TensorPlace &P : Tensors)
    if (P.Index == Index && P.Bytes == B.Bytes && Heap.covers(P.Data, B.Bytes))
      Data = P.Data;
  if (Data) {
    if (IsOutput && !S.KeepOutputs)
      std::memset(Data, S.Poison, B.Bytes);
  } else {
    Data = Heap.allocate(B.Bytes, B.Name);
    if (!Data)
      stop(RunStatus::OutOfMemory,
           "the tensors of this case exceed the memory limit");
    Tensors.push_back({Index, B.Bytes, Data});
  }
  if (!IsOutput)
    std::memcpy(Data, S.base() + B.Offset, B.Bytes);
  return Data;
}

void Runtime::runEntry(void (*Entry)(void *), bool HostTouchesDevice) {
  std::vector<char *> Data;
  for (auto [I, B] : enumerate(ArrayRef(S.buffers(), S.BufferCount)))
    Data.push_back(placeTensor(B, I));
  std::vector<EntrySlot> Slots;
  for (const SlotArgument &A : ArrayRef(S.arguments(), S.ArgumentCount)) {
    EntrySlot E{};
    switch (A.Kind) {
    case RunArgument::Kind::Buffer:
      E.Pointer = Data[A.Buffer];
      break;
    case RunArgument::Kind::Integer:
      E.Integer = A.Integer;
      E.Number = double(A.Integer);
      break;
    case RunArgument::Kind::Number:
      E.Number = A.Number;
      // A number that no int64 holds is given as 0 rather than left undefined.
      E.Integer =
          A.Number > -9.2e18 && A.Number < 9.2e18 ? int64_t(A.Number) : 0;
      break;
    }
    Slots.push_back(E);
  }
  if (!HostTouchesDevice)
    Heap.setAccess(false);
  Entry(Slots.data());
  Heap.setAccess(true);

  uint64_t Submitted;
  if (StreamOrder.hasUnawaited(Submitted))
    note(EventKind::UnawaitedStream,
         "work on a non-blocking stream that nothing waits for: whoever reads "
         "the outputs after the call is too early; wait for the stream, or use "
         "the default one",
         0, Submitted);

  for (auto [I, B] : enumerate(ArrayRef(S.buffers(), S.BufferCount))) {
    char *Slot = S.base() + B.Offset;
    if (!Heap.covers(Data[I], B.Bytes) && B.Bytes) {
      note(EventKind::Other,
           ("the candidate freed " + std::string(B.Name)).c_str());
      continue;
    }
    if (B.Role != RunBuffer::Role::Input)
      std::memcpy(Slot, Data[I], B.Bytes);
    else if (std::memcmp(Slot, Data[I], B.Bytes) != 0)
      note(EventKind::InputChanged,
           ("the contents of input " + std::string(B.Name) + " were changed")
               .c_str());
  }
  Heap.checkGuards([&](const DeviceHeap::Allocation &A, bool Before) {
    note(EventKind::OverwrittenGuard,
         (std::string("bytes just ") +
          (Before ? "before " : "past the end of ") + A.Name + " were written")
             .c_str());
  });
  S.BranchWords = std::min(Image.BranchWords, MaxBranchWords);
  if (S.BranchWords)
    std::memcpy(S.Branches, Image.Branches, 4 * S.BranchWords);
  S.Status = RunStatus::Ok;
}

} // namespace kmend
