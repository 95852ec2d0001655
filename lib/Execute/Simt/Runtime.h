//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA runtime of one run, inside the child process that runs it. Compiled
// code calls plain C functions, so this is the one place of lib/Execute that
// keeps process-wide state; a process serves one run and ends.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_RUNTIME_H
#define KMEND_LIB_EXECUTE_SIMT_RUNTIME_H

#include "../Process/Linker.h"
#include "../Process/Slot.h"
#include "AsyncCopies.h"
#include "DeviceHeap.h"
#include "HostWork.h"
#include "Scheduler.h"
#include "SharedMemory.h"
#include "Streams.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace kmend {

/// A kernel as the runtime launches it.
struct LaunchableKernel {
  std::string Name, DisplayName;
  unsigned MaxThreads = 1024;
  uint64_t StaticSharedBytes = 0;
  std::vector<SharedVariable> Shared;
  // A kernel has a loop, or a coroutine, or runs on fibers. A loop goes with a
  // function that runs one thread or, where threads wait, all in an order that
  // it is given; fibers go with one that runs one thread.
  ThreadFunction Thread = nullptr;
  CoroutineFunction Coroutine = nullptr;
  LoopFunction Loop = nullptr;
  OrderedFunction Ordered = nullptr;
  // Set by cudaFuncSetAttribute.
  uint64_t DynamicSharedLimit = 48 << 10;
};

/// What a compiled program offers to the runtime.
struct RuntimeImage {
  std::vector<LaunchableKernel> Kernels;
  llvm::StringMap<void *> DeviceVariables; ///< by name, in device code
  llvm::StringMap<uint64_t> DeviceVariableBytes;
  const std::vector<SourceLocation> *Sites = nullptr;
  bool HostReadsTensors = true; ///< as in ProgramImage
  /// The ways that branches took, as bits; null when they are not measured.
  const uint32_t *Branches = nullptr;
  unsigned BranchWords = 0;
  std::vector<CodeSection> Code; ///< where compiled code lies
};

struct Dim3 {
  uint32_t X, Y, Z;
};

/// Limits of the device that is imitated, an H200 (CUDA C++ Programming Guide,
/// compute capability 9.0).
struct DeviceLimits {
  static constexpr uint64_t ThreadsPerBlock = 1024, BlockZ = 64;
  static constexpr uint64_t GridX = 2147483647, GridYZ = 65535;
  static constexpr uint64_t StaticShared = 48 << 10, SharedOptIn = 227 << 10;
  static constexpr uint64_t Multiprocessors = 132;
  static constexpr uint64_t ThreadsPerMultiprocessor = 2048;
  /// simt keeps this many threads of a cooperative launch resident.
  static constexpr uint64_t ResidentThreads = 64 << 10;
};

class Runtime {
public:
  Runtime(Slot &S, RuntimeImage Image);

  /// The runtime of this process.
  static Runtime &get();
  static bool exists();

  /// Forgets the run before: called ahead of each, also of the first.
  void begin();
  /// In its place when the run goes on with what the one before left.
  void beginAgain();

  /// Copies the buffers of the slot into device memory, calls \p Entry with the
  /// arguments, and copies outputs back. Fills the slot's result. References
  /// are host code that works on the buffers: \p HostTouchesDevice.
  void runEntry(void (*Entry)(void *Slots), bool HostTouchesDevice);

  /// \name The runtime API; integers are cudaError_t.
  /// @{
  int launch(const void *Stub, Dim3 Grid, Dim3 Block, void **Arguments,
             uint64_t SharedBytes, bool Cooperative);
  void registerKernel(const void *Stub, const char *DeviceName);
  void registerVariable(const void *HostShadow, const char *DeviceName,
                        uint64_t Bytes);
  /// The device address behind a host shadow, or null.
  void *deviceVariable(const void *HostShadow, uint64_t &Bytes) const;
  LaunchableKernel *kernel(const void *Stub);
  int copy(void *To, const void *From, uint64_t Bytes, int Kind,
           uint64_t ProgramCounter);
  int fill(void *To, int Value, uint64_t Bytes);
  int setError(int Code);
  int takeError();
  int LastError = 0;
  /// @}

  uint64_t HostBytes = 0; ///< that host code holds
  int64_t Ticks = 0;      ///< of the clock that device code reads

  DeviceHeap &heap() { return Heap; }
  AsyncCopies &asyncCopies() { return Copies; }
  Streams &streams() { return StreamOrder; }
  bool isShared(const void *P) const {
    return SharedHeap.find(P) || StaticShared.contains(P);
  }
  Scheduler &scheduler() { return Scheduling; }
  Slot &slot() { return S; }
  uint8_t poison() const { return S.Poison; }
  bool isCooperative() const { return Cooperative; }

  /// Adds an event at the current kernel and thread. Safe in a signal handler.
  void note(EventKind Kind, const char *Message, uint32_t Site = 0,
            uint64_t ProgramCounter = 0, const ThreadContext *At = nullptr);
  /// Ends the run at once with \p Status.
  [[noreturn]] void stop(RunStatus Status, const char *Reason);
  void print(const char *Text, size_t Size);
  /// How often the place \p ProgramCounter asked before, in this run.
  unsigned timesToldOf(uint64_t ProgramCounter) {
    return Told[ProgramCounter]++;
  }
  const LaunchableKernel *running() const { return Running; }

private:
  int checkLaunch(const LaunchableKernel &K, Dim3 Grid, Dim3 Block,
                  uint64_t SharedBytes, bool Cooperative,
                  std::string &Why) const;
  void runBlocks(LaunchableKernel &K, Dim3 Grid, Dim3 Block, void **Arguments,
                 uint64_t SharedBytes);
  /// Shared memory of one resident block: its two pointers.
  void runInOrder(LaunchableKernel &K, void **Arguments, BlockContext &B);
  void placeShared(BlockContext &B, uint64_t SharedBytes, size_t Resident);
  /// Device memory of argument buffer \p Index, filled.
  char *placeTensor(const SlotBuffer &B, size_t Index);
  /// Notes what was written beside variables of the first \p Count resident
  /// blocks.
  void checkShared(size_t Count);

  Slot &S;
  RuntimeImage Image;
  DeviceHeap Heap;
  /// Shared memory apart, so that its faults are told apart: static, and
  /// dynamic.
  SharedMemory StaticShared;
  DeviceHeap SharedHeap;
  Scheduler Scheduling;
  AsyncCopies Copies;
  Streams StreamOrder;
  HostWork Host;
  std::map<const void *, size_t> KernelOfStub;
  std::map<const void *, std::pair<void *, uint64_t>> Variables;
  struct SharedPlace {
    char *Dynamic = nullptr;
    uint64_t DynamicBytes = 0;
  };
  std::vector<SharedPlace> Places;
  struct TensorPlace {
    size_t Index; ///< of the buffer
    uint64_t Bytes;
    char *Data;
  };
  std::vector<TensorPlace> Tensors; ///< of this run and those it continues
  std::vector<uint32_t> ThreadOrder;
  std::vector<ThreadContext> Threads; ///< of a block, in that order
  bool ToldOfShared = false;          ///< by this launch
  bool ToldOfHost = false;            ///< by this run
  std::map<uint64_t, unsigned> Told;
  const LaunchableKernel *Running = nullptr;
  bool Cooperative = false;

  friend void installFaultHandlers();
  friend struct FaultHandler;
};

/// Turns faults of this process into events of its run. Call it from the
/// function that calls compiled code: what lies deeper in the stack is its.
void installFaultHandlers();

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_RUNTIME_H
