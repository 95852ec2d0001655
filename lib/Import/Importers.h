//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a foreign format. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_IMPORTERS_H
#define KMEND_LIB_IMPORT_IMPORTERS_H

#include "ForeignJson.h"
#include "kmend/Import/Import.h"

namespace kmend {

/// What is read, and where it comes from.
struct ForeignFile {
  std::string Path, Text;
  std::string folder() const; ///< that it stands in
};

/// A Definition of flashinfer-bench or SOL-ExecBench.
llvm::Expected<ImportReport> importDefinition(const ForeignFile &File,
                                              const JsonNode &Root,
                                              const ImportOptions &Options);
/// A compute-eval problem, or a CUDABeaver input.json.
llvm::Expected<ImportReport> importProblem(const ForeignFile &File,
                                           const JsonNode &Root,
                                           const ImportOptions &Options);
/// A gpu-mode task.yml in C++.
llvm::Expected<ImportReport> importGpuMode(const ForeignFile &File,
                                           const YamlNode &Root,
                                           const ImportOptions &Options);
/// One benchmark of HeCBench's benchmarks.yaml.
llvm::Expected<ImportReport> importHecBench(const ForeignFile &File,
                                            const YamlNode &Root,
                                            const ImportOptions &Options);

/// \p Text as a name that axes, tensors and entries can have.
std::string identifier(llvm::StringRef Text);
bool isIdentifier(llvm::StringRef Text);

/// Reads the folder that was written, and the golden results in it: what an
/// import made wrong shows here and not in the first evaluation.
llvm::Error checkImported(llvm::StringRef Folder);

} // namespace kmend

#endif // KMEND_LIB_IMPORT_IMPORTERS_H
