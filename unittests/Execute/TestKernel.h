//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a CUDA source given as text, for tests.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_UNITTESTS_EXECUTE_TESTKERNEL_H
#define KMEND_UNITTESTS_EXECUTE_TESTKERNEL_H

#include "kmend/Execute/Executor.h"
#include "gtest/gtest.h"
#include <cstring>

namespace kmend {

/// Options that force tier \p T.
inline CompileOptions on(Tier T) {
  CompileOptions Options;
  Options.ForcedTier = T;
  return Options;
}

/// The events of \p R, one a line.
inline std::string eventsOf(const RunResult &R) {
  std::string Text;
  for (const Event &E : R.Events)
    Text += E.str() + "\n";
  return Text;
}

/// A call of `run(const In *in, Out *out, int n)` with \p Input, which must
/// outlive it, and \p Count outputs.
template <typename In, typename Out>
RunRequest requestFor(const std::vector<In> &Input, size_t Count) {
  RunRequest R;
  const char *Bytes = reinterpret_cast<const char *>(Input.data());
  R.Buffers = {{"in", RunBuffer::Role::Input, Input.size() * sizeof(In),
                llvm::ArrayRef(Bytes, Input.size() * sizeof(In))},
               {"out", RunBuffer::Role::Output, Count * sizeof(Out), {}}};
  R.Arguments = {{RunArgument::Kind::Buffer, 0},
                 {RunArgument::Kind::Buffer, 1},
                 {RunArgument::Kind::Integer, 0, int64_t(Input.size())}};
  return R;
}

/// The first \p Count outputs of such a call.
template <typename Out>
std::vector<Out> outputOf(const RunResult &R, size_t Count) {
  std::vector<Out> Result(Count);
  std::memcpy(Result.data(), R.Outputs[1].data(), Count * sizeof(Out));
  return Result;
}

/// A source with the entry `extern "C" void run(const In *in, Out *out, int
/// n)`.
template <typename In, typename Out> class TestKernel {
public:
  explicit TestKernel(llvm::StringRef Text,
                      const CompileOptions &Options = {}) {
    auto Made = Simt->compile("test.cu", Text, "run", 3, Options);
    if (Made)
      Compiled = std::move(*Made);
    else {
      llvm::raw_string_ostream Stream(Error);
      reportError(Made.takeError(), Stream);
      Error.resize(llvm::StringRef(Error).rtrim().size());
    }
  }

  /// Runs with \p Input and \p Count outputs, which are returned.
  std::vector<Out> run(const std::vector<In> &Input, size_t Count,
                       llvm::StringRef Order = "asc") {
    if (!Compiled) {
      ADD_FAILURE() << Error;
      return std::vector<Out>(Count);
    }
    RunRequest R = requestFor<In, Out>(Input, Count);
    R.Order = *Schedule::parse(Order);
    R.Limits = Limits;
    R.Poison = Poison;
    R.GuardBefore = GuardBefore;
    R.MeasureBranches = MeasureBranches;
    R.CheckIndices = CheckIndices;
    auto Ran = Compiled->run(R);
    if (!Ran) {
      ADD_FAILURE() << llvm::toString(Ran.takeError());
      return std::vector<Out>(Count);
    }
    Last = std::move(*Ran);
    return outputOf<Out>(Last, Count);
  }

  std::string Error; ///< of compilation, empty when it succeeded
  RunResult Last;
  RunLimits Limits;
  uint8_t Poison = 0xff;
  bool GuardBefore = false;
  bool MeasureBranches = false, CheckIndices = false;

private:
  std::unique_ptr<Executor> Simt = createSimtExecutor();
  std::unique_ptr<Program> Compiled;
};

} // namespace kmend

#endif // KMEND_UNITTESTS_EXECUTE_TESTKERNEL_H
