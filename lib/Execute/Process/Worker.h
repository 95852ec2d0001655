//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker process: forked from kmend, it prepares a program (compiles it),
// then forks one child a run and watches over its time and its end. Nothing
// that a candidate does to the compiler or at run time reaches kmend itself.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_WORKER_H
#define KMEND_LIB_EXECUTE_PROCESS_WORKER_H

#include "Slot.h"
#include "kmend/Execute/Executor.h"

namespace kmend {

/// What a worker does in its own process.
class WorkerTask {
public:
  virtual ~WorkerTask();
  /// Once, in the worker: compiles. An error becomes compile()'s error.
  virtual llvm::Error prepare() = 0;
  /// In the worker before a run is forked: what must be compiled for it.
  virtual llvm::Error prepareRun(const Slot &S) = 0;
  /// In a child of the worker: runs the case and fills the result. Does not
  /// return when the candidate crashes.
  virtual void run(Slot &S) = 0;
  /// In the worker after the child ended: gives events their source lines.
  virtual void finish(Slot &S) = 0;
};

/// Starts a worker for \p Task and waits until it is prepared.
llvm::Expected<std::unique_ptr<Program>>
startWorker(std::unique_ptr<WorkerTask> Task);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_WORKER_H
