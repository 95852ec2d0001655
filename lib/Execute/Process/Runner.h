//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process that runs a program: links its image, and runs what is laid out
// in its lane, again and again, every time from the same state.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_RUNNER_H
#define KMEND_LIB_EXECUTE_PROCESS_RUNNER_H

#include "Arena.h"
#include "ProgramImage.h"

namespace kmend {

/// What a runner says when a run is done.
enum class RunnerWord : char {
  Done = 'd',  ///< and it waits for the next
  Ending = 'e' ///< and it ends
};

/// Serves runs until the other end of \p Channel closes: reads a byte for each
/// run and writes a word when it is done. A crash ends the process, with what
/// is known of it in the lane. The request of the first run must be in the lane
/// already.
[[noreturn]] void runRunner(CompileJob::What Kind, unsigned Lane,
                            const Arena &ForCandidates,
                            const Arena &ForReferences, int ImageFile,
                            int Channel);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_RUNNER_H
