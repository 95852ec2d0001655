//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long jumps of the random number generator XORWOW. A step is linear over
// GF(2), so n steps are a power of one matrix of 160 x 160 bits.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_RANDOMSKIP_H
#define KMEND_LIB_EXECUTE_SIMT_RANDOMSKIP_H

namespace kmend {

/// Advances the five words of \p State by \p Sequences * 2^67 + \p Offset
/// steps.
void skipXorwow(unsigned *State, unsigned long long Sequences,
                unsigned long long Offset);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_RANDOMSKIP_H
