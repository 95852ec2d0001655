//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of the SIMT runtime that device code reaches: the one place
// where the shim headers and lib/Execute agree. Plain C, included by both. The
// kmend_tid_x family is replaced by the compiler and never called.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_ABI_H
#define KMEND_ABI_H

#ifdef __CUDACC__
#define KMEND_DEVICE __attribute__((device))
#else
#define KMEND_DEVICE
#endif
#define KMEND_PURE __attribute__((const)) KMEND_DEVICE

#ifdef __cplusplus
extern "C" {
#endif

/* Coordinates: threadIdx, blockIdx, blockDim, gridDim. */
KMEND_PURE unsigned kmend_tid_x(void);
KMEND_PURE unsigned kmend_tid_y(void);
KMEND_PURE unsigned kmend_tid_z(void);
KMEND_PURE unsigned kmend_ctaid_x(void);
KMEND_PURE unsigned kmend_ctaid_y(void);
KMEND_PURE unsigned kmend_ctaid_z(void);
KMEND_PURE unsigned kmend_ntid_x(void);
KMEND_PURE unsigned kmend_ntid_y(void);
KMEND_PURE unsigned kmend_ntid_z(void);
KMEND_PURE unsigned kmend_nctaid_x(void);
KMEND_PURE unsigned kmend_nctaid_y(void);
KMEND_PURE unsigned kmend_nctaid_z(void);

/* Block barrier. Kind: 0 plain (returns 0), 1 count, 2 and, 3 or of Predicate.
 */
KMEND_DEVICE int kmend_barrier(int Kind, int Predicate);

/* Warp collectives. Mask names the lanes that take part. */
KMEND_DEVICE void kmend_syncwarp(unsigned Mask);
/* Kind: 0 idx, 1 up, 2 down, 3 xor. Width: 1, 2, 4, 8, 16 or 32. */
KMEND_DEVICE unsigned long long kmend_shfl(unsigned Mask,
                                           unsigned long long Value, int Lane,
                                           int Width, int Kind);
/* Kind: 0 ballot, 1 any, 2 all, 3 uni. */
KMEND_DEVICE unsigned kmend_vote(unsigned Mask, int Predicate, int Kind);
KMEND_DEVICE unsigned kmend_activemask(void);
/* Kind: 0 any, 1 all (sets *Predicate). */
KMEND_DEVICE unsigned kmend_match(unsigned Mask, unsigned long long Value,
                                  int Kind, int *Predicate);
/* Operation: 0 add, 1 min, 2 max, 3 and, 4 or, 5 xor, 6 signed min, 7 signed
   max, on 32 bits. */
KMEND_DEVICE unsigned kmend_reduce(unsigned Mask, unsigned Value,
                                   int Operation);
/* Generic exchange among the lanes of Mask: each gives Bytes (at most 64) and
   gets the gifts of all 32 lanes, lane after lane; absent lanes are poison.
   A negative Bytes is the code of a matrix operation of the whole warp
   (lib/Execute/Simt/TensorCore.h), for which Give and Take are what it says
   there. */
KMEND_DEVICE void kmend_exchange(unsigned Mask, const void *Give, void *Take,
                                 int Bytes);

/* Asynchronous copies of this thread: Bytes is 4, 8 or 16 (16 only when Through
   is 1), of which Taken come from From and the rest are zeros. A wait leaves the
   last Left groups open; -1 waits for everything. */
KMEND_DEVICE void kmend_async_copy(void *To, const void *From, unsigned Bytes,
                                   unsigned Taken, unsigned Through);
KMEND_DEVICE void kmend_async_commit(void);
KMEND_DEVICE void kmend_async_wait(int Left);
/* Whether an address lies in shared memory. */
KMEND_DEVICE int kmend_is_shared(const void *Address);

/* bar.sync / bar.arrive. */
KMEND_DEVICE void kmend_named_barrier(int Id, int Threads, int ArriveOnly);

/* All blocks of a cooperative launch. */
KMEND_DEVICE void kmend_grid_sync(void);
KMEND_DEVICE int kmend_is_cooperative(void);

KMEND_DEVICE void kmend_threadfence(void);
KMEND_DEVICE void kmend_nanosleep(unsigned Nanoseconds);
KMEND_DEVICE long long kmend_clock64(void);
KMEND_DEVICE __attribute__((noreturn)) void kmend_trap(void);
KMEND_DEVICE void kmend_assert_fail(const char *Expression, const char *File,
                                    unsigned Line, const char *Function);
/* Advances the five words of a XORWOW generator by Sequences * 2^67 + Offset
   steps. */
KMEND_DEVICE void kmend_xorwow_skip(unsigned *State,
                                    unsigned long long Sequences,
                                    unsigned long long Offset);
/* Bytes of dynamic shared memory of the launch. */
KMEND_DEVICE unsigned kmend_dynamic_shared_bytes(void);

#ifdef __cplusplus
}
#endif

#endif /* KMEND_ABI_H */
