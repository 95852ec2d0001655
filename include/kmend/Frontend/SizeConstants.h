//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants of a CUDA source that have to do with sizes: block and tile
// sizes, unrolling, vector widths, literals in loop bounds and in comparisons
// with what comes from an argument of the entry.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_SIZECONSTANTS_H
#define KMEND_FRONTEND_SIZECONSTANTS_H

#include "kmend/Frontend/ParsedSource.h"
#include <vector>

namespace kmend {

struct SizeConstant {
  enum class Use : uint8_t {
    Compared, ///< with the argument itself: `cols <= 1024`, `case 64:`
    Product,  ///< with the product of the arguments: `rows * cols > 65536`
    Tile      ///< divides, steps over or multiplies an index that meets it
  };
  Use How = Use::Tile;
  int64_t Value = 0; ///< 2 to 2^24
  /// Integer parameters of the entry that it meets, by position; empty where
  /// that is unknown, as for a block size.
  std::vector<unsigned> Parameters;
  unsigned Line = 0, Column = 0;
};

/// The size constants of \p Source, whose entry is the host function \p Entry,
/// in source order, each once. Whatever Clang can compute counts as a constant:
/// literals, macros, enumerators, constexpr, template arguments, and variables
/// that are never changed. Which parameter a value comes from is followed
/// through variables, fields, calls and launches, in either direction of the
/// order of execution; what is loaded from memory comes from none.
std::vector<SizeConstant> collectSizeConstants(const ParsedSource &Source,
                                               llvm::StringRef Entry);

} // namespace kmend

#endif // KMEND_FRONTEND_SIZECONSTANTS_H
