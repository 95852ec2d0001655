//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch coverage. Markers go into the module as Clang made it, where every
// branch still stands for one in the source; once kernels are inlined and
// tiers chosen, the markers become bits of a word that a function keeps in a
// register and adds to a table when it returns.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_BRANCHCOVERAGE_H
#define KMEND_LIB_EXECUTE_COMPILE_BRANCHCOVERAGE_H

#include "kmend/Execute/Coverage.h"
#include <vector>

namespace llvm {
class Module;
}

namespace kmend {

/// Marks every conditional branch, switch and conditional operator of \p M
/// that stands in \p FileName itself, not in a header, and returns their ways;
/// a marker names a way by its index. No result of the program changes.
std::vector<BranchWay> markBranches(llvm::Module &M, llvm::StringRef FileName);

/// Name of the table in the object: 32 ways a word, way i in bit i % 32.
inline constexpr char BranchTableName[] = "kmend.branches";

/// Turns the markers of \p M into code that fills the table, and leaves in
/// \p Ways those that the table has bits for. A branch that can go one way only
/// (its condition is constant in every copy), or whose other way ends the run
/// (an assertion), is none and goes. What a thread did before the run ended in
/// the middle is not counted.
void lowerBranchMarkers(llvm::Module &M, std::vector<BranchWay> &Ways);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_BRANCHCOVERAGE_H
