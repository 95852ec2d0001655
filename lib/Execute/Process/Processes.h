//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processes of an executor and kmend's side of running programs in them:
// the compiler, the zygote, and a runner for each lane in use.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_PROCESSES_H
#define KMEND_LIB_EXECUTE_PROCESS_PROCESSES_H

#include "../Compile/LineTable.h"
#include "CompilerProcess.h"
#include "Zygote.h"
#include <list>

namespace kmend {

/// An image as kmend keeps it.
struct CompiledImage {
  uint64_t Id = 0;        ///< no two images of an executor share it
  Descriptor File;        ///< encoded, for runners to map
  std::string Objects[2]; ///< for the lines of faults
  std::vector<LineTable> Lines;
  std::vector<BranchWay> Branches; ///< by bit of what a run brings back
};

class Processes {
public:
  Processes() = default;
  ~Processes();

  /// Maps memory and forks the zygote, when that has not been done.
  llvm::Error start();

  /// The image of \p Job, from memory when its text was compiled lately.
  /// Errors: those of Executor::compile.
  llvm::Expected<std::shared_ptr<CompiledImage>> compile(const CompileJob &Job);

  /// Runs as Program::runAll says, or with Calls::InSequence as runSequence
  /// does. \p ImageFor gives the image for a request.
  enum class Calls : uint8_t { Apart, InSequence };
  llvm::Error
  runAll(CompileJob::What Kind,
         llvm::function_ref<
             llvm::Expected<std::shared_ptr<CompiledImage>>(const RunRequest &)>
             ImageFor,
         size_t Count, unsigned Jobs,
         llvm::function_ref<RunRequest(size_t)> Make,
         llvm::function_ref<bool(size_t, RunResult)> Done,
         Calls How = Calls::Apart);

  /// Ends the runners of \p Image.
  void forget(const CompiledImage &Image);

private:
  struct Lane {
    RunnerProcess Runner;
    uint64_t Image = 0; ///< whose runner it is
  };
  struct UnderWay;

  llvm::Error begin(unsigned Index, UnderWay &U, CompileJob::What Kind);
  /// Ends a lane's runner and returns its wait status.
  int retire(Lane &L);
  RunResult harvest(unsigned Index, UnderWay &U, CompileJob::What Kind);

  Arena ForCandidates, ForReferences;
  Zygote Starter;
  CompilerProcess Compiler;
  bool Started = false;
  Lane Candidates[Arena::Lanes], References[Arena::Lanes];
  uint64_t NextImage = 1;
  /// By encoded job, the latest first.
  std::list<std::pair<std::string, std::shared_ptr<CompiledImage>>> Recent;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_PROCESSES_H
