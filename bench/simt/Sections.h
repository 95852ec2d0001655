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

} // namespace kmend

#endif // KMEND_BENCH_SIMT_SECTIONS_H
