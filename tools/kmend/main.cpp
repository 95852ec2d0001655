//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver: parses the command line, runs one subcommand, and turns what it
// returns into an exit code.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Commands.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace kmend;

/// `--help` shows the commands and their options, not the hundreds that Clang
/// and LLVM have of their own.
static void hideForeignOptions() {
  static llvm::cl::OptionCategory Ours("Options");
  for (const Command *C : allCommands()) {
    for (auto &Entry : llvm::cl::getRegisteredOptions(*C->Sub))
      if (!Entry.second->Subs.contains(&llvm::cl::SubCommand::getAll()))
        Entry.second->addCategory(Ours);
    llvm::cl::HideUnrelatedOptions(Ours, *C->Sub);
  }
  llvm::cl::HideUnrelatedOptions(Ours);
}

int main(int argc, char **argv) {
  llvm::InitLLVM Init(argc, argv);
  llvm::setBugReportMsg("kmend crashed. Please report this with the command "
                        "and the files that led here.\n");
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream &OS) { OS << "kmend " KMEND_VERSION "\n"; });
  registerCommonOptions();
  hideForeignOptions();
  if (!llvm::cl::ParseCommandLineOptions(
          argc, argv, "kmend debugs near-miss GPU kernels\n", &llvm::errs()))
    return static_cast<int>(ExitCode::CommandLine);

  for (const Command *C : allCommands()) {
    if (!*C->Sub)
      continue;
    llvm::Expected<ExitCode> Code = C->Run();
    if (!Code)
      return static_cast<int>(reportError(Code.takeError(), llvm::errs()));
    return static_cast<int>(*Code);
  }
  llvm::WithColor::error() << "no command given; kmend --help lists them\n";
  return static_cast<int>(ExitCode::CommandLine);
}
