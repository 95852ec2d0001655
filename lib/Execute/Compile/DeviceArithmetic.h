//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What C++ leaves open and a device decides: casts of floating point to
// integers that cannot hold it, shifts by more than there are bits.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_DEVICEARITHMETIC_H
#define KMEND_LIB_EXECUTE_COMPILE_DEVICEARITHMETIC_H

namespace llvm {
class Function;
}

namespace kmend {

/// Gives the saturating casts and the shifts of \p F their meaning on a device.
/// A cast goes to 32 bits first where the type is smaller, which then wraps, as
/// nvcc has it; a NaN becomes the top bit alone where 64 bits are on either
/// side (PTX ISA, cvt), else 0. A shift by the width or more, or by a negative
/// count, shifts everything out (PTX ISA, shl and shr).
void computeLikeDevice(llvm::Function &F);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_DEVICEARITHMETIC_H
