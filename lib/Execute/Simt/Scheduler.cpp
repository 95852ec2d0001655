//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Runtime.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <numeric>
#include <sys/mman.h>

using namespace llvm;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

// What compiled code and the scheduler tell each other: the thread that runs,
// its last waiting place, and whether it has to suspend.
extern "C" {
kmend::ThreadContext *kmend_self = nullptr;
uint32_t kmend_site = 0;
uint8_t kmend_wait = 0;
}

namespace kmend {

/// Local arrays live here; pages are taken as they are touched.
static constexpr size_t StackBytes = 256 << 10;
static constexpr size_t Page = 4096;
/// A company of blocks that takes turns may end with one block too many.
static constexpr size_t MostThreads =
    DeviceLimits::ResidentThreads + DeviceLimits::ThreadsPerBlock;

Scheduler::Scheduler() {
  void *P =
      mmap(nullptr, MostThreads * sizeof(CudaThread), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    std::abort();
  Threads = static_cast<CudaThread *>(P);
  P = mmap(nullptr, MostThreads * sizeof(ThreadDetails), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    std::abort();
  Details = static_cast<ThreadDetails *>(P);
}

Scheduler::~Scheduler() {
  munmap(Threads, MostThreads * sizeof(CudaThread));
  munmap(Details, MostThreads * sizeof(ThreadDetails));
  for (char *S : Stacks)
    munmap(S, StackBytes + Page);
}

const CudaThread *Scheduler::ownerOfStack(const void *Address) const {
  auto *P = static_cast<const char *>(Address);
  for (size_t I = 0; I != Count && !AsCoroutine; ++I)
    if (const char *Stack = Details[I].Stack;
        Stack && P >= Stack && P < Stack + StackBytes + Page)
      return &Threads[I];
  return nullptr;
}

const char *Scheduler::endOfStack(const CudaThread &F) const {
  return Details[&F - Threads].Stack + Page + StackBytes;
}

void Scheduler::prepareStacks(size_t Wanted) {
  while (Stacks.size() < Wanted) {
    void *P = mmap(nullptr, StackBytes + Page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P == MAP_FAILED)
      std::abort();
    mprotect(P, Page, PROT_NONE);
    Stacks.push_back(static_cast<char *>(P));
  }
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

void Scheduler::enter(transfer_t From) {
  auto *S = static_cast<Scheduler *>(From.data);
  S->Home = From.fctx;
  CudaThread &T = *S->Current;
  S->AsFiber(S->Arguments, T.Self.Block, T.Self.ThreadIdx[0],
             T.Self.ThreadIdx[1], T.Self.ThreadIdx[2]);
  T.Self.Finished = 1;
  jump_fcontext(S->Home, nullptr);
  std::abort(); // a thread that ended has no next turn
}

/// Lets \p T run until it waits or ends.
[[gnu::always_inline]] inline void Scheduler::resume(CudaThread &T) {
  Current = &T;
  kmend_self = &T.Self;
  if (!AsCoroutine) {
    if (!T.Handle)
      T.Handle = make_fcontext(detailsOf(T).Stack + Page + StackBytes,
                               StackBytes, enter);
    T.Handle = jump_fcontext(T.Handle, this).fctx;
  } else if (T.Handle) {
    // A frame begins with the address of the code that goes on.
    auto Continue = *static_cast<void (**)(void *)>(T.Handle);
    Continue(T.Handle);
  } else {
    T.Handle = AsCoroutine(Arguments, T.Self.Block, T.Self.ThreadIdx[0],
                           T.Self.ThreadIdx[1], T.Self.ThreadIdx[2]);
  }
  if (T.Self.Finished)
    finishThread(T);
}

/// Gives the turn back: a fiber returns when it has it again, a coroutine at
/// once, to suspend by itself.
void Scheduler::suspend() {
  kmend_wait = 1;
  if (AsCoroutine)
    return;
  Home = jump_fcontext(Home, nullptr).fctx;
}

void Scheduler::finishThread(CudaThread &T) {
  T.Now = CudaThread::State::Done;
  T.Idle = 0;
  warpState(T).Alive &= ~(1u << (T.Linear & 31));
  BlockState &B = States[T.Block];
  --B.Alive;
  --AliveEverywhere;
  // A thread that has returned no longer counts at a barrier.
  if (B.Alive && B.AtBarrier == B.Alive)
    releaseBarrier(T.Block);
}

void Scheduler::addBlock(BlockContext &Block, uint32_t Index) {
  assert(Count + ThreadsPerBlock <= MostThreads && "too many are resident");
  if (!AsCoroutine)
    prepareStacks(Count + ThreadsPerBlock);
  uint32_t X = 0, Y = 0, Z = 0;
  for (uint32_t Linear = 0; Linear != ThreadsPerBlock; ++Linear) {
    CudaThread &T = Threads[Count];
    T.Self = {{X, Y, Z}, 0, &Block, 0};
    T.Handle = nullptr;
    T.Now = CudaThread::State::Ready;
    T.Idle = 0;
    T.Site = 0;
    T.Block = Index;
    T.Linear = Linear;
    T.Spins = 0;
    if (!AsCoroutine)
      Details[Count].Stack = Stacks[Count];
    if (++X == Block.BlockDim[0]) {
      X = 0;
      if (++Y == Block.BlockDim[1]) {
        Y = 0;
        ++Z;
      }
    }
    ++Count;
  }
  States.push_back({});
  States.back().Alive = ThreadsPerBlock;
  for (uint32_t W = 0; W < ThreadsPerBlock; W += 32)
    Warps.push_back({~0u >> (32 - std::min(32u, ThreadsPerBlock - W)), 0});
  AliveEverywhere += ThreadsPerBlock;
}

void orderThreads(MutableArrayRef<uint32_t> Threads, const BlockContext &Block,
                  const Schedule &Order) {
  if (Order.Order == Schedule::Kind::Descending)
    std::reverse(Threads.begin(), Threads.end());
  if (Order.Order != Schedule::Kind::Shuffle &&
      Order.Order != Schedule::Kind::Yield)
    return;
  Random R(Order.Seed ^ Block.BlockIdx[0] * 0x9e3779b97f4a7c15ull);
  for (size_t I = Threads.size(); I > 1; --I)
    std::swap(Threads[I - 1], Threads[R.below(I)]);
}

/// The turns of threads \p From up to \p To, after those of the others.
void Scheduler::orderTurns(size_t From, size_t To, const BlockContext &First,
                           const Schedule &Order) {
  const bool Permuted = Order.Order == Schedule::Kind::Shuffle ||
                        Order.Order == Schedule::Kind::Yield;
  // The order of one block after the other is most often the same; that of one
  // run after the other need not be.
  const auto Before = std::exchange(
      Turns, Permuted                              ? TurnOrder::Mixed
             : Order.Order == Schedule::Kind::Warp ? TurnOrder::ByWarps
             : Order.Order == Schedule::Kind::Descending
                 ? TurnOrder::Descending
                 : TurnOrder::Ascending);
  if (From || Permuted || Turns == TurnOrder::ByWarps || Turns != Before ||
      Turn.size() != To) {
    Turn.resize(To);
    auto Own = MutableArrayRef(Turn).drop_front(From);
    std::iota(Own.begin(), Own.end(), From);
    if (Turns == TurnOrder::ByWarps)
      orderByWarps(Own, Order.Seed ^ First.BlockIdx[0] * 0x9e3779b97f4a7c15ull);
    else
      orderThreads(Own, First, Order);
  }
  for (size_t I = From; I != To; ++I)
    Threads[Turn[I]].Position = I;
  FirstReady = std::min<uint32_t>(FirstReady, From);
}

/// Warps in a random order, the lanes of each in ascending order.
void Scheduler::orderByWarps(MutableArrayRef<uint32_t> Own,
                             uint64_t Seed) const {
  std::vector<std::pair<uint64_t, uint32_t>> Order;
  Random R(Seed, "warps");
  uint64_t Key = 0;
  for (uint32_t T : Own) {
    if (Threads[T].Linear % 32 == 0)
      Key = R.next();
    Order.push_back({Key, T});
  }
  llvm::sort(Order); // no two are equal
  for (auto [Place, Entry] : llvm::zip_equal(Own, Order))
    Place = Entry.second;
}

/// The place in Turn after \p I. Where the lanes of a warp stand together, it
/// begins again as long as one of them can go on: no barrier holds it back, and
/// what it then writes is early for warps that have not read yet.
uint32_t Scheduler::afterTurn(uint32_t I) const {
  const uint32_t Linear = Threads[Turn[I]].Linear;
  const uint32_t FirstLane = Linear / 32 * 32;
  const uint32_t LastLane = std::min(FirstLane + 31, ThreadsPerBlock - 1);
  if (Linear != (Turns == TurnOrder::Descending ? FirstLane : LastLane))
    return I + 1;
  const uint32_t First = I - (LastLane - FirstLane);
  for (uint32_t Lane = First; Lane <= I; ++Lane)
    if (Threads[Turn[Lane]].Now == CudaThread::State::Ready &&
        !Threads[Turn[Lane]].Idle)
      return First;
  return I + 1;
}

/// Gives each thread that is ready a turn. False when nobody was, or when all
/// that had a turn do nothing but look whether memory has changed.
bool Scheduler::runTurns(bool Yielding) {
  using State = CudaThread::State;
  bool Progress = false;
  Restart = false;
  for (uint32_t I = std::exchange(FirstReady, ~0u); I < Turn.size();
       I = Turns == TurnOrder::Mixed ? I + 1 : afterTurn(I)) {
    CudaThread &T = Threads[Turn[I]];
    if (T.Now != State::Ready && T.Now != State::Spinning)
      continue;
    T.Now = State::Ready;
    T.Idle -= T.Idle != 0;
    resume(T);
    if (T.Idle)
      ++IdleTurns;
    else
      Progress = true;
    // It gave way without waiting for anything.
    if (T.Now == State::Ready || T.Now == State::Spinning)
      FirstReady = std::min(FirstReady, I);
    // Within a block the released threads begin again in order. Blocks that
    // take turns must all get theirs first, or they would never meet.
    if (Restart && !Yielding) {
      FirstReady = std::min(FirstReady, I + 1);
      break;
    }
  }
  Current = nullptr;
  kmend_self = nullptr;
  return Progress;
}

bool Scheduler::run(ThreadFunction Fiber, CoroutineFunction Coroutine,
                    void **Args, std::deque<BlockContext> &Blocks,
                    const Schedule &Order, uint8_t PoisonByte, Admission Admit,
                    Report Teller) {
  AsFiber = Fiber;
  AsCoroutine = Coroutine;
  Arguments = Args;
  Poison = PoisonByte;
  Tell = &Teller;
  const BlockContext &First = Blocks.front();
  ThreadsPerBlock = First.BlockDim[0] * First.BlockDim[1] * First.BlockDim[2];
  WarpsPerBlock = (ThreadsPerBlock + 31) / 32;
  Count = AliveEverywhere = AtGrid = 0;
  IdleTurns = 0;
  States.clear();
  Warps.clear();
  Frames.reset();
  for (auto [I, B] : enumerate(Blocks))
    addBlock(B, I);
  FirstReady = 0;
  orderTurns(0, Count, First, Order);

  // Threads that wait for memory let others run for this many rounds before as
  // many blocks again become resident, and for so many turns before a value
  // that nobody writes is called a deadlock (a second or so of looking).
  constexpr unsigned RoundsToAdmit = 16;
  constexpr uint64_t TurnsToGiveUp = 1 << 22, RoundsToGiveUp = 32;
  const bool Yielding = Order.Order == Schedule::Kind::Yield;
  uint64_t IdleRounds = 0;
  while (AliveEverywhere) {
    if (runTurns(Yielding)) {
      IdleRounds = IdleTurns = 0;
      continue;
    }
    if (FirstReady != ~0u) {
      if (++IdleRounds % RoundsToAdmit == 0) {
        const size_t Before = Blocks.size();
        while (Blocks.size() != 2 * Before && Admit()) {
          size_t From = Count;
          addBlock(Blocks.back(), Blocks.size() - 1);
          orderTurns(From, Count, Blocks.back(), Order);
        }
        if (Blocks.size() != Before)
          IdleTurns = 0;
      }
      if (IdleRounds < RoundsToGiveUp || IdleTurns < TurnsToGiveUp)
        continue;
    } else if (resolveStuckWarps() || releaseGrid()) {
      continue;
    }
    reportDeadlock();
    return false;
  }
  return true;
}

void Scheduler::yield() {
  // Where a kernel touches memory very often, ever fewer accesses are enough
  // for threads to meet in the middle of what they do: each time this many
  // calls have gone by, half as many of those that follow give way.
  constexpr unsigned CallsPerStage = 17; // a power of two
  if (unsigned Stage =
          std::min<unsigned>(llvm::bit_width(Yields++ >> CallsPerStage), 32)) {
    Chance ^= Chance << 13;
    Chance ^= Chance >> 7;
    Chance ^= Chance << 17;
    if (Chance & ((1ull << Stage) - 1)) {
      kmend_wait = 0;
      return;
    }
  }
  suspend();
}

void Scheduler::startRun() {
  ToldDivergence = ToldAbsent = ToldMask = false;
  ToldEarly.clear();
}

void Scheduler::startLaunch(uint64_t Seed) {
  Yields = 0;
  Chance = Random(Seed, "yields").next() | 1;
}

void Scheduler::spin(bool GiveWay) {
  // A loop that atomics move on, such as one that fetches work, is quick.
  constexpr uint32_t RoundsToGiveWay = 64;
  // Yields split a round of the loop into several turns.
  constexpr uint8_t TurnsPerRound = 8;
  CudaThread &T = *Current;
  if (++T.Spins >= RoundsToGiveWay)
    T.Idle = TurnsPerRound;
  if (!GiveWay && T.Spins % RoundsToGiveWay) {
    kmend_wait = 0;
    return;
  }
  T.Idle = TurnsPerRound;
  T.Now = CudaThread::State::Spinning;
  T.Site = kmend_site;
  suspend();
}

} // namespace kmend
