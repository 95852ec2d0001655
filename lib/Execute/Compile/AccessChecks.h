//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses that a GPU faults on and x86 lets pass, and those that neither
// sees: wrong alignment, an index outside a local array.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_ACCESSCHECKS_H
#define KMEND_LIB_EXECUTE_COMPILE_ACCESSCHECKS_H

namespace llvm {
class Function;
}

namespace kmend {

/// Makes every access of \p F whose address is not known to be aligned as the
/// access demands go to an address that faults (Simt/MisalignedAddress.h) when
/// it is not; control flow stays as it was, so loops are vectorised as before.
/// What is checked: accesses that demand 8 bytes or more (`double`, `float2`,
/// `float4`), and others when their address comes from a pointer to something
/// smaller.
///
/// Before an access to a local array at an index that is not known to lie in
/// it, puts a call of kmend_outside_local for when it does not.
void checkAccesses(llvm::Function &F);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_ACCESSCHECKS_H
