//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplications and additions become fused operations, once and for all ways
// to run a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_CONTRACTION_H
#define KMEND_LIB_EXECUTE_COMPILE_CONTRACTION_H

namespace llvm {
class Function;
}

namespace kmend {

/// Fuses every float or double addition with a multiplication that feeds it,
/// where the source allows contraction, also when the product has other uses
/// (as LLVM does for NVIDIA's processors), and takes the permission from what
/// is left. LLVM's code generator would decide by what happens to lie in one
/// basic block, and so differently for each way to run the same kernel.
void contract(llvm::Function &F);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_CONTRACTION_H
