//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that threads do in one step, with all that it calls.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_FLATTEN_H
#define KMEND_LIB_EXECUTE_COMPILE_FLATTEN_H

namespace llvm {
class Function;
}

namespace kmend {

/// Inlines into \p F what it calls, so that nothing that is done to a called
/// function for the sake of other callers reaches it.
void flatten(llvm::Function &F);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_FLATTEN_H
