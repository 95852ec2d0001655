//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NumPy's .npy files, format versions 1.0 to 3.0 (numpy.lib.format): a header
// that is a Python dictionary, then the elements. Files come from anywhere, so
// the reader takes nothing but what it knows.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_NPYFILE_H
#define KMEND_OPERATOR_NPYFILE_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kmend {

/// One array, in C order and little-endian.
struct NpyArray {
  char Kind = 'f';        ///< f i u b, or V for bytes without a type
  unsigned ItemBytes = 4; ///< 1, 2, 4 or 8
  std::vector<int64_t> Shape;
  /// The elements, in the text that was parsed.
  llvm::ArrayRef<char> Bytes;

  /// `f4`, `i8`, `b1`, `V2`.
  std::string type() const;
  /// `(3, 4)`, `(3,)`, `()`.
  std::string shape() const;
};

/// Parses the contents \p File of a .npy file; \p Name stands in errors. Errors
/// (InvalidInput): no .npy file, another version, Fortran order, big-endian,
/// an element type that is none of those above, bytes missing or left over.
llvm::Expected<NpyArray> parseNpy(llvm::StringRef File, llvm::StringRef Name);

/// The .npy file (version 1.0) of an array whose elements NumPy calls \p Descr,
/// for example "<f4".
std::string formatNpy(llvm::StringRef Descr, llvm::ArrayRef<int64_t> Shape,
                      llvm::ArrayRef<char> Bytes);

} // namespace kmend

#endif // KMEND_OPERATOR_NPYFILE_H
