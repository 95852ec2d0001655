//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process in which candidates are compiled, one after another, so that the
// compiler is warm and that whatever a source does to it stays there. It never
// runs what it compiled.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_COMPILERPROCESS_H
#define KMEND_LIB_EXECUTE_PROCESS_COMPILERPROCESS_H

#include "ProgramImage.h"
#include "ServingProcess.h"

namespace kmend {

class CompilerProcess {
public:
  /// The encoded image of \p Job. Starts the process when there is none.
  /// Errors: those of ImageCompiler::compile; DoesNotCompile after the time
  /// limit; Undecided when the compiler crashed or no process can be made.
  llvm::Expected<std::string> compile(const CompileJob &Job);

private:
  ServingProcess Process;
  unsigned Jobs = 0; ///< done by the process that runs
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_COMPILERPROCESS_H
