//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of subcommands, in the order in which --help shows them.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Command.h"

namespace kmend {

llvm::ArrayRef<const Command *> allCommands() {
  static const Command *const List[] = {
      &OutlineCommand,
      &RewriteCommand,
      &GateCommand,
      &EvalCommand,
      &RepairCommand,
      &KbCommand,
      &ImportCommand,
  };
  return List;
}

} // namespace kmend
