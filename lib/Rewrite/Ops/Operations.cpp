//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of operations, in the order of docs/EditScript.md.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"

namespace kmend {

extern const Operation ReplaceOperation, InsertBeforeOperation,
    InsertAfterOperation, DeleteOperation, WrapIfOperation, WrapForOperation,
    SetTypeOperation, SetInitOperation, SetLaunchOperation, SetBoundOperation,
    AddFunctionOperation, AddIncludeOperation, AddParameterOperation,
    ApplyCardOperation;

llvm::ArrayRef<const Operation *> allOperations() {
  static const Operation *const List[] = {
      &ReplaceOperation,      &InsertBeforeOperation, &InsertAfterOperation,
      &DeleteOperation,       &WrapIfOperation,       &WrapForOperation,
      &SetTypeOperation,      &SetInitOperation,      &SetLaunchOperation,
      &SetBoundOperation,     &AddFunctionOperation,  &AddIncludeOperation,
      &AddParameterOperation, &ApplyCardOperation,
  };
  return List;
}

const Operation *findOperation(llvm::StringRef Name) {
  for (const Operation *O : allOperations())
    if (O->Name == Name)
      return O;
  return nullptr;
}

llvm::StringRef field(const Edit &E, llvm::StringRef Key) {
  auto It = E.Fields.find(Key.str());
  return It == E.Fields.end() ? llvm::StringRef() : llvm::StringRef(It->second);
}

static llvm::Error refuseField(llvm::StringRef Key, llvm::StringRef Text,
                               llvm::StringRef Why) {
  return makeError(ExitCode::InvalidScript,
                   "'" + Key + "' is `" + Text.take_front(80) + "`: " + Why);
}

llvm::Error checkExpression(const Edit &E, llvm::StringRef Key) {
  std::string Why = whyNotExpression(field(E, Key));
  return Why.empty() ? llvm::Error::success()
                     : refuseField(Key, field(E, Key), Why);
}

llvm::Error checkStatements(const Edit &E, llvm::StringRef Key) {
  std::string Why = whyNotWhole(field(E, Key));
  if (Why.empty() && field(E, Key).trim().empty())
    Why = "it is empty";
  return Why.empty() ? llvm::Error::success()
                     : refuseField(Key, field(E, Key), Why);
}

} // namespace kmend
