//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kmend eval` of a task that is judged by its own commands.
//
//===----------------------------------------------------------------------===//

#include "EvalCommand.h"
#include "kmend/Operator/Operator.h"
#include "llvm/Support/WithColor.h"

namespace kmend {

static ExitCode codeOf(CommandOutcome O) {
  switch (O) {
  case CommandOutcome::Pass:
    return ExitCode::Done;
  case CommandOutcome::Build:
    return ExitCode::DoesNotCompile;
  case CommandOutcome::Fail:
  case CommandOutcome::Crash:
  case CommandOutcome::Timeout:
    return ExitCode::No;
  }
  return ExitCode::Internal;
}

llvm::Expected<ExitCode> evalCommandTask(const CommandTask &Task,
                                         llvm::StringRef File, bool Allowed,
                                         const CommonOptions &Common) {
  llvm::Expected<std::string> Path = findCandidate(Task.Folder, File);
  if (!Path)
    return Path.takeError();
  if (!Allowed)
    return makeError(ExitCode::CommandLine,
                     "this task is judged by the commands of its "
                     "operator.yaml, which run with your rights; read them, "
                     "then say --allow-commands");
  llvm::Expected<CommandVerdict> V = runCommandTask(Task, *Path);
  if (!V)
    return V.takeError();
  const bool Passed = V->Result == CommandOutcome::Pass;
  if (Common.Json) {
    llvm::json::Object O{
        {"schema_version", 1},
        {"outcome", name(V->Result)},
        {"stage", "command"},
        {"reason", V->Reason},
        {"workloads", llvm::json::Array()},
        {"counters",
         llvm::json::Object{{"cases", 1}, {"seconds", V->Seconds}}}};
    if (!Passed)
      O["diagnostics"] = V->Output;
    printJson(std::move(O));
    return codeOf(V->Result);
  }
  if (!Passed && !V->Output.empty())
    llvm::outs() << llvm::StringRef(V->Output).rtrim() << "\n";
  llvm::outs() << "command: ";
  llvm::WithColor(llvm::outs(),
                  Passed ? llvm::raw_ostream::GREEN : llvm::raw_ostream::RED)
      << name(V->Result);
  llvm::outs() << llvm::formatv(" in {0:f2} s\n", V->Seconds);
  if (!V->Reason.empty())
    llvm::outs() << V->Reason << "\n";
  return codeOf(V->Result);
}

} // namespace kmend
