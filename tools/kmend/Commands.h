//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_TOOLS_COMMANDS_H
#define KMEND_TOOLS_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"

namespace kmend {
struct Command;
llvm::ArrayRef<const Command *> allCommands();
} // namespace kmend

#endif // KMEND_TOOLS_COMMANDS_H
