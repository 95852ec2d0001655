//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Repair/RepairLoop.h"
#include "RepairRun.h"
#include "kmend/Support/Files.h"

namespace kmend {

Workbench::~Workbench() = default;

std::vector<Case> Workbench::certification(const WorkSource &, uint64_t Seed) {
  return plan(Stage::Certify, Seed);
}

std::vector<Case> Workbench::heldOut(const WorkSource &, uint64_t) {
  return {};
}

llvm::Expected<RepairReport> repair(Workbench &Bench, Proposer *Search,
                                    llvm::StringRef OpType,
                                    llvm::StringRef FileName,
                                    llvm::StringRef Text,
                                    const RepairOptions &Options) {
  std::unique_ptr<RunRecord> Record;
  if (Options.RunFolder.empty()) {
    Record = std::make_unique<RunRecord>();
  } else {
    llvm::json::Object Run(Options.Request);
    Run["schema_version"] = 1;
    Run["candidate_sha256"] = sha256(Text);
    Run["seed"] = static_cast<int64_t>(Options.Seed);
    Run["budget"] =
        llvm::json::Object{{"rounds", Options.Budget.Rounds},
                           {"candidates", Options.Budget.Candidates},
                           {"seconds", Options.Budget.Seconds}};
    Run["fingerprint"] =
        sha256(llvm::formatv("{0} {1} {2} {3}", sha256(Text), Options.Seed,
                             Search != nullptr, Options.Identity)
                   .str());
    auto Opened = Options.Resume ? RunRecord::resume(Options.RunFolder, Run)
                                 : RunRecord::create(Options.RunFolder, Run);
    if (!Opened)
      return Opened.takeError();
    Record = std::move(*Opened);
  }
  Record->OnEvent = Options.OnEvent;
  Record->Interrupted = Options.Interrupted;
  return RepairRun(Bench, Search, OpType, FileName, Text, Options, *Record)
      .run();
}

} // namespace kmend
