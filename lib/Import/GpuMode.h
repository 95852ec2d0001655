//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reference of a gpu-mode task showed of it when it ran.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_GPUMODE_H
#define KMEND_LIB_IMPORT_GPUMODE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kmend {

/// A container or a number that the reference takes or returns.
struct Part {
  std::string Name, Type;
  bool IsScalar = false;
  std::vector<std::string> Values; ///< by workload: the size, or the number
};

struct GpuModeTask {
  std::string Name, Description;
  std::vector<std::string> Parameters; ///< of generate_input, in its order
  std::vector<std::map<std::string, int64_t>> Workloads; ///< by parameter
  std::vector<Part> Parts; ///< inputs (x0, ...), then results (y0, ...)
};

/// The operator.yaml of the task.
std::string operatorYaml(const GpuModeTask &Task);

} // namespace kmend

#endif // KMEND_LIB_IMPORT_GPUMODE_H
