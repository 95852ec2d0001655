//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run of a program: what goes in, what comes out. A crash, a hang, an
// access outside a buffer is a result with a reason.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EXECUTE_RUN_H
#define KMEND_EXECUTE_RUN_H

#include "kmend/Execute/Coverage.h"
#include "kmend/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kmend {

/// The order in which blocks and threads run. Part of a case: the same schedule
/// gives the same bits.
struct Schedule {
  enum class Kind : uint8_t { Ascending, Descending, Shuffle, Yield, Warp };
  Kind Order = Kind::Ascending;
  uint64_t Seed = 0; ///< of Shuffle, Yield and Warp

  /// Whether threads give way in the middle of what they do.
  bool yields() const { return Order == Kind::Yield || Order == Kind::Warp; }

  /// `asc`, `desc`, `shuffle:7`, `yield:7`, `warp:7`.
  std::string str() const;
  static std::optional<Schedule> parse(llvm::StringRef Text);
};

/// A device buffer that the entry is given.
struct RunBuffer {
  enum class Role : uint8_t { Input, Output, InOut };
  std::string Name;
  Role BufferRole = Role::Input;
  uint64_t Bytes = 0;
  llvm::ArrayRef<char> Initial; ///< of Input and InOut; outputs get the poison
};

/// One argument of the entry. Integers and numbers are converted to the type
/// that the entry declares.
struct RunArgument {
  enum class Kind : uint8_t { Buffer, Integer, Number };
  Kind ArgumentKind = Kind::Buffer;
  unsigned Buffer = 0;
  int64_t Integer = 0;
  double Number = 0;
};

struct RunLimits {
  double Seconds = 10;               ///< wall clock of one run
  uint64_t MemoryBytes = 4ull << 30; ///< device and host heap together
  /// Rounds of loops in one run, of all threads and the host together; eight
  /// rounds of a loop whose number of rounds is known ahead. So many take 2 to
  /// 5 s.
  uint64_t Steps = 1ull << 31;
  /// What a signal handler sets to end a Program::runAll early; null: nothing.
  const volatile std::sig_atomic_t *Interrupted = nullptr;

  bool interrupted() const { return Interrupted && *Interrupted; }
};

struct RunRequest {
  std::vector<RunBuffer> Buffers;
  std::vector<RunArgument> Arguments;
  Schedule Order;
  uint8_t Poison = 0xff; ///< byte that fills outputs, workspaces, shared memory
  bool GuardBefore = false; ///< buffers start behind, not end at, a guard page
  /// Outputs keep what the call before left in them, in place of the poison;
  /// of Program::runSequence, where the tensor has the size it had.
  bool KeepOutputs = false;
  RunLimits Limits;
  /// \name Variants of the program, compiled when they are first asked for
  /// @{
  bool MeasureBranches = false; ///< RunResult::Branches
  /// Tell of index-overflow. Threads run one by one, so a run takes several
  /// times as long.
  bool CheckIndices = false;
  /// @}
};

enum class RunStatus : uint8_t { Ok, Crash, Timeout, OutOfMemory, Unsupported };

enum class EventKind : uint8_t {
  OutOfBounds,
  OverwrittenGuard,
  InputChanged,
  LaunchFailed,
  BarrierDivergence,
  EarlyReturn, ///< threads had returned when others met at a barrier
  Deadlock,
  AbsentLane,
  IntegerDivideByZero,
  StackOverflow,
  Abort,
  Trap,
  Misaligned,      ///< an access that a GPU refuses at its address
  Endless,         ///< a run that did not end: where it was
  Forbidden,       ///< what no run may do: a system call, reading the clock
  UnawaitedStream, ///< work that nobody waits for when the call returns
  HostComputation, ///< results that the host computed from tensor data
  /// A number that an index or a bound is made of wrapped round. Only runs
  /// that check indices tell of it.
  IndexOverflow,
  Other
};
llvm::StringRef name(EventKind Kind);
/// Whether an event of this kind makes its case fail. Barrier divergence, early
/// returns, absent lanes and indices that overflow do not by themselves: a GPU
/// may run them and be right, so they are evidence for diagnosis. Nor does what
/// the host computes, which certification judges.
bool failsCase(EventKind Kind);

/// Something that happened during a run, with the thread it happened to.
struct Event {
  EventKind Kind = EventKind::Other;
  std::string Message; ///< without place or thread
  std::string Kernel;  ///< empty on the host
  std::array<uint32_t, 3> Block{}, Thread{};
  SourceLocation Where; ///< unknown when Line is 0

  /// `out-of-bounds: write 4 bytes past the end of y (block 3,0,0 thread 7,0,0
  /// of row_sum)`.
  std::string str() const;
};

struct RunResult {
  RunStatus Status = RunStatus::Ok;
  std::string Reason;        ///< why, when the status is not Ok
  std::vector<Event> Events; ///< at most 64
  /// Contents of every buffer after the run, empty for inputs.
  std::vector<std::vector<char>> Outputs;
  /// What was measured, in the order of the source; empty when nothing was, or
  /// the run broke off.
  std::vector<BranchOutcome> Branches;
  std::string Printed;   ///< what printf wrote, at most 1 MiB
  uint64_t Launches = 0; ///< kernels that ran
  uint64_t Threads = 0;  ///< of all of them
  double Seconds = 0;
};

} // namespace kmend

#endif // KMEND_EXECUTE_RUN_H
