//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the process that compiles may take. Its input is hostile, too: templates
// that double, arrays that are spelled out.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_COMPILERLIMITS_H
#define KMEND_LIB_EXECUTE_PROCESS_COMPILERLIMITS_H

#include <string>

namespace kmend {

/// Memory that one compilation may take, in bytes. Ordinary candidates need
/// less than a tenth.
constexpr uint64_t CompilerBytes = 4ull << 30;

/// Bounds the memory of this process, and has it write no file and leave no
/// core dump. When the memory is used up it sends \p Answer on \p Channel and
/// ends.
void limitCompiler(int Channel, std::string Answer);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_COMPILERLIMITS_H
