//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled code counts the rounds of its loops, so that one that does not end
// is stopped at the same round every time, and named.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_STEPLIMIT_H
#define KMEND_LIB_EXECUTE_COMPILE_STEPLIMIT_H

#include "../Simt/Steps.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace kmend {

/// Has \p Builder's pipelines count steps. A loop whose number of rounds is
/// known when it is entered counts them all there, eight a step, and so stays as
/// it is for the vectoriser; one with a constant number of at most 4096 rounds,
/// or with a number that is dear to compute, counts nothing, and neither do
/// loops with NoStepsMark (ThreadLoops.h). Every other loop counts in each
/// round. Also has large stack frames meet the guard page.
void addStepLimit(llvm::PassBuilder &Builder);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_STEPLIMIT_H
