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
#include "ObjectEmitter.h"

namespace kmend {

/// Keeps what is the same for all jobs.
class ImageCompiler {
public:
  /// Errors: Undecided where LLVM has no x86-64.
  static llvm::Expected<ImageCompiler> create();

  /// Errors: as Executor::compile.
  llvm::Expected<ProgramImage> compile(const CompileJob &Job);

private:
  ImageCompiler(ObjectEmitter ForHost, ObjectEmitter ForDevice)
      : ForHost(std::move(ForHost)), ForDevice(std::move(ForDevice)) {}

  llvm::Error addHost(ProgramImage &Image, const CompileJob &Job);
  llvm::Error addDevice(ProgramImage &Image, const CompileJob &Job);

  // One a thread.
  ObjectEmitter ForHost, ForDevice;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_IMAGECOMPILER_H
