//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_NODECOLLECTOR_H
#define KMEND_LIB_FRONTEND_NODECOLLECTOR_H

#include "kmend/Frontend/NodeTable.h"

namespace kmend {

/// The nodes of the main file that have an id, numbered in source order, outer
/// before inner.
std::vector<NodeRef> collectNodes(const ParsedSource &Source);

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_NODECOLLECTOR_H
