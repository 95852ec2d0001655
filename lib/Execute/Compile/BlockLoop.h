//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads that do not wait for each other, as nested loops.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_BLOCKLOOP_H
#define KMEND_LIB_EXECUTE_COMPILE_BLOCKLOOP_H

namespace llvm {
class Function;
class Twine;
} // namespace llvm

namespace kmend {

/// Makes a function \p Name(args, block) that does
///   for z, y, x: K.thread(args, block, x, y, z)
/// with K.thread inlined, and what all threads load alike loaded once.
void makeBlockLoop(llvm::Function &Thread, const llvm::Twine &Name);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_BLOCKLOOP_H
