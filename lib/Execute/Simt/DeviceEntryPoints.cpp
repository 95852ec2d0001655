//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// runtime/cuda/kmend/abi.h: what device code calls.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime.h"
#include <cstdio>
#include <cstring>

using kmend::EventKind;
using kmend::RunStatus;
using kmend::Runtime;
using kmend::WarpRequest;
using Kind = kmend::WarpRequest::Kind;

extern "C" {
extern kmend::ThreadContext *kmend_self;
extern uint32_t kmend_site;
}

static kmend::Scheduler &fibers() { return Runtime::get().scheduler(); }

static int barrier(int BarrierKind, int Predicate) {
  return fibers().barrier(BarrierKind, Predicate);
}

static void syncWarp(unsigned Mask) {
  WarpRequest R;
  R.Mask = Mask;
  fibers().warp(R);
}

static unsigned long long shuffle(unsigned Mask, unsigned long long Value,
                                  int Lane, int Width, int Variant) {
  WarpRequest R;
  R.Operation = Kind::Shuffle;
  R.Mask = Mask;
  R.Value = Value;
  R.Lane = Lane;
  // Hardware masks the width; one that is no power of two is undefined.
  R.Width = Width >= 1 && Width <= 32 && !(Width & (Width - 1)) ? Width : 32;
  R.Variant = Variant;
  fibers().warp(R);
  return R.Result;
}

static unsigned vote(unsigned Mask, int Predicate, int Variant) {
  WarpRequest R;
  R.Operation = Kind::Vote;
  R.Mask = Mask;
  R.Predicate = Predicate;
  R.Variant = Variant;
  fibers().warp(R);
  return R.Result;
}

static unsigned activeMask() {
  WarpRequest R;
  R.Operation = Kind::ActiveMask;
  R.Mask = ~0u;
  fibers().warp(R);
  return R.Result;
}

static unsigned match(unsigned Mask, unsigned long long Value, int Variant,
                      int *Predicate) {
  WarpRequest R;
  R.Operation = Kind::Match;
  R.Mask = Mask;
  R.Value = Value;
  R.Variant = Variant;
  fibers().warp(R);
  if (Predicate)
    *Predicate = R.Predicate;
  return R.Result;
}

static unsigned reduce(unsigned Mask, unsigned Value, int Operation) {
  WarpRequest R;
  R.Operation = Kind::Reduce;
  R.Mask = Mask;
  R.Value = Value;
  R.Variant = Operation;
  fibers().warp(R);
  return R.Result;
}

static void exchange(unsigned Mask, const void *Give, void *Take, int Bytes) {
  WarpRequest R;
  R.Operation = Kind::Exchange;
  R.Mask = Mask;
  R.Give = Give;
  R.Take = Take;
  R.Bytes = Bytes;
  fibers().warp(R);
}

static void namedBarrier(int Id, int Threads, int ArriveOnly) {
  fibers().namedBarrier(Id, Threads, ArriveOnly);
}

static void gridSync() {
  Runtime &R = Runtime::get();
  if (!R.isCooperative()) {
    R.note(EventKind::Trap, "grid.sync() outside a cooperative launch",
           kmend_site, 0, kmend_self);
    R.stop(RunStatus::Crash, "grid.sync() outside a cooperative launch");
  }
  fibers().gridSync();
}

static int isCooperative() { return Runtime::get().isCooperative(); }
static void threadFence() {}
static void yieldTurn() { fibers().yield(); }
static void nanoSleep(unsigned) { fibers().yield(); }

static long long clock64() {
  // A run is deterministic, so time is a count.
  static long long Ticks = 0;
  return Ticks += 32;
}

[[noreturn]] static void trap() {
  Runtime &R = Runtime::get();
  R.note(EventKind::Trap, "__trap() was called", 0, 0, kmend_self);
  R.stop(RunStatus::Crash, "__trap() was called");
}

[[noreturn]] static void assertFail(const char *Expression, const char *File,
                                    unsigned Line, const char *) {
  char Text[240];
  std::snprintf(Text, sizeof(Text), "assertion `%s' failed at %s:%u",
                Expression, File, Line);
  Runtime &R = Runtime::get();
  R.note(EventKind::Trap, Text, 0, 0, kmend_self);
  R.stop(RunStatus::Crash, Text);
}

namespace kmend {

void addDeviceEntryPoints(EntryPointList &List) {
  auto Add = [&](const char *Name, auto *Function) {
    List.push_back({Name, reinterpret_cast<void *>(Function)});
  };
  Add("kmend_barrier", barrier);
  Add("kmend_syncwarp", syncWarp);
  Add("kmend_shfl", shuffle);
  Add("kmend_vote", vote);
  Add("kmend_activemask", activeMask);
  Add("kmend_match", match);
  Add("kmend_reduce", reduce);
  Add("kmend_exchange", exchange);
  Add("kmend_named_barrier", namedBarrier);
  Add("kmend_grid_sync", gridSync);
  Add("kmend_is_cooperative", isCooperative);
  Add("kmend_threadfence", threadFence);
  Add("kmend_nanosleep", nanoSleep);
  Add("kmend_yield", yieldTurn);
  Add("kmend_clock64", clock64);
  Add("kmend_trap", trap);
  Add("kmend_assert_fail", assertFail);
  Add("kmend_self", &kmend_self);
  Add("kmend_site", &kmend_site);
}

} // namespace kmend
