//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access through `reinterpret_cast<float4 *>(&tile[r][c])` demands what
// float4 demands.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_CASTALIGNMENT_H
#define KMEND_LIB_EXECUTE_COMPILE_CASTALIGNMENT_H

#include "clang/AST/DeclGroup.h"
#include <memory>

namespace clang {
class ASTConsumer;
}

namespace kmend {

/// A consumer that comes before the one that makes code. Clang takes the
/// alignment of such an access from the variable when it sees one, and so emits
/// code that works at any address; a GPU has no such access. What is cast to
/// something that demands more is made opaque, so that the type decides.
std::unique_ptr<clang::ASTConsumer> alignAsTypesSay();

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_CASTALIGNMENT_H
