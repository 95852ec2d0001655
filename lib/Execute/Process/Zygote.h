//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that does nothing but start runners. It is forked before kmend has
// grown, so that a runner costs a fraction of a millisecond; runners are
// kmend's own children.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_ZYGOTE_H
#define KMEND_LIB_EXECUTE_PROCESS_ZYGOTE_H

#include "Arena.h"
#include "Channel.h"
#include "ProgramImage.h"
#include "ServingProcess.h"
#include <sys/types.h>

namespace kmend {

/// What a runner is started with.
struct RunnerStart {
  CompileJob::What Kind = CompileJob::What::Candidate;
  unsigned Lane = 0;
  int ImageFile = -1; ///< a memory file with an encoded ProgramImage
};

/// A runner as kmend sees it. Its channel takes a byte for each run that is
/// laid out in its lane, and gives one back when the run is done.
struct RunnerProcess {
  pid_t Pid = -1;
  Descriptor Channel;
};

class Zygote {
public:
  /// Forks the process. Candidates run in the lanes of \p ForCandidates,
  /// references in those of \p ForReferences; both must stay.
  llvm::Error start(const Arena &ForCandidates, const Arena &ForReferences);

  /// Errors: Undecided when the system grants no process.
  llvm::Expected<RunnerProcess> startRunner(const RunnerStart &Start);

private:
  ServingProcess Process;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_ZYGOTE_H
