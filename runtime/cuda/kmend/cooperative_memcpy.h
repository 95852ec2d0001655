//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies by all threads of a group; done when the call returns.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_COOPERATIVE_MEMCPY_H
#define KMEND_COOPERATIVE_MEMCPY_H

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class T>
KMEND_D void memcpy_async(const Group &g, T *dst, const T *src, size_t bytes) {
  for (size_t i = g.thread_rank(); i < bytes; i += g.size())
    ((char *)dst)[i] = ((const char *)src)[i];
}
template <class Group> KMEND_D void wait(const Group &g) { g.sync(); }
template <unsigned Stages, class Group>
KMEND_D void wait_prior(const Group &g) {
  g.sync();
}

} // namespace cooperative_groups

#endif // KMEND_COOPERATIVE_MEMCPY_H
