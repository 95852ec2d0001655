//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation of edit scripts: one file in this folder, one line in
// Operations.cpp, one section of docs/EditScript.md.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_OPS_OPERATION_H
#define KMEND_LIB_REWRITE_OPS_OPERATION_H

#include "../EditContext.h"
#include "llvm/ADT/ArrayRef.h"

namespace kmend {

/// Whether an operation aims at a node.
enum class TargetUse { Required, Optional, None };

struct Operation {
  llvm::StringLiteral Name;
  TargetUse Target;
  llvm::ArrayRef<llvm::StringLiteral> Required; ///< fields it must have
  llvm::ArrayRef<llvm::StringLiteral> Optional; ///< fields it may have
  /// Adds its text edits to \p Context.Edits.
  llvm::Error (*Apply)(EditContext &Context, const Edit &E);
};

llvm::ArrayRef<const Operation *> allOperations();
const Operation *findOperation(llvm::StringRef Name);

/// The field \p Key of \p E, empty when absent.
llvm::StringRef field(const Edit &E, llvm::StringRef Key);

/// Fails when \p Code cannot stand as an expression or as statements; \p Key
/// names the field.
llvm::Error checkExpression(const Edit &E, llvm::StringRef Key);
llvm::Error checkStatements(const Edit &E, llvm::StringRef Key);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_OPS_OPERATION_H
