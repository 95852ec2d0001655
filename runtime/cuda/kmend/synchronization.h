//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers, fences, clocks, traps.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SYNCHRONIZATION_H
#define KMEND_SYNCHRONIZATION_H

#include "abi.h"
#include "qualifiers.h"

KMEND_D void __syncthreads(void) { kmend_barrier(0, 0); }
KMEND_D int __syncthreads_count(int p) { return kmend_barrier(1, p != 0); }
KMEND_D int __syncthreads_and(int p) { return kmend_barrier(2, p != 0); }
KMEND_D int __syncthreads_or(int p) { return kmend_barrier(3, p != 0); }
// The barrier of that number, for the whole block or for so many threads.
KMEND_D void __barrier_sync_count(unsigned id, unsigned threads) {
  kmend_named_barrier((int)id, (int)threads, 0);
}
KMEND_D void __barrier_sync(unsigned id) {
  __barrier_sync_count(id, kmend_ntid_x() * kmend_ntid_y() * kmend_ntid_z());
}
KMEND_D void __syncwarp(unsigned mask = 0xffffffffu) { kmend_syncwarp(mask); }
KMEND_D void __threadfence(void) { kmend_threadfence(); }
KMEND_D void __threadfence_block(void) { kmend_threadfence(); }
KMEND_D void __threadfence_system(void) { kmend_threadfence(); }
KMEND_D void __nanosleep(unsigned ns) { kmend_nanosleep(ns); }
KMEND_D long long clock64(void) { return kmend_clock64(); }
typedef long clock_t;
KMEND_D clock_t clock(void) { return (clock_t)kmend_clock64(); }
KMEND_D unsigned long long globaltimer(void) { return kmend_clock64(); }
KMEND_D void __trap(void) { kmend_trap(); }
KMEND_D void __brkpt(void) { kmend_trap(); }
KMEND_D void __prof_trigger(int) {}
KMEND_D unsigned kmend_lane(void) {
  return ((kmend_tid_z() * kmend_ntid_y() + kmend_tid_y()) * kmend_ntid_x() +
          kmend_tid_x()) &
         31;
}
KMEND_D unsigned kmend_lanemask_lt(void) { return (1u << kmend_lane()) - 1; }

// The address space of a pointer. All of them are parts of one; shared memory
// lies so low that 32 bits hold its addresses.
KMEND_D unsigned __isShared(const void *p) { return kmend_is_shared(p); }
KMEND_D unsigned __isGlobal(const void *p) { return !kmend_is_shared(p); }
KMEND_D size_t __cvta_generic_to_shared(const void *p) { return (size_t)p; }
KMEND_D size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
KMEND_D size_t __cvta_generic_to_local(const void *p) { return (size_t)p; }
KMEND_D size_t __cvta_generic_to_constant(const void *p) { return (size_t)p; }
KMEND_D void *__cvta_shared_to_generic(size_t p) { return (void *)p; }
KMEND_D void *__cvta_global_to_generic(size_t p) { return (void *)p; }

#endif // KMEND_SYNCHRONIZATION_H
