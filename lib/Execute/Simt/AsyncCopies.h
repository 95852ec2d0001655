//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies (cp.async, __pipeline_memcpy_async). A GPU may perform
// one at any time between its issue and the end of the wait for its group, so
// here it is performed at one of the two ends, and which is part of the
// schedule: late, so that data which is read without a wait is still what was
// there before; or early, so that a buffer which others still read is
// overwritten under them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_ASYNCCOPIES_H
#define KMEND_LIB_EXECUTE_SIMT_ASYNCCOPIES_H

#include "Context.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace kmend {

class AsyncCopies {
public:
  struct Copy {
    void *To;
    const void *From;
    uint32_t Bytes, Taken; ///< the rest is filled with zeros
  };

  /// Adds to the open group of \p Thread, or performs at once when \p Early.
  void issue(const ThreadContext *Thread, const Copy &C, bool Early);
  /// Closes the group.
  void commit(const ThreadContext *Thread);
  /// Performs all but the last \p Left closed groups, and the open one too when
  /// \p Left is negative.
  void wait(const ThreadContext *Thread, int Left);
  /// A thread has returned. What it never waited for is not performed at all:
  /// nothing may rely on it.
  void finish(const ThreadContext *Thread) { Queues.erase(Thread); }

private:
  struct Queue {
    std::vector<Copy> Copies;
    std::vector<uint32_t> GroupEnds; ///< into Copies, from its start
  };
  llvm::DenseMap<const ThreadContext *, Queue> Queues;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_ASYNCCOPIES_H
