//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subcommand of the driver: one file each, listed once in Commands.cpp.
// Options are LLVM's cl::opt inside the command's own cl::SubCommand.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_TOOLS_COMMAND_H
#define KMEND_TOOLS_COMMAND_H

#include "kmend/Execute/Executor.h"
#include "kmend/Support/Error.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"

namespace kmend {

/// Options that every command shares, after parsing.
struct CommonOptions {
  bool Json = false;  ///< --json: one document on stdout, the rest on stderr
  bool Quiet = false; ///< --quiet
  uint64_t Seed = 0;  ///< --seed
  unsigned Jobs = 1;  ///< -j; default: the machine's cores
  std::string Executor = "simt";
  CompileOptions Compile; ///< --cuda-path and --extra-arg
};
CommonOptions commonOptions();

/// Adds them to every command; called once, before the command line is parsed.
void registerCommonOptions();

/// The executor of --executor. Errors: CommandLine for an unknown name,
/// Undecided for one that is not in this build.
llvm::Expected<std::unique_ptr<Executor>> makeExecutor(llvm::StringRef Name);

/// One subcommand. Run returns the exit code; an Error is printed by the driver
/// and ends in its own code.
struct Command {
  llvm::cl::SubCommand *Sub;
  llvm::Expected<ExitCode> (*Run)();
};

/// Writes \p Document to stdout, indented, with a final newline.
void printJson(llvm::json::Value Document);

// The registration list: one line a command, here and in Commands.cpp.
extern const Command OutlineCommand, RewriteCommand, GateCommand, EvalCommand,
    KbCommand, RepairCommand, ImportCommand;

} // namespace kmend

#endif // KMEND_TOOLS_COMMAND_H
