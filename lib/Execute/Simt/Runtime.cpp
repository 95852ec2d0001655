//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "../Compile/ClangCompiler.h"
#include "EntryPoints.h"
#include "Steps.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>
#include <numeric>
#include <unistd.h>

using namespace llvm;

extern "C" kmend::ThreadContext *kmend_self;

namespace kmend {

static Runtime *Instance = nullptr;

Runtime &Runtime::get() { return *Instance; }
bool Runtime::exists() { return Instance; }

Runtime::Runtime(Slot &S, RuntimeImage Image)
    : S(S), Image(std::move(Image)),
      Heap(S.Limits.MemoryBytes, S.Poison, S.GuardBefore),
      SharedHeap(~0ull >> 1, S.Poison, /*GuardBefore=*/false,
                 /*Low=*/true) {
  Instance = this;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void Runtime::note(EventKind Kind, const char *Message, uint32_t Site,
                   uint64_t ProgramCounter, const ThreadContext *At) {
  if (S.EventCount >= MaxEvents)
    return;
  SlotEvent &E = S.Events[S.EventCount];
  std::memset(&E, 0, sizeof(E));
  E.Kind = Kind;
  std::strncpy(E.Message, Message, sizeof(E.Message) - 1);
  if (Running) {
    std::strncpy(E.Kernel, Running->DisplayName.c_str(), sizeof(E.Kernel) - 1);
    if (At) {
      std::copy(At->ThreadIdx, At->ThreadIdx + 3, E.Thread);
      std::copy(At->Block->BlockIdx, At->Block->BlockIdx + 3, E.Block);
    }
  }
  if (Site && Image.Sites && Site <= Image.Sites->size()) {
    const SourceLocation &L = (*Image.Sites)[Site - 1];
    std::strncpy(E.File, L.File.c_str(), sizeof(E.File) - 1);
    E.Line = L.Line;
    E.Column = L.Column;
  }
  for (const CodeSection &Part : Image.Code)
    if (ProgramCounter - Part.Address < Part.Bytes)
      E.Code = {true, Part.Object, Part.Section, ProgramCounter - Part.Address};
  ++S.EventCount;
}

void Runtime::stop(RunStatus Status, const char *Reason) {
  S.Status = Status;
  std::strncpy(S.Reason, Reason, sizeof(S.Reason) - 1);
  S.Finished = true;
  _exit(0);
}

void Runtime::begin() {
  Heap.restart(S.Limits.MemoryBytes, S.Poison, S.GuardBefore);
  SharedHeap.restart(~0ull >> 1, S.Poison, /*GuardBefore=*/false);
  Heap.setGuarded(Image.HostReadsTensors);
  Places.clear();
  Tensors.clear();
  StreamOrder = Streams();
  Host = HostWork();
  for (LaunchableKernel &K : Image.Kernels)
    K.DynamicSharedLimit = LaunchableKernel().DynamicSharedLimit;
  LastError = 0;
  HostBytes = 0;
  Ticks = 0;
  beginAgain();
}

void Runtime::beginAgain() {
  ToldOfHost = false;
  Told.clear();
  Copies = AsyncCopies();
  Scheduling.startRun();
  resetStandardStreams();
  grantSteps(S.Limits.Steps);
}

void Runtime::print(const char *Text, size_t Size) {
  uint64_t Room = MaxPrinted - std::min(MaxPrinted, S.PrintedBytes);
  uint64_t N = std::min<uint64_t>(Room, Size);
  std::memcpy(S.printed() + S.PrintedBytes, Text, N);
  S.PrintedBytes += N;
}

//===----------------------------------------------------------------------===//
// Errors, copies, registration
//===----------------------------------------------------------------------===//

int Runtime::setError(int Code) {
  if (Code)
    LastError = Code;
  return Code;
}

int Runtime::takeError() { return std::exchange(LastError, 0); }

void Runtime::registerKernel(const void *Stub, const char *DeviceName) {
  for (auto [I, K] : enumerate(Image.Kernels))
    if (K.Name == DeviceName)
      KernelOfStub[Stub] = I;
}

void Runtime::registerVariable(const void *HostShadow, const char *DeviceName,
                               uint64_t Bytes) {
  if (void *Address = Image.DeviceVariables.lookup(DeviceName))
    Variables[HostShadow] = {Address, Bytes};
}

void *Runtime::deviceVariable(const void *HostShadow, uint64_t &Bytes) const {
  auto It = Variables.find(HostShadow);
  if (It == Variables.end())
    return nullptr;
  Bytes = It->second.second;
  return It->second.first;
}

LaunchableKernel *Runtime::kernel(const void *Stub) {
  auto It = KernelOfStub.find(Stub);
  return It == KernelOfStub.end() ? nullptr : &Image.Kernels[It->second];
}

namespace {
constexpr int InvalidValue = 1, InvalidConfiguration = 9,
              InvalidDeviceFunction = 98, CooperativeTooLarge = 720;
}

int Runtime::copy(void *To, const void *From, uint64_t Bytes, int Kind,
                  uint64_t ProgramCounter) {
  if (Kind < 0 || Kind > 4)
    return setError(21); // cudaErrorInvalidMemcpyDirection
  if (!Bytes)
    return 0;
  // A device side that leaves its allocation is refused, as the driver does.
  auto Bad = [&](const void *P, bool IsDevice) {
    if (!IsDevice && !Heap.find(P))
      return false;
    return Heap.find(P) && !Heap.covers(P, Bytes);
  };
  if (Bad(To, Kind == 1 || Kind == 3) || Bad(From, Kind == 2 || Kind == 3)) {
    note(EventKind::OutOfBounds, "a copy reaches outside an allocation");
    return setError(InvalidValue);
  }
  const bool ToDevice = Kind == 1 || Kind == 3 || (Kind == 4 && Heap.find(To));
  const bool FromDevice =
      Kind == 2 || Kind == 3 || (Kind == 4 && Heap.find(From));
  if (ToDevice && !FromDevice && !ToldOfHost && Host.isComputed(From, Bytes)) {
    ToldOfHost = true;
    note(EventKind::HostComputation,
         formatv("{0} bytes that the host made after it had read tensor data "
                 "were copied to the device",
                 Bytes)
             .str()
             .c_str(),
         0, ProgramCounter);
  }
  Heap.setAccess(true);
  std::memmove(To, From, Bytes);
  Heap.setAccess(false);
  if (FromDevice && !ToDevice)
    Host.copiedToHost(To, Bytes);
  return 0;
}

int Runtime::fill(void *To, int Value, uint64_t Bytes) {
  if (!Bytes)
    return 0;
  if (Heap.find(To) && !Heap.covers(To, Bytes)) {
    note(EventKind::OutOfBounds, "a memset reaches outside an allocation");
    return setError(InvalidValue);
  }
  Heap.setAccess(true);
  std::memset(To, Value, Bytes);
  Heap.setAccess(false);
  return 0;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

int Runtime::checkLaunch(const LaunchableKernel &K, Dim3 Grid, Dim3 Block,
                         uint64_t SharedBytes, bool IsCooperative,
                         std::string &Why) const {
  uint64_t Threads = uint64_t(Block.X) * Block.Y * Block.Z;
  if (!Grid.X || !Grid.Y || !Grid.Z || !Threads) {
    Why = "a grid or block extent is 0";
    return InvalidConfiguration;
  }
  if (Grid.X > DeviceLimits::GridX || Grid.Y > DeviceLimits::GridYZ ||
      Grid.Z > DeviceLimits::GridYZ) {
    Why = formatv("the grid ({0}, {1}, {2}) is too large; y and z end at 65535",
                  Grid.X, Grid.Y, Grid.Z);
    return InvalidConfiguration;
  }
  if (Threads > DeviceLimits::ThreadsPerBlock ||
      Block.Z > DeviceLimits::BlockZ) {
    Why = formatv("a block of ({0}, {1}, {2}) has {3} threads; at most 1024 "
                  "(64 in z) are possible",
                  Block.X, Block.Y, Block.Z, Threads);
    return InvalidConfiguration;
  }
  if (Threads > K.MaxThreads) {
    Why = formatv("a block of {0} threads exceeds __launch_bounds__({1})",
                  Threads, K.MaxThreads);
    return 701; // cudaErrorLaunchOutOfResources
  }
  if (K.StaticSharedBytes > DeviceLimits::StaticShared ||
      SharedBytes > K.DynamicSharedLimit ||
      K.StaticSharedBytes + SharedBytes > DeviceLimits::SharedOptIn) {
    Why = formatv("{0} bytes of dynamic shared memory; {1} are allowed here "
                  "(cudaFuncSetAttribute raises that to at most {2})",
                  SharedBytes, K.DynamicSharedLimit,
                  DeviceLimits::SharedOptIn - K.StaticSharedBytes);
    return InvalidValue;
  }
  if (IsCooperative) {
    uint64_t Blocks = uint64_t(Grid.X) * Grid.Y * Grid.Z;
    uint64_t PerMultiprocessor =
        DeviceLimits::ThreadsPerMultiprocessor / alignTo(Threads, 32);
    if (Blocks > PerMultiprocessor * DeviceLimits::Multiprocessors) {
      Why = formatv("{0} blocks cannot be resident together", Blocks);
      return CooperativeTooLarge;
    }
  }
  return 0;
}

int Runtime::launch(const void *Stub, Dim3 Grid, Dim3 Block, void **Arguments,
                    uint64_t SharedBytes, bool IsCooperative) {
  LaunchableKernel *K = kernel(Stub);
  if (!K)
    return setError(InvalidDeviceFunction);
  std::string Why;
  if (int Code =
          checkLaunch(*K, Grid, Block, SharedBytes, IsCooperative, Why)) {
    Running = K;
    note(EventKind::LaunchFailed, Why.c_str());
    Running = nullptr;
    return setError(Code);
  }
  Running = K;
  Cooperative = IsCooperative;
  copyText(S.CurrentKernel, sizeof(S.CurrentKernel), K->DisplayName);
  Heap.setAccess(true);
  runBlocks(*K, Grid, Block, Arguments, SharedBytes);
  Heap.setAccess(false);
  S.CurrentKernel[0] = 0;
  Running = nullptr;
  Cooperative = false;
  ++S.Launches;
  S.Threads += uint64_t(Grid.X) * Grid.Y * Grid.Z * Block.X * Block.Y * Block.Z;
  return 0;
}

void Runtime::placeShared(BlockContext &B, uint64_t SharedBytes,
                          size_t Resident) {
  if (Places.size() <= Resident)
    Places.resize(Resident + 1);
  SharedPlace &P = Places[Resident];
  if (!P.Dynamic || P.DynamicBytes != SharedBytes) {
    if (P.Dynamic)
      SharedHeap.release(P.Dynamic);
    P.Dynamic = SharedHeap.allocate(SharedBytes, "dynamic shared memory");
    P.DynamicBytes = SharedBytes;
  }
  // What an earlier block left is nothing that a block may rely on.
  B.Shared = StaticShared.prepare(Resident, S.Poison);
  if (!B.Shared || !P.Dynamic)
    stop(RunStatus::OutOfMemory, "no memory for shared memory");
  std::memset(P.Dynamic, S.Poison, SharedBytes);
  B.DynamicShared = P.Dynamic;
}

void Runtime::checkShared(size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    StaticShared.checkGuards(I, [&](const SharedVariable &V, bool Before) {
      // Blocks do the same, mostly.
      if (!std::exchange(ToldOfShared, true))
        note(EventKind::OverwrittenGuard,
             formatv("bytes just {0} shared variable '{1}' ({2} bytes) were "
                     "written",
                     Before ? "before" : "behind", V.Name, V.Bytes)
                 .str()
                 .c_str());
    });
}

/// The threads of a kernel that has a loop, in the order of the schedule, with
/// coordinates kept.
void Runtime::runInOrder(LaunchableKernel &K, void **Arguments,
                         BlockContext &B) {
  ThreadOrder.resize(uint64_t(B.BlockDim[0]) * B.BlockDim[1] * B.BlockDim[2]);
  std::iota(ThreadOrder.begin(), ThreadOrder.end(), 0);
  orderThreads(ThreadOrder, B, S.Order);
  Threads.clear();
  for (uint32_t T : ThreadOrder)
    Threads.push_back({{T % B.BlockDim[0], T / B.BlockDim[0] % B.BlockDim[1],
                        T / B.BlockDim[0] / B.BlockDim[1]},
                       0,
                       &B,
                       0});
  if (K.Ordered)
    K.Ordered(Arguments, &B, Threads.data(), Threads.size());
  else
    for (ThreadContext &T : Threads) {
      kmend_self = &T;
      K.Thread(Arguments, &B, T.ThreadIdx[0], T.ThreadIdx[1], T.ThreadIdx[2]);
    }
  kmend_self = nullptr;
}

void Runtime::runBlocks(LaunchableKernel &K, Dim3 Grid, Dim3 Block,
                        void **Arguments, uint64_t SharedBytes) {
  const uint64_t Count = uint64_t(Grid.X) * Grid.Y * Grid.Z;
  const uint64_t Threads = uint64_t(Block.X) * Block.Y * Block.Z;
  const bool Yielding = S.Order.Order == Schedule::Kind::Yield;

  uint64_t Resident = 1;
  if (Cooperative && !K.Loop) {
    Resident = Count;
    if (Count * Threads > DeviceLimits::ResidentThreads)
      stop(
          RunStatus::Unsupported,
          "a cooperative launch of more than 65536 threads; simt keeps no more "
          "resident");
  } else if (Yielding) {
    // Blocks take turns, in companies of as many as are cheap to keep.
    Resident = std::clamp<uint64_t>(8192 / Threads, 1, Count);
  }

  auto BlockAt = [&](uint64_t I, uint64_t Place) {
    BlockContext B;
    B.BlockIdx[0] = I % Grid.X;
    B.BlockIdx[1] = I / Grid.X % Grid.Y;
    B.BlockIdx[2] = I / Grid.X / Grid.Y;
    B.BlockDim[0] = Block.X, B.BlockDim[1] = Block.Y, B.BlockDim[2] = Block.Z;
    B.GridDim[0] = Grid.X, B.GridDim[1] = Grid.Y, B.GridDim[2] = Grid.Z;
    B.DynamicSharedBytes = SharedBytes;
    placeShared(B, SharedBytes, Place);
    return B;
  };

  std::vector<uint64_t> Order;
  if (S.Order.Order == Schedule::Kind::Shuffle || S.Order.yields()) {
    Order.resize(Count);
    std::iota(Order.begin(), Order.end(), 0);
    Random R(S.Order.Seed, "blocks");
    for (uint64_t I = Count; I > 1; --I)
      std::swap(Order[I - 1], Order[R.below(I)]);
  }
  auto Nth = [&](uint64_t I) {
    if (S.Order.Order == Schedule::Kind::Descending)
      return Count - 1 - I;
    return Order.empty() ? I : Order[I];
  };

  auto Tell = [&](const LaunchTrouble &T) {
    note(T.Kind, T.Message.c_str(), T.Site, 0, T.At ? &T.At->Self : nullptr);
  };
  StaticShared.setVariables(K.Shared);
  ToldOfShared = false;
  if (K.Loop && K.Shared.empty() && !SharedBytes && !S.Careful &&
      S.Order.Order == Schedule::Kind::Ascending) {
    // Nothing is to be done between two blocks.
    BlockContext B = BlockAt(0, 0);
    for (B.BlockIdx[2] = 0; B.BlockIdx[2] != Grid.Z; ++B.BlockIdx[2])
      for (B.BlockIdx[1] = 0; B.BlockIdx[1] != Grid.Y; ++B.BlockIdx[1])
        for (B.BlockIdx[0] = 0; B.BlockIdx[0] != Grid.X; ++B.BlockIdx[0]) {
          Scheduling.resetFrames();
          K.Loop(Arguments, &B);
        }
    return;
  }
  Scheduling.startLaunch(S.Order.Seed);
  std::deque<BlockContext> Company; // threads point at their blocks
  for (uint64_t I = 0; I < Count; I += Company.size()) {
    checkShared(Company.size());
    Company.clear();
    for (uint64_t J = I; J != std::min(Count, I + Resident); ++J)
      Company.push_back(BlockAt(Nth(J), J - I));
    if (!K.Loop) {
      auto Admit = [&] {
        if (I + Company.size() == Count ||
            (Company.size() + 1) * Threads > DeviceLimits::ResidentThreads)
          return false;
        Company.push_back(BlockAt(Nth(I + Company.size()), Company.size()));
        return true;
      };
      if (Scheduling.run(K.Thread, K.Coroutine, Arguments, Company, S.Order,
                         S.Poison, Admit, Tell))
        continue;
      if (I + Company.size() != Count &&
          (Company.size() + 1) * Threads > DeviceLimits::ResidentThreads)
        stop(RunStatus::Unsupported,
             ("kernel " + K.DisplayName +
              " waits for a block beyond the first 65536 threads; simt keeps "
              "no more resident")
                 .c_str());
      stop(RunStatus::Crash, ("deadlock in kernel " + K.DisplayName).c_str());
    }
    BlockContext &B = Company.front();
    Scheduling.resetFrames();
    if (S.Order.Order == Schedule::Kind::Ascending && !S.Careful) {
      K.Loop(Arguments, &B);
      continue;
    }
    runInOrder(K, Arguments, B);
  }
  checkShared(Company.size());
}

} // namespace kmend
