//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small operator written to a folder of its own, and executors that run a
// function instead of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_UNITTESTS_EVALUATE_TESTOPERATOR_H
#define KMEND_UNITTESTS_EVALUATE_TESTOPERATOR_H

#include "kmend/Evaluate/Case.h"
#include "kmend/Execute/Executor.h"
#include "kmend/Operator/Operator.h"
#include "kmend/Support/Files.h"
#include "gtest/gtest.h"
#include <cstring>
#include <functional>

namespace kmend {

/// A folder that goes when the object does.
class TestFolder {
public:
  TestFolder() {
    llvm::SmallString<128> Made;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("kmend-test", Made));
    Path = Made.str().str();
  }
  ~TestFolder() { llvm::sys::fs::remove_directories(Path); }
  TestFolder(const TestFolder &) = delete;
  TestFolder &operator=(const TestFolder &) = delete;

  void write(llvm::StringRef Name, llvm::StringRef Text) const {
    llvm::Error E = writeFile((Path + "/" + Name).str(), Text);
    EXPECT_FALSE(static_cast<bool>(E)) << llvm::toString(std::move(E));
  }
  std::string Path;
};

/// Reads \p Yaml as operator.yaml beside \p Reference.
inline Operator readTestOperator(const TestFolder &Folder, llvm::StringRef Yaml,
                                 llvm::StringRef Reference = "") {
  Folder.write("operator.yaml", Yaml);
  Folder.write("reference.cpp", Reference);
  llvm::Expected<Operator> Op = readOperator(Folder.Path);
  if (Op)
    return std::move(*Op);
  ADD_FAILURE() << llvm::toString(Op.takeError());
  return {};
}

inline std::vector<std::string> ids(llvm::ArrayRef<Case> Cases) {
  std::vector<std::string> Ids;
  for (const Case &C : Cases)
    Ids.push_back(C.id());
  return Ids;
}

/// A tolerance that operator.yaml gives.
inline Tolerance tolerance(double Atol, double Rtol) {
  Tolerance T;
  T.MaxAtol = Atol;
  T.MaxRtol = Rtol;
  T.Given = true;
  return T;
}

/// y = 2 x, element by element.
inline constexpr llvm::StringLiteral DoubleYaml = R"(name: doubled
axes:
  n: {type: var}
inputs:
  x: {shape: [n], dtype: float32}
outputs:
  y: {shape: [n], dtype: float32}
entry:
  symbol: doubled
  arguments: [x, y, n]
reference:
  cpp: reference.cpp
workloads:
  - {n: 4}
  - {n: 7}
  - {n: 33}
  - {n: 100}
tolerance: {max_atol: 1.0e-5, max_rtol: 1.0e-5}
)";
inline constexpr llvm::StringLiteral DoubleReference = R"(#include <cstdint>
extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
)";

using FakeKernel = std::function<RunResult(const RunRequest &)>;

/// Runs a function in this process.
class FakeProgram : public Program {
public:
  explicit FakeProgram(FakeKernel Kernel) : Kernel(std::move(Kernel)) {}
  llvm::Expected<RunResult> run(const RunRequest &Request) override {
    return Kernel(Request);
  }
  llvm::Error
  runAll(size_t Count, unsigned, llvm::function_ref<RunRequest(size_t)> Make,
         llvm::function_ref<bool(size_t, RunResult)> Done) override {
    for (size_t I = 0; I != Count; ++I) {
      const RunRequest Request = Make(I);
      if (!Done(I, Kernel(Request)))
        break;
    }
    return llvm::Error::success();
  }

  llvm::Error
  runSequence(size_t Count, llvm::function_ref<RunRequest(size_t)> Make,
              llvm::function_ref<bool(size_t, RunResult)> Done) override {
    return runAll(Count, 1, Make, Done);
  }

private:
  FakeKernel Kernel;
};

/// Compiles the texts "broken" and "refused" to errors, everything else to the
/// kernel.
class FakeExecutor : public Executor {
public:
  explicit FakeExecutor(FakeKernel Kernel) : Kernel(std::move(Kernel)) {}
  llvm::StringRef name() const override { return "fake"; }
  llvm::Expected<std::unique_ptr<Program>>
  compile(llvm::StringRef FileName, llvm::StringRef Text, llvm::StringRef,
          unsigned, const CompileOptions &) override {
    ++Compiled;
    if (Text == "broken")
      return makeError(ExitCode::DoesNotCompile, {FileName.str(), 3, 1},
                       "expected ';'");
    if (Text == "refused")
      return makeError(ExitCode::Undecided, {FileName.str(), 4, 2},
                       "wgmma is not supported here");
    return std::make_unique<FakeProgram>(Kernel);
  }
  // References are real: the tests fake candidates alone.
  llvm::Expected<std::unique_ptr<Program>>
  compileReference(llvm::StringRef FileName, llvm::StringRef Text,
                   llvm::StringRef Symbol, unsigned Arguments) override {
    return ForReferences->compileReference(FileName, Text, Symbol, Arguments);
  }
  unsigned Compiled = 0;

private:
  FakeKernel Kernel;
  std::unique_ptr<Executor> ForReferences = createSimtExecutor();
};

/// A result with outputs that hold the poison, and inout buffers their data.
inline RunResult freshResult(const RunRequest &Request) {
  RunResult R;
  R.Launches = 1;
  for (const RunBuffer &B : Request.Buffers) {
    if (B.BufferRole == RunBuffer::Role::Input)
      R.Outputs.emplace_back();
    else if (B.BufferRole == RunBuffer::Role::InOut)
      R.Outputs.push_back(B.Initial.vec());
    else
      R.Outputs.emplace_back(B.Bytes, static_cast<char>(Request.Poison));
  }
  return R;
}

inline float floatAt(llvm::ArrayRef<char> Bytes, size_t I) {
  float Value;
  std::memcpy(&Value, Bytes.data() + I * sizeof Value, sizeof Value);
  return Value;
}
inline void setFloat(std::vector<char> &Bytes, size_t I, float Value) {
  std::memcpy(Bytes.data() + I * sizeof Value, &Value, sizeof Value);
}

/// y = 2 x for the elements that \p Keep lets through.
inline RunResult doubleSome(const RunRequest &Request,
                            llvm::function_ref<bool(size_t, size_t)> Keep) {
  RunResult R = freshResult(Request);
  const size_t N = static_cast<size_t>(Request.Arguments[2].Integer);
  for (size_t I = 0; I != N; ++I)
    if (Keep(I, N))
      setFloat(R.Outputs[1], I, 2 * floatAt(Request.Buffers[0].Initial, I));
  return R;
}

} // namespace kmend

#endif // KMEND_UNITTESTS_EVALUATE_TESTOPERATOR_H
