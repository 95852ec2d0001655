//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled device code reads of its block and its thread
// (Simt/Context.h).
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_CONTEXTFIELDS_H
#define KMEND_LIB_EXECUTE_COMPILE_CONTEXTFIELDS_H

#include "llvm/IR/IRBuilder.h"

namespace kmend {

/// K.thread runs one thread of the kernel K.
constexpr llvm::StringRef ThreadSuffix = ".thread";
bool isThreadFunction(const llvm::Function &F);

/// A field that does not change while the block runs, \p Offset bytes behind
/// \p Base.
llvm::LoadInst *loadField(llvm::IRBuilder<> &B, llvm::Value *Base,
                          unsigned Offset, llvm::Type *T);

/// The BlockContext, at the start of \p F.
llvm::Value *blockOf(llvm::IRBuilder<> &B, llvm::Function &F);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_CONTEXTFIELDS_H
