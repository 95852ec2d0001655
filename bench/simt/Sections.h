//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bench-simt measures the simt executor. Each section of its output is a file.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_BENCH_SIMT_SECTIONS_H
#define KMEND_BENCH_SIMT_SECTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kmend {

/// One section of the output.
struct BenchSection {
  llvm::StringRef Name; ///< by which the command line chooses it
  llvm::Error (*Run)();
};

/// Nanoseconds a thread or an operation, for each tier that can run the kernel.
extern const BenchSection ThroughputSection;
/// From a candidate's source to its verdict, beside nvcc.
extern const BenchSection TurnaroundSection;
/// Seconds that every right kernel takes on all of its workloads.
extern const BenchSection WorkloadsSection;

/// The files fixed.cu and kernel.cu of every folder under $KMEND_BENCH_CORPUS,
/// or under examples/, in order.
std::vector<std::string> benchCandidates();

} // namespace kmend

#endif // KMEND_BENCH_SIMT_SECTIONS_H
