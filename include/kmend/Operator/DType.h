//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element types of tensors and scalars.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_DTYPE_H
#define KMEND_OPERATOR_DTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace kmend {

enum class DType : uint8_t {
  Float64,
  Float32,
  Float16,
  BFloat16,
  Int64,
  Int32,
  Int16,
  Int8,
  UInt8,
  UInt32,
  Bool
};

/// The name in operator.yaml, for example "float16".
llvm::StringRef name(DType Type);
/// The dtype of that name.
std::optional<DType> dtypeFromName(llvm::StringRef Name);
/// Every name, in the order of DType.
llvm::ArrayRef<llvm::StringRef> dtypeNames();
/// Bytes of one element.
unsigned sizeOf(DType Type);
bool isFloating(DType Type);
/// Distance from 1 to the next larger value (2^-52, 2^-23, 2^-10, 2^-7); 0 for
/// integers.
double epsilon(DType Type);
/// Largest finite value; 2^63 for int64, whose own a double cannot hold.
double largest(DType Type);
/// Least finite value: negative, or 0 where the type has no sign.
double smallest(DType Type);

/// Rounds \p Value to \p Type (to nearest, ties to even; integers saturate) and
/// returns what the type then holds.
double roundTo(DType Type, double Value);

/// Reads element \p Index of an array of \p Type. int64 values beyond 2^53 lose
/// bits: compare integers with loadInteger.
double load(DType Type, const void *Data, uint64_t Index);
int64_t loadInteger(DType Type, const void *Data, uint64_t Index);
/// Writes element \p Index, rounded as by roundTo.
void store(DType Type, void *Data, uint64_t Index, double Value);

} // namespace kmend

#endif // KMEND_OPERATOR_DTYPE_H
