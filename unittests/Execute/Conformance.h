//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a file of test/conformance on the embedded executor; conformance.h there
// says what such a file is.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_UNITTESTS_EXECUTE_CONFORMANCE_H
#define KMEND_UNITTESTS_EXECUTE_CONFORMANCE_H

#include "kmend/Execute/Executor.h"
#include <string>
#include <vector>

namespace kmend {

struct ConformanceRun {
  std::string Error;  ///< why nothing came out, or empty
  std::string Events; ///< one a line
  std::vector<uint32_t> Got, Want;
  std::vector<float> Ulp;
  std::string Printed, Prints; ///< what was printed, what should have been

  /// The first words that are not as expected, or nothing.
  std::string complaint() const;
  /// The largest distance among the words that may be away, in ulp.
  double worstUlp() const;
};

/// The distance of word \p I of \p Run from what is expected, in ulp; infinite
/// where there is no such thing.
double distance(const ConformanceRun &Run, size_t I);

/// A compiled file of the suite.
class ConformanceFile {
public:
  /// \p Path is a file of the folder that holds conformance.h.
  explicit ConformanceFile(const std::string &Path,
                           std::vector<std::string> ExtraArgs = {});
  ConformanceRun run(llvm::StringRef Order);

private:
  std::string Error, Prints;
  std::unique_ptr<Executor> Simt = createSimtExecutor();
  std::unique_ptr<Program> Compiled;
};

/// The files of \p Folder, sorted, without their folder and extension.
std::vector<std::string> conformanceFiles(const std::string &Folder);

} // namespace kmend

#endif // KMEND_UNITTESTS_EXECUTE_CONFORMANCE_H
