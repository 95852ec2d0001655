//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executors turn a source into a program and run cases of it in processes of
// their own.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EXECUTE_EXECUTOR_H
#define KMEND_EXECUTE_EXECUTOR_H

#include "kmend/Execute/Run.h"
#include "kmend/Frontend/CompilerArguments.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace kmend {

/// A compiled candidate or reference, in a process of its own that forks one
/// child a run.
class Program {
public:
  virtual ~Program();

  /// Runs one case. Errors are kmend's own trouble (no process, no memory),
  /// never the program's behaviour.
  virtual llvm::Expected<RunResult> run(const RunRequest &Request) = 0;

  /// Runs \p Count cases, up to \p Jobs at a time. \p Make gives request i when
  /// its turn comes; what it points to must live until \p Done was called with
  /// i. \p Done gets results in the order in which they end, and returns false
  /// to stop: runs under way are ended, no further ones start. So they are when
  /// RunLimits::Interrupted says so, and Done is not called for them.
  virtual llvm::Error
  runAll(size_t Count, unsigned Jobs,
         llvm::function_ref<RunRequest(size_t)> Make,
         llvm::function_ref<bool(size_t, RunResult)> Done) = 0;

  /// Makes \p Count calls one after another in one process: static data,
  /// allocations and streams stay from call to call, and a tensor that has the
  /// size of an earlier one in its place lies at the same address. All requests
  /// have the same schedule and the same side of the guard page. A call that
  /// does not end well is the last. \p Make and \p Done as in runAll.
  virtual llvm::Error
  runSequence(size_t Count, llvm::function_ref<RunRequest(size_t)> Make,
              llvm::function_ref<bool(size_t, RunResult)> Done) = 0;
};

class Executor {
public:
  virtual ~Executor();
  /// "simt" or "cuda".
  virtual llvm::StringRef name() const = 0;

  /// The bytes of the largest tensor that a program can be given.
  virtual uint64_t maxTensorBytes() const { return 4ull << 30; }

  /// Compiles the CUDA source \p Text whose entry is the extern "C" host
  /// function \p Symbol with \p Arguments arguments. Errors: DoesNotCompile
  /// with Clang's diagnostics (also when \p Symbol is missing), Undecided for a
  /// construct that this executor refuses, by name and line.
  virtual llvm::Expected<std::unique_ptr<Program>>
  compile(llvm::StringRef FileName, llvm::StringRef Text,
          llvm::StringRef Symbol, unsigned Arguments,
          const CompileOptions &Options) = 0;

  /// The same for a reference, plain C++ that runs on the CPU whatever the
  /// executor.
  virtual llvm::Expected<std::unique_ptr<Program>>
  compileReference(llvm::StringRef FileName, llvm::StringRef Text,
                   llvm::StringRef Symbol, unsigned Arguments) = 0;
};

/// CUDA on the CPU, through Clang and LLVM. Make it early: it forks the process
/// from which all that run programs come, and a small one forks fast.
std::unique_ptr<Executor> createSimtExecutor();

} // namespace kmend

#endif // KMEND_EXECUTE_EXECUTOR_H
