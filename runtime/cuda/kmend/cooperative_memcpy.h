//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies by all threads of a group, each call a stage of its own; done when
// they are waited for.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_COOPERATIVE_MEMCPY_H
#define KMEND_COOPERATIVE_MEMCPY_H

#include "async_copy.h"
#include "cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class T>
KMEND_D void memcpy_async(const Group &g, T *dst, const T *src, size_t bytes) {
  kmend_async_by(g, dst, src, bytes);
  kmend_async_commit();
}
template <class Group> KMEND_D void wait(const Group &g) {
  kmend_async_wait(0);
  g.sync();
}
template <unsigned Stages, class Group>
KMEND_D void wait_prior(const Group &g) {
  kmend_async_wait(Stages);
  g.sync();
}

} // namespace cooperative_groups

#endif // KMEND_COOPERATIVE_MEMCPY_H
