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

#include <cstdint>
#include <utility>
#include <vector>

namespace kmend {

enum class EventKind : uint8_t; // kmend/Execute/Run.h

using EntryPointList = std::vector<std::pair<const char *, void *>>;

/// All that a candidate may reach, or a reference, which has no device side.
EntryPointList allowList(bool ForReference);

/// runtime/cuda/kmend/abi.h.
void addDeviceEntryPoints(EntryPointList &List);
/// What translated PTX needs besides; part of the above.
void addPtxEntryPoints(EntryPointList &List);
/// What checked accesses call; part of the above.
void addAccessEntryPoints(EntryPointList &List);
/// What checked programs call (Compile/IndexOverflow); part of the above.
void addCheckEntryPoints(EntryPointList &List);
/// Ends the run with an event at the call of device code that returns to
/// \p From.
[[noreturn]] void stopAt(EventKind Kind, const char *Text, const void *From);
/// Ends the run, at the call \p Caller, when the matrix operation \p Code loads
/// or stores a row of this thread that is misaligned or not there.
void checkMatrixAccess(int Code, const void *Give, const void *Caller);
/// runtime/cuda/kmend/runtime_api.h and the functions that Clang calls.
void addRuntimeApi(EntryPointList &List);
void addStreamApi(EntryPointList &List);
/// The C library as far as it computes, allocates or prints.
void addLibraryFunctions(EntryPointList &List);
/// The C++ library as far as it computes or prints; part of the above.
void addStandardLibrary(EntryPointList &List);
void addStandardStreams(EntryPointList &List);
/// Forgets what a run has set on its streams.
void resetStandardStreams();

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_ENTRYPOINTS_H
