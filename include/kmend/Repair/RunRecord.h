//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run folder: an append-only journal and files beside it.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REPAIR_RUNRECORD_H
#define KMEND_REPAIR_RUNRECORD_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kmend {

/// The folder of one run, and the journal in it. Everything that decides what
/// the loop does next passes through step(): the first time it happens and is
/// written down, after a resume it is read back. So a resumed loop runs through
/// its past without evaluating anything, and goes on where the record ends.
class RunRecord {
public:
  /// A record in memory only.
  RunRecord();
  ~RunRecord();

  /// Starts a run in \p Folder, which is made when it is missing; \p Run is
  /// what run.json holds. Errors: InvalidInput when the folder holds something
  /// already, IO when it cannot be written.
  static llvm::Expected<std::unique_ptr<RunRecord>>
  create(llvm::StringRef Folder, const llvm::json::Object &Run);

  /// Opens the run of \p Folder again. A truncated last line is dropped. Errors
  /// (InvalidInput): no run there, a damaged record, another kmend that works
  /// in it, or a `fingerprint` in run.json that differs from that of \p Run.
  static llvm::Expected<std::unique_ptr<RunRecord>>
  resume(llvm::StringRef Folder, const llvm::json::Object &Run);

  /// One step: its event as recorded, else \p Make is called and what it
  /// returns is appended and flushed. Error: InvalidInput when the record holds
  /// another kind of step here, or IO.
  llvm::Expected<llvm::json::Object>
  step(llvm::StringRef Kind,
       llvm::function_ref<llvm::Expected<llvm::json::Object>()> Make);

  /// True while step() reads back.
  bool replaying() const { return NextRecorded < Recorded.size(); }
  size_t recordedEvents() const { return Recorded.size(); }
  /// Seconds of this run, with those before the resume.
  double seconds() const;
  const std::string &folder() const { return Folder; }

  /// Writes a file of the run; nothing happens in memory.
  llvm::Error write(llvm::StringRef Name, llvm::StringRef Contents);
  /// The same in rounds/NN, made when missing.
  llvm::Error writeRound(unsigned Round, llvm::StringRef Name,
                         llvm::StringRef Contents);

  /// Called with every new event, after it was written.
  std::function<void(const llvm::json::Object &)> OnEvent;
  /// Asked before a new event is written; true ends the run with an
  /// Interruption and leaves the record as it is.
  std::function<bool()> Interrupted;

private:
  llvm::Error append(llvm::json::Object &Event);

  std::string Folder;
  int Journal = -1;
  std::vector<llvm::json::Object> Recorded;
  size_t NextRecorded = 0;
  uint64_t NextNumber = 0;
  double SecondsBefore = 0, Start = 0;
};

/// The user ended the run; it can be resumed.
class Interruption : public llvm::ErrorInfo<Interruption> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
};

/// run.json of \p Folder. Errors: InvalidInput.
llvm::Expected<llvm::json::Object> readRun(llvm::StringRef Folder);

} // namespace kmend

#endif // KMEND_REPAIR_RUNRECORD_H
