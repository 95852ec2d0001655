//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <numeric>
#include <sys/mman.h>

using namespace llvm;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

// Where compiled code keeps the thread that runs and its last waiting place.
extern "C" {
kmend::ThreadContext *kmend_self = nullptr;
uint32_t kmend_site = 0;
}

namespace kmend {

/// Local arrays live here; pages are taken as they are touched.
static constexpr size_t StackBytes = 256 << 10;
static constexpr size_t Page = 4096;

Scheduler::Scheduler() = default;

Scheduler::~Scheduler() {
  for (char *S : Stacks)
    munmap(S, StackBytes + Page);
}

const Fiber *Scheduler::ownerOfStack(const void *Address) const {
  auto *P = static_cast<const char *>(Address);
  for (const Fiber &F : Fibers)
    if (F.Stack && P >= F.Stack && P < F.Stack + StackBytes + Page)
      return &F;
  return nullptr;
}

void Scheduler::prepare(size_t Threads) {
  while (Stacks.size() < Threads) {
    void *P = mmap(nullptr, StackBytes + Page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P == MAP_FAILED)
      std::abort();
    mprotect(P, Page, PROT_NONE);
    Stacks.push_back(static_cast<char *>(P));
  }
  if (Fibers.size() < Threads)
    Fibers.resize(Threads);
}

void Scheduler::enter(transfer_t From) {
  auto *S = static_cast<Scheduler *>(From.data);
  S->Home = From.fctx;
  Fiber &F = *S->Current;
  S->Kernel(S->Arguments, F.Self.Block, F.Self.ThreadIdx[0],
            F.Self.ThreadIdx[1], F.Self.ThreadIdx[2]);
  S->finishThread(F);
  jump_fcontext(S->Home, nullptr);
  std::abort(); // a thread that ended has no next turn
}

/// Gives the turn back; returns when the thread has it again.
void Scheduler::suspend() {
  Fiber *Me = Current;
  transfer_t T = jump_fcontext(Home, nullptr);
  Home = T.fctx;
  Current = Me;
}

void Scheduler::finishThread(Fiber &F) {
  F.Now = Fiber::State::Done;
  BlockState &B = States[F.Block];
  --B.Alive;
  --AliveEverywhere;
  // A thread that has returned no longer counts at a barrier.
  if (B.Alive && B.AtBarrier == B.Alive)
    releaseBarrier(F.Block);
}

bool Scheduler::run(ThreadFunction K, void **Args,
                    std::vector<BlockContext> &Blocks, const Schedule &Order,
                    uint8_t PoisonByte, Report Teller) {
  Kernel = K;
  Arguments = Args;
  Poison = PoisonByte;
  Tell = &Teller;
  const BlockContext &First = Blocks.front();
  ThreadsPerBlock = First.BlockDim[0] * First.BlockDim[1] * First.BlockDim[2];
  size_t Threads = size_t(ThreadsPerBlock) * Blocks.size();
  prepare(Threads);
  States.assign(Blocks.size(), {});
  AliveEverywhere = Threads;
  AtGrid = 0;

  for (size_t I = 0; I != Threads; ++I) {
    Fiber &F = Fibers[I];
    F.Block = I / ThreadsPerBlock;
    F.Linear = I % ThreadsPerBlock;
    F.Self.Block = &Blocks[F.Block];
    F.Self.ThreadIdx[0] = F.Linear % First.BlockDim[0];
    F.Self.ThreadIdx[1] = F.Linear / First.BlockDim[0] % First.BlockDim[1];
    F.Self.ThreadIdx[2] = F.Linear / First.BlockDim[0] / First.BlockDim[1];
    F.Now = Fiber::State::Ready;
    F.Stack = Stacks[I];
    F.Site = 0;
    F.Context = make_fcontext(F.Stack + Page + StackBytes, StackBytes, enter);
    ++States[F.Block].Alive;
  }
  Turn.resize(Threads);
  std::iota(Turn.begin(), Turn.end(), 0);
  if (Order.Order == Schedule::Kind::Descending)
    std::reverse(Turn.begin(), Turn.end());
  else if (Order.Order != Schedule::Kind::Ascending) {
    Random R(Order.Seed ^ First.BlockIdx[0] * 0x9e3779b97f4a7c15ull);
    for (size_t I = Threads; I > 1; --I)
      std::swap(Turn[I - 1], Turn[R.below(I)]);
  }

  const bool Yielding = Order.Order == Schedule::Kind::Yield;
  while (AliveEverywhere) {
    bool Progress = false;
    Restart = false;
    for (uint32_t I : Turn) {
      Fiber &F = Fibers[I];
      if (F.Now != Fiber::State::Ready)
        continue;
      Progress = true;
      Current = &F;
      kmend_self = &F.Self;
      transfer_t T = jump_fcontext(F.Context, this);
      F.Context = T.fctx;
      // Within a block the released threads begin again in order. Blocks that
      // take turns must all get theirs first, or they would never meet.
      if (Restart && !Yielding)
        break;
    }
    Current = nullptr;
    kmend_self = nullptr;
    if (Progress || resolveStuckWarps())
      continue;
    if (AtGrid && AtGrid == AliveEverywhere) {
      AtGrid = 0;
      for (Fiber &F : MutableArrayRef(Fibers).take_front(Threads))
        if (F.Now == Fiber::State::AtGrid)
          F.Now = Fiber::State::Ready;
      continue;
    }
    reportDeadlock();
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

int Scheduler::barrier(int Kind, int Predicate) {
  Fiber &F = *Current;
  F.Now = Fiber::State::AtBarrier;
  F.Site = kmend_site;
  F.BarrierKind = Kind;
  F.BarrierPredicate = Predicate;
  BlockState &B = States[F.Block];
  if (++B.AtBarrier == B.Alive)
    releaseBarrier(F.Block);
  suspend();
  return F.BarrierPredicate;
}

void Scheduler::releaseBarrier(uint32_t Block) {
  auto Threads = MutableArrayRef(Fibers).slice(Block * size_t(ThreadsPerBlock),
                                               ThreadsPerBlock);
  int Count = 0, Arrived = 0;
  const Fiber *FirstAt = nullptr, *Other = nullptr;
  for (Fiber &F : Threads) {
    if (F.Now != Fiber::State::AtBarrier)
      continue;
    ++Arrived;
    Count += F.BarrierPredicate != 0;
    if (!FirstAt)
      FirstAt = &F;
    else if (F.Site != FirstAt->Site && !Other)
      Other = &F;
  }
  if (Other && !ToldDivergence) {
    ToldDivergence = true;
    (*Tell)({EventKind::BarrierDivergence,
             ("thread " + Twine(FirstAt->Linear) + " and thread " +
              Twine(Other->Linear) + " of one block meet at different barriers")
                 .str(),
             Other->Site, Other});
  }
  for (Fiber &F : Threads) {
    if (F.Now != Fiber::State::AtBarrier)
      continue;
    F.Now = Fiber::State::Ready;
    F.BarrierPredicate = F.BarrierKind == 1   ? Count
                         : F.BarrierKind == 2 ? Count == Arrived
                         : F.BarrierKind == 3 ? Count != 0
                                              : 0;
  }
  States[Block].AtBarrier = 0;
  Restart = true;
}

void Scheduler::namedBarrier(int Id, int Threads, bool ArriveOnly) {
  Fiber &F = *Current;
  uint32_t &Arrived = States[F.Block].NamedArrived[Id & 15];
  ++Arrived;
  if (Arrived >= uint32_t(Threads)) {
    Arrived = 0;
    for (Fiber &Other : MutableArrayRef(Fibers).slice(
             F.Block * size_t(ThreadsPerBlock), ThreadsPerBlock))
      if (Other.Now == Fiber::State::AtNamed && Other.NamedId == (Id & 15))
        Other.Now = Fiber::State::Ready;
    return;
  }
  if (ArriveOnly)
    return;
  F.Now = Fiber::State::AtNamed;
  F.NamedId = Id & 15;
  F.Site = kmend_site;
  suspend();
}

void Scheduler::gridSync() {
  Fiber &F = *Current;
  F.Now = Fiber::State::AtGrid;
  F.Site = kmend_site;
  ++AtGrid;
  suspend();
}

void Scheduler::yield() { suspend(); }

void Scheduler::reportDeadlock() {
  static const char *const What[] = {"ready", "at a barrier",
                                     "in a warp operation",
                                     "at a named barrier", "at a grid barrier"};
  std::map<std::pair<Fiber::State, uint32_t>,
           std::pair<unsigned, const Fiber *>>
      Groups;
  for (const Fiber &F : Fibers)
    if (F.Now != Fiber::State::Done) {
      auto &G = Groups[{F.Now, F.Site}];
      ++G.first;
      G.second = &F;
    }
  for (auto &[Key, G] : Groups)
    (*Tell)({EventKind::Deadlock,
             (Twine(G.first) +
              (G.first == 1 ? " thread waits " : " threads wait ") +
              What[unsigned(Key.first)] + " for others that never arrive")
                 .str(),
             Key.second, G.second});
}

//===----------------------------------------------------------------------===//
// Warp operations
//===----------------------------------------------------------------------===//

Fiber *Scheduler::warpOf(const Fiber &F, unsigned &Count) {
  uint32_t FirstLane = F.Linear & ~31u;
  Count = std::min(32u, ThreadsPerBlock - FirstLane);
  return &Fibers[F.Block * size_t(ThreadsPerBlock) + FirstLane];
}

void Scheduler::warp(WarpRequest &Request) {
  Fiber &F = *Current;
  F.Request = Request;
  F.Site = kmend_site;
  F.Now = Fiber::State::AtWarp;
  unsigned Count;
  Fiber *Lanes = warpOf(F, Count);
  if (!completeWarp(Lanes, Count, Request, F.Site, /*Stuck=*/false))
    suspend();
  Request = F.Request;
}

/// The lane from which lane \p L takes its value (PTX ISA, shfl.sync); its own
/// when the one named lies outside its segment.
static unsigned sourceLane(unsigned L, const WarpRequest &R) {
  int Base = L & ~(R.Width - 1), Source = L;
  switch (R.Variant) {
  case 0:
    Source = Base + (R.Lane & (R.Width - 1));
    break;
  case 1:
    if (int(L) - R.Lane >= Base)
      Source = L - R.Lane;
    break;
  case 2:
    if (int(L) + R.Lane < Base + R.Width)
      Source = L + R.Lane;
    break;
  default:
    // A butterfly may reach down into a lower segment, never up.
    if (int(L ^ R.Lane) < Base + R.Width)
      Source = L ^ R.Lane;
  }
  return Source & 31;
}

/// Completes the operation that \p Like names when all living lanes of its mask
/// have arrived (or, when \p Stuck, with those that have).
bool Scheduler::completeWarp(Fiber *Lanes, unsigned Count,
                             const WarpRequest &Like, uint32_t Site,
                             bool Stuck) {
  uint32_t Members = 0, Missing = 0;
  for (unsigned L = 0; L != 32; ++L) {
    if (!(Like.Mask >> L & 1))
      continue;
    bool Exists = L < Count && Lanes[L].Now != Fiber::State::Done;
    if (Exists && Lanes[L].Now == Fiber::State::AtWarp &&
        Lanes[L].Request.Operation == Like.Operation &&
        Lanes[L].Request.Mask == Like.Mask && (!Stuck || Lanes[L].Site == Site))
      Members |= 1u << L;
    else if (Exists && !Stuck)
      return false;
    else
      Missing |= 1u << L;
  }
  // __activemask and barriers of the whole block name nobody in particular.
  if (Missing && Like.Operation == WarpRequest::Kind::Shuffle && !ToldAbsent) {
    for (unsigned L = 0; L != Count && !ToldAbsent; ++L) {
      if (!(Members >> L & 1))
        continue;
      unsigned Source = sourceLane(L, Lanes[L].Request);
      if (Members >> Source & 1)
        continue;
      ToldAbsent = true;
      (*Tell)({EventKind::AbsentLane,
               ("a shuffle reads lane " + Twine(Source) +
                ", which does not take part")
                   .str(),
               Lanes[L].Site, &Lanes[L]});
    }
  }
  computeWarp(Lanes, Members, Like);
  for (unsigned L = 0; L != Count; ++L)
    if (Members >> L & 1)
      Lanes[L].Now = Fiber::State::Ready;
  return true;
}

void Scheduler::computeWarp(Fiber *Lanes, uint32_t Members,
                            const WarpRequest &Like) {
  uint64_t PoisonWord = 0x0101010101010101ull * Poison;
  auto Each = [&](auto Do) {
    for (unsigned L = 0; L != 32; ++L)
      if (Members >> L & 1)
        Do(L, Lanes[L].Request);
  };
  switch (Like.Operation) {
  case WarpRequest::Kind::Sync:
    return;
  case WarpRequest::Kind::ActiveMask:
    Each([&](unsigned, WarpRequest &R) { R.Result = Members; });
    return;
  case WarpRequest::Kind::Shuffle:
    Each([&](unsigned L, WarpRequest &R) {
      unsigned Source = sourceLane(L, R);
      R.Result =
          Members >> Source & 1 ? Lanes[Source].Request.Value : PoisonWord;
    });
    return;
  case WarpRequest::Kind::Vote: {
    uint32_t Ballot = 0;
    Each([&](unsigned L, WarpRequest &R) {
      Ballot |= uint32_t(R.Predicate != 0) << L;
    });
    Each([&](unsigned, WarpRequest &R) {
      R.Result = R.Variant == 0   ? Ballot
                 : R.Variant == 1 ? Ballot != 0
                 : R.Variant == 2 ? Ballot == Members
                                  : Ballot == 0 || Ballot == Members;
    });
    return;
  }
  case WarpRequest::Kind::Match:
    Each([&](unsigned, WarpRequest &R) {
      uint32_t Same = 0;
      Each([&](unsigned L, WarpRequest &Other) {
        Same |= uint32_t(Other.Value == R.Value) << L;
      });
      bool All = Same == Members;
      R.Predicate = All;
      R.Result = R.Variant == 0 ? Same : All ? Members : 0;
    });
    return;
  case WarpRequest::Kind::Reduce: {
    bool First = true;
    uint32_t Sum = 0;
    Each([&](unsigned, WarpRequest &R) {
      uint32_t V = R.Value;
      if (First) {
        Sum = V;
        First = false;
        return;
      }
      switch (R.Variant) {
      case 0:
        Sum += V;
        break;
      case 1:
        Sum = std::min(Sum, V);
        break;
      case 2:
        Sum = std::max(Sum, V);
        break;
      case 3:
        Sum &= V;
        break;
      case 4:
        Sum |= V;
        break;
      case 5:
        Sum ^= V;
        break;
      case 6:
        Sum = std::min<int32_t>(Sum, V);
        break;
      default:
        Sum = std::max<int32_t>(Sum, V);
      }
    });
    Each([&](unsigned, WarpRequest &R) { R.Result = Sum; });
    return;
  }
  case WarpRequest::Kind::Exchange:
    Each([&](unsigned, WarpRequest &R) {
      std::memset(R.Take, Poison, 32 * size_t(R.Bytes));
      Each([&](unsigned L, WarpRequest &Other) {
        std::memcpy(static_cast<char *>(R.Take) + L * size_t(R.Bytes),
                    Other.Give, std::min(R.Bytes, Other.Bytes));
      });
    });
    return;
  }
}

/// When nobody else can run, warp operations go on with the lanes that came:
/// what hardware does, or leaves undefined.
bool Scheduler::resolveStuckWarps() {
  bool Any = false;
  for (size_t B = 0; B != States.size(); ++B) {
    if (!States[B].Alive)
      continue;
    for (uint32_t W = 0; W < ThreadsPerBlock; W += 32) {
      Fiber *Lanes = &Fibers[B * ThreadsPerBlock + W];
      unsigned Count = std::min(32u, ThreadsPerBlock - W);
      for (unsigned L = 0; L != Count; ++L)
        if (Lanes[L].Now == Fiber::State::AtWarp) {
          WarpRequest Like = Lanes[L].Request;
          completeWarp(Lanes, Count, Like, Lanes[L].Site, /*Stuck=*/true);
          Any = true;
          break;
        }
    }
  }
  return Any;
}

} // namespace kmend
