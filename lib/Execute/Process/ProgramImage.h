//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled program on its way from the process that compiles to those that
// run it: object files, and what the runtime must know of them. Plain values,
// that go through a pipe as bytes.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_PROGRAMIMAGE_H
#define KMEND_LIB_EXECUTE_PROCESS_PROGRAMIMAGE_H

#include "../Simt/SharedMemory.h"
#include "kmend/Execute/Executor.h"

namespace kmend {

/// What is to be compiled.
struct CompileJob {
  /// A reference is host code that touches the tensors itself.
  enum class What : uint8_t { Candidate, YieldingCandidate, Reference };
  What Kind = What::Candidate;
  std::string FileName, Text, Symbol;
  unsigned Arguments = 0;
  CompileOptions Options;
  bool MeasureBranches = false, CheckIndices = false; ///< as in RunRequest
};

struct ImageKernel {
  std::string Name, DisplayName; ///< mangled; as people write it
  uint32_t MaxThreads = 1024;
  uint64_t StaticSharedBytes = 0;
  Tier RunsAs = Tier::Fiber; ///< which functions there are (DeviceKernel)
  std::vector<SharedVariable> Shared;
};

struct ImageVariable {
  std::string Name; ///< of a device global, in the device object
  uint64_t Bytes = 0;
};

struct ProgramImage {
  /// Relocatable objects; symbols of one are not visible to another.
  enum Object : unsigned { Host, Device };
  std::string Objects[2]; ///< Device is empty for a reference
  std::vector<ImageKernel> Kernels;
  std::vector<ImageVariable> Variables;
  /// Places of barriers and warp operations; kmend_site holds an index + 1.
  std::vector<SourceLocation> Sites;
  /// That the device object measures, by bit of its table
  /// (Compile/BranchCoverage).
  std::vector<BranchWay> Branches;
  /// Host code may follow pointers that it was given: device memory must be
  /// closed to it. Always so for a reference, which may.
  bool HostReadsTensors = true;
};

std::string encode(const CompileJob &Job);
std::string encode(const ProgramImage &Image);
/// Errors: Internal, for bytes that encode() did not make.
llvm::Expected<CompileJob> decodeJob(llvm::StringRef Bytes);
llvm::Expected<ProgramImage> decodeImage(llvm::StringRef Bytes);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_PROGRAMIMAGE_H
