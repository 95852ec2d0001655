//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

namespace kmend {

EntryPointList allowList(bool ForReference) {
  EntryPointList List;
  addLibraryFunctions(List);
  if (!ForReference) {
    addDeviceEntryPoints(List);
    addRuntimeApi(List);
    addStreamApi(List);
  }
  return List;
}

} // namespace kmend
