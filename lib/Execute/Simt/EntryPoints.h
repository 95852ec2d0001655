//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allow-list: every symbol that compiled code may reach. A name that is not
// here does not link, and the candidate is refused by that name.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_ENTRYPOINTS_H
#define KMEND_LIB_EXECUTE_SIMT_ENTRYPOINTS_H

#include <utility>
#include <vector>

namespace kmend {

using EntryPointList = std::vector<std::pair<const char *, void *>>;

/// runtime/cuda/kmend/abi.h.
void addDeviceEntryPoints(EntryPointList &List);
/// runtime/cuda/kmend/runtime_api.h and the functions that Clang calls.
void addRuntimeApi(EntryPointList &List);
/// The C library as far as it computes, allocates or prints.
void addLibraryFunctions(EntryPointList &List);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_ENTRYPOINTS_H
