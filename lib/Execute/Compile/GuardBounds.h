//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over threads of which only some do anything runs over those alone.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_GUARDBOUNDS_H
#define KMEND_LIB_EXECUTE_COMPILE_GUARDBOUNDS_H

namespace llvm {
class BasicBlock;
class PHINode;
class Value;
} // namespace llvm

namespace kmend {

/// Makes of
///   for (X = 0; X != Extent; ++X) if (i < n) body;
/// with i = base + c * X, c a positive constant, and n and base the same in all
/// rounds
///   for (X = first; X < last; ++X) body;
/// for <, <=, >, >=, ==, signed and not, and several conditions in a row, each
/// of which ends the round when it does not hold. Where base + c * X wraps
/// round, what holds may be two ranges; the loop then runs over one after the
/// other. Conditions that are the same in all rounds are tested once.
///
/// \p X is the loop's induction variable at the start of its first block,
/// \p Latch its last block, which tests X + 1 < \p Extent, an i32 of at most
/// 1024. Neither the latch nor what follows the loop has phis. Nothing before
/// the last of those conditions may have effects; that is checked.
void boundByGuards(llvm::PHINode &X, llvm::BasicBlock &Latch,
                   llvm::Value &Extent);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_GUARDBOUNDS_H
