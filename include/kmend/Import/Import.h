//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks of other formats, written as operator folders.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_IMPORT_IMPORT_H
#define KMEND_IMPORT_IMPORT_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kmend {

struct ImportOptions {
  std::string Output;    ///< folder to make; must not exist, or be empty
  std::string Workloads; ///< JSONL of a definition's workloads
  std::string Name;      ///< which task of a file that holds several
  std::string Candidate; ///< where a command task looks for the candidate
  std::string Sources;   ///< HeCBench's src folder, where it is elsewhere
  std::string DataRoot;  ///< what paths in workloads start from
  std::string Python = "python3", Compiler = "c++";
  bool Run = true;      ///< run a foreign reference to make golden results
  double Seconds = 600; ///< that it may take
  uint64_t Seed = 0;    ///< of random inputs
};

struct ImportReport {
  std::string Name;
  std::vector<std::string> Notes; ///< what was left out, a line each
};

/// Reads \p File, whose format shows in what it holds, and writes the operator
/// folder. Formats: a Definition of flashinfer-bench or SOL-ExecBench (JSON), a
/// gpu-mode task.yml in C++, a compute-eval problem or a CUDABeaver input.json,
/// HeCBench's benchmarks.yaml. Errors: InvalidInput with the place in the file;
/// Undecided for what operators cannot say and for a missing interpreter,
/// module or compiler (the driver is left in place); DoesNotCompile; IO.
llvm::Expected<ImportReport> importTask(llvm::StringRef File,
                                        const ImportOptions &Options);

} // namespace kmend

#endif // KMEND_IMPORT_IMPORT_H
