//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where this machine keeps its C++ standard library.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_MACHINEHEADERS_H
#define KMEND_LIB_FRONTEND_MACHINEHEADERS_H

#include <string>
#include <vector>

namespace kmend {

/// Folders that exist, in search order.
struct MachineHeaders {
  std::vector<std::string> Library; ///< C++ library, empty when there is none
  std::vector<std::string> Builtin; ///< Clang's own headers: intrinsics
  std::vector<std::string> C;       ///< C library and system
};

MachineHeaders findMachineHeaders();

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_MACHINEHEADERS_H
