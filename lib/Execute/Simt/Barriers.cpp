//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler's part for barriers of blocks and grids, named barriers, and
// what is said when nobody can go on.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>

using namespace llvm;

extern "C" {
extern uint32_t kmend_site;
extern uint8_t kmend_wait;
}

namespace kmend {

int Scheduler::barrier(int Kind, int Predicate) {
  CudaThread &T = *Current;
  T.Now = CudaThread::State::AtBarrier;
  T.Site = kmend_site;
  T.BarrierKind = Kind;
  T.BarrierPredicate = Predicate != 0;
  T.Spins = T.Idle = 0;
  BlockState &B = States[T.Block];
  if (++B.AtBarrier == B.Alive)
    releaseBarrier(T.Block);
  suspend();
  return int(T.Self.Result);
}

void Scheduler::releaseBarrier(uint32_t Block) {
  int Votes = 0, Arrived = 0;
  const CudaThread *FirstAt = nullptr, *Elsewhere = nullptr;
  for (CudaThread &T : threadsOf(Block)) {
    if (T.Now != CudaThread::State::AtBarrier)
      continue;
    ++Arrived;
    Votes += T.BarrierPredicate;
    if (!FirstAt)
      FirstAt = &T;
    else if (T.Site != FirstAt->Site && !Elsewhere)
      Elsewhere = &T;
  }
  if (Elsewhere || uint32_t(Arrived) != ThreadsPerBlock)
    noteBarrier(Block, *FirstAt, Elsewhere, Arrived);
  for (CudaThread &T : threadsOf(Block)) {
    if (T.Now != CudaThread::State::AtBarrier)
      continue;
    makeReady(T);
    T.Self.Result = T.BarrierKind == 1   ? Votes
                    : T.BarrierKind == 2 ? Votes == Arrived
                    : T.BarrierKind == 3 ? Votes != 0
                                         : 0;
  }
  States[Block].AtBarrier = 0;
  Restart = true;
}

void Scheduler::noteBarrier(uint32_t Block, const CudaThread &First,
                            const CudaThread *Elsewhere, uint32_t Arrived) {
  if (Elsewhere && !ToldDivergence) {
    ToldDivergence = true;
    (*Tell)(
        {EventKind::BarrierDivergence,
         ("thread " + Twine(First.Linear) + " and thread " +
          Twine(Elsewhere->Linear) + " of one block meet at different barriers")
             .str(),
         Elsewhere->Site, Elsewhere});
  }
  // Once a place, and no more of them than leave room for what matters.
  constexpr unsigned MostNotes = 8;
  uint32_t Returned = ThreadsPerBlock - States[Block].Alive;
  if (!Returned || ToldEarly.size() >= MostNotes ||
      !ToldEarly.insert(First.Site).second)
    return;
  (*Tell)({EventKind::EarlyReturn,
           (Twine(Returned) + (Returned == 1 ? " thread" : " threads") +
            " returned before the barrier that " + Twine(Arrived) +
            (Arrived == 1 ? " thread waits at" : " threads wait at"))
               .str(),
           First.Site, &First});
}

void Scheduler::namedBarrier(int Id, int Wanted, bool ArriveOnly) {
  CudaThread &T = *Current;
  kmend_wait = 0;
  uint32_t &Arrived = States[T.Block].NamedArrived[Id & 15];
  ++Arrived;
  if (Arrived >= uint32_t(Wanted)) {
    Arrived = 0;
    for (CudaThread &Other : threadsOf(T.Block))
      if (Other.Now == CudaThread::State::AtNamed && Other.NamedId == (Id & 15))
        makeReady(Other);
    return;
  }
  if (ArriveOnly)
    return;
  T.Now = CudaThread::State::AtNamed;
  T.NamedId = Id & 15;
  detailsOf(T).NamedCount = Wanted;
  T.Site = kmend_site;
  T.Spins = T.Idle = 0;
  suspend();
}

void Scheduler::gridSync() {
  CudaThread &T = *Current;
  T.Now = CudaThread::State::AtGrid;
  T.Site = kmend_site;
  T.Spins = T.Idle = 0;
  ++AtGrid;
  suspend();
}

bool Scheduler::releaseGrid() {
  if (!AtGrid || AtGrid != AliveEverywhere)
    return false;
  AtGrid = 0;
  for (CudaThread &T : MutableArrayRef(Threads, Count))
    if (T.Now == CudaThread::State::AtGrid)
      makeReady(T);
  return true;
}

void Scheduler::reportDeadlock() {
  using State = CudaThread::State;
  struct Group {
    unsigned Size = 0;
    const CudaThread *Last = nullptr;
  };
  // Threads of one named barrier wait together, whatever their lines.
  std::map<std::tuple<State, uint32_t, unsigned>, Group> Groups;
  for (const CudaThread &T : ArrayRef(Threads, Count)) {
    if (T.Now == State::Done)
      continue;
    Group &G =
        Groups[{T.Now, T.Site, T.Now == State::AtNamed ? T.NamedId : 0u}];
    ++G.Size;
    G.Last = &T;
  }
  auto Place = [&](const CudaThread &T) -> std::string {
    switch (T.Now) {
    case State::AtBarrier:
      return "at a barrier for others that never arrive";
    case State::AtWarp:
      return "in a warp operation for others that never arrive";
    case State::AtNamed:
      return ("at named barrier " + Twine(unsigned(T.NamedId)) + ", which " +
              Twine(States[T.Block].NamedArrived[T.NamedId]) + " of " +
              Twine(detailsOf(T).NamedCount) + " threads reached")
          .str();
    case State::AtGrid:
      return "at a grid barrier for others that never arrive";
    default:
      return "in a loop for a value that nobody writes";
    }
  };
  for (auto &[Key, G] : Groups)
    (*Tell)(
        {EventKind::Deadlock,
         (Twine(G.Size) + (G.Size == 1 ? " thread waits " : " threads wait ") +
          Place(*G.Last))
             .str(),
         std::get<1>(Key), G.Last});
}

} // namespace kmend
