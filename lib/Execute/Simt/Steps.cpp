//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "Runtime.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

extern "C" kmend::ThreadContext *kmend_self;

/// Counted down by compiled code; the run ends when it falls below 0.
static int64_t StepsLeft = INT64_MAX;
static int64_t StepsGranted = INT64_MAX;

[[noreturn]] static void outOfSteps(const kmend::LoopSite *Site) {
  using namespace kmend;
  Runtime &R = Runtime::get();
  Slot &S = R.slot();
  // The same round every time, so a second run can afford the coordinates.
  if (R.running() && !kmend_self && !S.Careful)
    S.RetryCarefully = true;
  SourceLocation Where{Site->File, Site->Line, Site->Column};
  std::string In = "in host code";
  if (R.running()) {
    In = "in kernel " + R.running()->DisplayName;
    if (const ThreadContext *T = kmend_self)
      In += formatv(" (block {0},{1},{2} thread {3},{4},{5})",
                    T->Block->BlockIdx[0], T->Block->BlockIdx[1],
                    T->Block->BlockIdx[2], T->ThreadIdx[0], T->ThreadIdx[1],
                    T->ThreadIdx[2]);
  }
  uint64_t Steps = uint64_t(StepsGranted) - uint64_t(StepsLeft);
  uint32_t Event = S.EventCount;
  R.note(EventKind::Endless,
         formatv("no end after {0} steps; the run was in this loop", Steps)
             .str()
             .c_str(),
         0, 0, kmend_self);
  if (Event < MaxEvents) {
    copyText(S.Events[Event].File, sizeof(S.Events[Event].File), Where.File);
    S.Events[Event].Line = Where.Line;
    S.Events[Event].Column = Where.Column;
  }
  std::string Text =
      formatv("did not end: {0} after {1} steps {2}",
              Where.Line ? "the loop at " + Where.str() : "a loop", Steps, In);
  R.stop(RunStatus::Timeout, Text.c_str());
}

namespace kmend {

void grantSteps(uint64_t Steps) {
  StepsGranted = int64_t(std::min<uint64_t>(Steps, INT64_MAX));
  StepsLeft = StepsGranted;
}

void addStepCounter(EntryPointList &List) {
  List.push_back({StepsLeftName, &StepsLeft});
  List.push_back({OutOfStepsName, reinterpret_cast<void *>(outOfSteps)});
}

} // namespace kmend
