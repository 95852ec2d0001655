//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler's part for operations of a warp: who takes part, and what each
// lane gets.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "TensorCore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

using namespace llvm;

extern "C" {
extern uint32_t kmend_site;
extern uint8_t kmend_wait;
}

namespace kmend {

CudaThread *Scheduler::warpOf(const CudaThread &T, unsigned &Lanes) {
  uint32_t FirstLane = T.Linear & ~31u;
  Lanes = std::min(32u, ThreadsPerBlock - FirstLane);
  return &Threads[T.Block * size_t(ThreadsPerBlock) + FirstLane];
}

void Scheduler::warp(WarpRequest &Request) {
  CudaThread &T = *Current;
  const uint32_t Own = 1u << (T.Linear & 31);
  if (!(Request.Mask & Own)) {
    // CUDA leaves this undefined; here the lane counts as named.
    if (!ToldMask) {
      ToldMask = true;
      (*Tell)({EventKind::AbsentLane,
               ("lane " + Twine(T.Linear & 31) +
                " takes part in a warp operation whose mask 0x" +
                utohexstr(Request.Mask, /*LowerCase=*/true, 8) +
                " does not name it")
                   .str(),
               kmend_site, &T});
    }
    Request.Mask |= Own;
  }
  requestOf(T) = Request;
  T.Site = kmend_site;
  T.Now = CudaThread::State::AtWarp;
  T.Spins = T.Idle = 0;
  WarpState &W = warpState(T);
  W.Waiting |= Own;
  // Most arrivals are not the last.
  if (Request.Mask & W.Alive & ~W.Waiting) {
    suspend();
  } else {
    unsigned Count;
    CudaThread *Lanes = warpOf(T, Count);
    if (completeWarp(Lanes, Count, Request, T.Site, /*Stuck=*/false))
      kmend_wait = 0;
    else
      suspend();
  }
  Request.Result = requestOf(T).Result;
  Request.Predicate = requestOf(T).Predicate;
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
bool Scheduler::completeWarp(CudaThread *Lanes, unsigned Count,
                             const WarpRequest &Like, uint32_t Site,
                             bool Stuck) {
  uint32_t Members = 0, Missing = 0;
  for (unsigned L = 0; L != 32; ++L) {
    if (!(Like.Mask >> L & 1))
      continue;
    bool Exists = L < Count && Lanes[L].Now != CudaThread::State::Done;
    if (Exists && Lanes[L].Now == CudaThread::State::AtWarp &&
        requestOf(Lanes[L]).Operation == Like.Operation &&
        requestOf(Lanes[L]).Mask == Like.Mask &&
        (!Stuck || Lanes[L].Site == Site))
      Members |= 1u << L;
    else if (Exists && !Stuck)
      return false;
    else
      Missing |= 1u << L;
  }
  // That a mask names lanes which have returned is no fault: CUDA asks only the
  // others to come. A value that is taken from one of them is undefined.
  if (Missing && Like.Operation == WarpRequest::Kind::Shuffle && !ToldAbsent)
    noteAbsentLanes(Lanes, Count, Members);
  computeWarp(Lanes, Members, Like);
  for (unsigned L = 0; L != Count; ++L)
    if (Members >> L & 1) {
      Lanes[L].Self.Result = requestOf(Lanes[L]).Result;
      makeReady(Lanes[L]);
    }
  warpState(*Lanes).Waiting &= ~Members;
  return true;
}

void Scheduler::noteAbsentLanes(const CudaThread *Lanes, unsigned Count,
                                uint32_t Members) {
  for (unsigned L = 0; L != Count && !ToldAbsent; ++L) {
    if (!(Members >> L & 1))
      continue;
    unsigned Source = sourceLane(L, requestOf(Lanes[L]));
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

/// Matrix operations ask for the whole warp. Lanes that are absent, or that run
/// another operation, count as zeros.
void Scheduler::computeMatrix(CudaThread *Lanes, uint32_t Members) {
  for (uint32_t Left = Members; Left;) {
    unsigned First = llvm::countr_zero(Left);
    const CudaThread &Leader = Lanes[First];
    MatrixLane All[32];
    uint32_t Same = 0;
    const CudaThread *Elsewhere = nullptr;
    for (unsigned L = First; L != 32; ++L) {
      if (!(Left >> L & 1) ||
          requestOf(Lanes[L]).Bytes != requestOf(Leader).Bytes)
        continue;
      Same |= 1u << L;
      All[L] = {requestOf(Lanes[L]).Give, requestOf(Lanes[L]).Take};
      if (Lanes[L].Site != Leader.Site)
        Elsewhere = &Lanes[L];
    }
    if (Elsewhere && !ToldDivergence) {
      ToldDivergence = true;
      (*Tell)({EventKind::BarrierDivergence,
               "lanes of one warp run matrix operations at different places",
               Elsewhere->Site, Elsewhere});
    }
    if (~Same && !ToldAbsent) {
      ToldAbsent = true;
      (*Tell)({EventKind::AbsentLane,
               ("a matrix operation, which is one of the whole warp, runs "
                "without lane " +
                Twine(llvm::countr_one(Same)))
                   .str(),
               Leader.Site, &Leader});
    }
    runMatrixOperation(MatrixOperation::decode(requestOf(Leader).Bytes), All);
    Left &= ~Same;
  }
}

void Scheduler::computeWarp(CudaThread *Lanes, uint32_t Members,
                            const WarpRequest &Like) {
  uint64_t PoisonWord = 0x0101010101010101ull * Poison;
  auto Each = [&](auto Do) {
    for (unsigned L = 0; L != 32; ++L)
      if (Members >> L & 1)
        Do(L, requestOf(Lanes[L]));
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
          Members >> Source & 1 ? requestOf(Lanes[Source]).Value : PoisonWord;
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
      if (R.Take)
        *static_cast<int *>(R.Take) = All;
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
    if (Like.Bytes < 0)
      return computeMatrix(Lanes, Members);
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
  for (size_t W = 0; W != Warps.size(); ++W) {
    if (!Warps[W].Waiting)
      continue;
    size_t Block = W / WarpsPerBlock, InBlock = W % WarpsPerBlock;
    CudaThread *First = &Threads[Block * ThreadsPerBlock + InBlock * 32];
    unsigned Count;
    CudaThread *Lanes = warpOf(*First, Count);
    const CudaThread &Waits = Lanes[countr_zero(Warps[W].Waiting)];
    WarpRequest Like = requestOf(Waits);
    completeWarp(Lanes, Count, Like, Waits.Site, /*Stuck=*/true);
    Any = true;
  }
  return Any;
}

} // namespace kmend
