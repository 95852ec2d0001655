//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about types that the interpreter and the collectors share.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_FLOW_TYPES_H
#define KMEND_LIB_GATE_FLOW_TYPES_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

namespace kmend {

/// Bits of a floating-point type, a vector of one included: 16 or less for
/// half, bfloat16 and the 8-bit forms; 0 for anything else.
unsigned floatBits(clang::QualType T);

/// The name of a declared class type, or empty.
llvm::StringRef recordName(clang::QualType T);

} // namespace kmend

#endif // KMEND_LIB_GATE_FLOW_TYPES_H
