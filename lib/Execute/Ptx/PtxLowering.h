//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline assembly of a module: PTX of the device side becomes IR, all else is
// refused.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PTX_PTXLOWERING_H
#define KMEND_LIB_EXECUTE_PTX_PTXLOWERING_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace kmend {

/// Translates every asm statement of a device module that a kernel can reach,
/// before anything is inlined; functions that none can reach are removed. What
/// is not supported is an error (Undecided) at the statement's place, which
/// names the instruction.
llvm::Error lowerPtx(llvm::Module &M, llvm::StringRef FileName);

/// Refuses assembly in host code, which would go round the allow-list of
/// symbols. An empty text is a compiler barrier and harmless.
llvm::Error refuseAssembly(const llvm::Module &M, llvm::StringRef FileName);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PTX_PTXLOWERING_H
