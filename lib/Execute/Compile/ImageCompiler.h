//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a source to a program image: both sides compiled, device code lowered,
// objects emitted. What a compiler process does for each job.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_IMAGECOMPILER_H
#define KMEND_LIB_EXECUTE_COMPILE_IMAGECOMPILER_H

#include "../Process/ProgramImage.h"

namespace kmend {

/// Errors: as Executor::compile.
llvm::Expected<ProgramImage> compileImage(const CompileJob &Job);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_IMAGECOMPILER_H
