//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stored inputs and results of a workload: `reference: {golden: DIR}`.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_GOLDENTENSORS_H
#define KMEND_OPERATOR_GOLDENTENSORS_H

#include "kmend/Operator/Binding.h"

namespace kmend {

struct GoldenTensors {
  /// By tensor, in its dtype; empty for outputs that are not inout.
  std::vector<std::vector<char>> Initial;
  /// By output: doubles for floating tensors, else the dtype.
  std::vector<std::vector<char>> Results;
};

/// Reads what is stored for listed workload \p Index of \p B's operator, which
/// must have golden results: NAME.npy for each input and output, and
/// NAME.initial.npy for what an inout output holds before. Errors
/// (InvalidInput), each with the file and what was expected: a file that is
/// missing, one that no tensor has, another shape or element type, a bfloat16
/// stored as f4 that is none.
llvm::Expected<GoldenTensors> readGoldenTensors(const Binding &B,
                                                unsigned Index);

/// A hash of everything that is stored for \p Op. Error: a file that cannot be
/// read.
llvm::Expected<std::string> goldenHash(const Operator &Op);

} // namespace kmend

#endif // KMEND_OPERATOR_GOLDENTENSORS_H
