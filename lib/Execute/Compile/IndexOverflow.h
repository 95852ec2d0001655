//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks for integers that wrap on their way into an index.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_INDEXOVERFLOW_H
#define KMEND_LIB_EXECUTE_COMPILE_INDEXOVERFLOW_H

namespace llvm {
class Module;
}

namespace kmend {

/// Follows every index and every bound of device code back to the sums,
/// differences, products and shifts of 32 bits and the conversions to fewer
/// bits that it is made of, through variables, branches and local and shared
/// arrays. Each that stands in the source itself is computed once more in 64
/// bits, and one that differs calls kmend_index_overflow and goes on. Unsigned
/// sums, differences and bounds are not checked: `unsigned(i - 1) < n` is legal
/// practice.
/// \p M is lowered (DeviceLowering) and not yet optimised; K.loop is left out,
/// since a checked program runs thread by thread.
void checkIndexOverflow(llvm::Module &M);

/// What wrapped, as kmend_index_overflow is told: an operation, the bits it has
/// room for, and whether the number is signed.
struct WrappedOperation {
  enum class Kind : unsigned { Sum, Difference, Product, Shift, Conversion };
  Kind Operation = Kind::Sum;
  unsigned Bits = 32;
  bool Signed = true;

  unsigned encode() const {
    return static_cast<unsigned>(Operation) | Bits << 8 | Signed << 16;
  }
  static WrappedOperation decode(unsigned Code) {
    return {static_cast<Kind>(Code & 0xff), Code >> 8 & 0xff,
            (Code >> 16 & 1) != 0};
  }
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_INDEXOVERFLOW_H
