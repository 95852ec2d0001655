//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"
#include <algorithm>

namespace kmend {

Streams::Handle Streams::create(bool NonBlocking) {
  const Handle Made = NextHandle += 16;
  if (NonBlocking)
    Known[Made];
  return Made;
}

void Streams::submit(Handle S, uint64_t ProgramCounter) {
  auto It = Known.find(S);
  if (It == Known.end())
    return;
  ++It->second.Submitted;
  It->second.ProgramCounter = ProgramCounter;
}

void Streams::join(Before &Into, const Before &From) {
  for (const auto &[S, Count] : From)
    Into[S] = std::max(Into[S], Count);
}

Streams::Before Streams::pointOf(Handle S) const {
  auto It = Known.find(S);
  if (It == Known.end())
    return Default;
  Before Point = It->second.Waits;
  Point[S] = It->second.Submitted;
  return Point;
}

void Streams::synchronize(Handle S) { join(Default, pointOf(S)); }

void Streams::synchronizeAll() {
  for (const auto &[S, State] : Known)
    Default[S] = State.Submitted;
}

void Streams::record(Handle Event, Handle S) { Events[Event] = pointOf(S); }

void Streams::wait(Handle S, Handle Event) {
  auto Point = Events.find(Event);
  if (Point == Events.end())
    return; // an event that was never recorded is over
  auto It = Known.find(S);
  join(It == Known.end() ? Default : It->second.Waits, Point->second);
}

bool Streams::hasUnawaited(uint64_t &ProgramCounter) const {
  for (const auto &[S, State] : Known) {
    auto Seen = Default.find(S);
    if (State.Submitted > (Seen == Default.end() ? 0 : Seen->second)) {
      ProgramCounter = State.ProgramCounter;
      return true;
    }
  }
  return false;
}

} // namespace kmend
