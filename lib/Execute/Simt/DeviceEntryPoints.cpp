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
#include "RandomSkip.h"
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
extern uint8_t kmend_wait;
}

static kmend::Scheduler &scheduler() { return Runtime::get().scheduler(); }

static int barrier(int BarrierKind, int Predicate) {
  return scheduler().barrier(BarrierKind, Predicate);
}

static void syncWarp(unsigned Mask) {
  WarpRequest R;
  R.Mask = Mask;
  scheduler().warp(R);
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
  scheduler().warp(R);
  return R.Result;
}

static unsigned vote(unsigned Mask, int Predicate, int Variant) {
  WarpRequest R;
  R.Operation = Kind::Vote;
  R.Mask = Mask;
  R.Predicate = Predicate;
  R.Variant = Variant;
  scheduler().warp(R);
  return R.Result;
}

static unsigned activeMask() {
  WarpRequest R;
  R.Operation = Kind::ActiveMask;
  R.Mask = ~0u;
  scheduler().warp(R);
  return R.Result;
}

static unsigned match(unsigned Mask, unsigned long long Value, int Variant,
                      int *Predicate) {
  WarpRequest R;
  R.Operation = Kind::Match;
  R.Mask = Mask;
  R.Value = Value;
  R.Variant = Variant;
  R.Take = Predicate;
  scheduler().warp(R);
  return R.Result;
}

static unsigned reduce(unsigned Mask, unsigned Value, int Operation) {
  WarpRequest R;
  R.Operation = Kind::Reduce;
  R.Mask = Mask;
  R.Value = Value;
  R.Variant = Operation;
  scheduler().warp(R);
  return R.Result;
}

static void exchange(unsigned Mask, const void *Give, void *Take, int Bytes) {
  if (Bytes < 0)
    kmend::checkMatrixAccess(Bytes, Give, __builtin_return_address(0));
  WarpRequest R;
  R.Operation = Kind::Exchange;
  R.Mask = Mask;
  R.Give = Give;
  R.Take = Take;
  R.Bytes = Bytes;
  scheduler().warp(R);
}

static void namedBarrier(int Id, int Threads, int ArriveOnly) {
  scheduler().namedBarrier(Id, Threads, ArriveOnly);
}

static void gridSync() {
  Runtime &R = Runtime::get();
  if (!R.isCooperative()) {
    R.note(EventKind::Trap, "grid.sync() outside a cooperative launch",
           kmend_site, 0, kmend_self);
    R.stop(RunStatus::Crash, "grid.sync() outside a cooperative launch");
  }
  scheduler().gridSync();
}

static int isCooperative() { return Runtime::get().isCooperative(); }
static void threadFence() {}
static void yieldTurn() { scheduler().yield(); }
static void nanoSleep(unsigned) { scheduler().spin(/*GiveWay=*/true); }
static void spin() { scheduler().spin(/*GiveWay=*/false); }

static void *frame(unsigned long long Bytes) {
  Runtime &R = Runtime::get();
  if (void *Frame = R.scheduler().frame(Bytes))
    return Frame;
  R.stop(RunStatus::OutOfMemory, "no memory for the threads of a kernel");
}

static long long clock64() {
  // A run is deterministic, so time is a count.
  return Runtime::get().Ticks += 32;
}

[[noreturn, gnu::noinline]] static void trap() {
  kmend::stopAt(EventKind::Trap, "__trap() was called",
                __builtin_return_address(0));
}

[[noreturn, gnu::noinline]] static void assertFail(const char *Expression,
                                                   const char *File,
                                                   unsigned Line,
                                                   const char *) {
  char Text[240];
  std::snprintf(Text, sizeof(Text), "assertion `%s' failed at %s:%u",
                Expression, File, Line);
  kmend::stopAt(EventKind::Trap, Text, __builtin_return_address(0));
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
  Add("kmend_spin", spin);
  Add("kmend_frame", frame);
  Add("kmend_clock64", clock64);
  Add("kmend_trap", trap);
  Add("kmend_xorwow_skip", kmend::skipXorwow);
  Add("kmend_assert_fail", assertFail);
  addPtxEntryPoints(List);
  addAccessEntryPoints(List);
  addCheckEntryPoints(List);
  Add("kmend_self", &kmend_self);
  Add("kmend_site", &kmend_site);
  Add("kmend_wait", &kmend_wait);
}

} // namespace kmend
