//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Execute/Run.h"
#include "kmend/Execute/Executor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kmend {

Program::~Program() = default;
Executor::~Executor() = default;

std::string Schedule::str() const {
  switch (Order) {
  case Kind::Ascending:
    return "asc";
  case Kind::Descending:
    return "desc";
  case Kind::Shuffle:
    return "shuffle:" + std::to_string(Seed);
  case Kind::Yield:
    return "yield:" + std::to_string(Seed);
  case Kind::Warp:
    return "warp:" + std::to_string(Seed);
  }
  llvm_unreachable("all schedules are named");
}

std::optional<Schedule> Schedule::parse(StringRef Text) {
  Schedule S;
  if (Text == "asc")
    return S;
  S.Order = Kind::Descending;
  if (Text == "desc")
    return S;
  auto [Name, Number] = Text.split(':');
  if (Name == "shuffle")
    S.Order = Kind::Shuffle;
  else if (Name == "yield")
    S.Order = Kind::Yield;
  else if (Name == "warp")
    S.Order = Kind::Warp;
  else
    return std::nullopt;
  if (Number.empty() || Number.getAsInteger(10, S.Seed))
    return std::nullopt;
  return S;
}

StringRef name(EventKind Kind) {
  switch (Kind) {
  case EventKind::OutOfBounds:
    return "out-of-bounds";
  case EventKind::OverwrittenGuard:
    return "overwritten-guard";
  case EventKind::InputChanged:
    return "input-changed";
  case EventKind::LaunchFailed:
    return "launch-failed";
  case EventKind::BarrierDivergence:
    return "barrier-divergence";
  case EventKind::EarlyReturn:
    return "early-return";
  case EventKind::Deadlock:
    return "deadlock";
  case EventKind::AbsentLane:
    return "absent-lane";
  case EventKind::IntegerDivideByZero:
    return "integer-divide-by-zero";
  case EventKind::StackOverflow:
    return "stack-overflow";
  case EventKind::Abort:
    return "abort";
  case EventKind::Trap:
    return "trap";
  case EventKind::Misaligned:
    return "misaligned";
  case EventKind::Endless:
    return "endless";
  case EventKind::Forbidden:
    return "forbidden";
  case EventKind::UnawaitedStream:
    return "unawaited-stream";
  case EventKind::HostComputation:
    return "host-computation";
  case EventKind::IndexOverflow:
    return "index-overflow";
  case EventKind::Other:
    return "other";
  }
  llvm_unreachable("all events are named");
}

bool failsCase(EventKind Kind) {
  return Kind != EventKind::BarrierDivergence &&
         Kind != EventKind::EarlyReturn && Kind != EventKind::AbsentLane &&
         Kind != EventKind::HostComputation && Kind != EventKind::IndexOverflow;
}

std::string Event::str() const {
  std::string Text = (name(Kind) + ": " + Message).str();
  if (Kind == EventKind::LaunchFailed)
    Text += " (kernel " + Kernel + ")";
  else if (!Kernel.empty())
    Text +=
        formatv(" (block {0},{1},{2} thread {3},{4},{5} of {6})", Block[0],
                Block[1], Block[2], Thread[0], Thread[1], Thread[2], Kernel);
  if (Where.Line)
    Text += " at " + Where.str();
  return Text;
}

} // namespace kmend
