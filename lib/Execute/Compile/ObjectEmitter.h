//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an optimised module to a relocatable object that reaches an allow-list
// of symbols and nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_OBJECTEMITTER_H
#define KMEND_LIB_EXECUTE_COMPILE_OBJECTEMITTER_H

#include "../Simt/EntryPoints.h"
#include "kmend/Support/Error.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace kmend {

class ObjectEmitter {
public:
  /// Errors: Undecided where LLVM has no x86-64.
  static llvm::Expected<ObjectEmitter> create();

  /// The machine that code is compiled for.
  llvm::TargetMachine &machine() { return *Machine; }

  /// Emits \p M; \p Fast compiles quickly to slow code. A symbol that is
  /// neither defined nor \p Allowed is an error with exit code Undecided that
  /// names all such.
  llvm::Expected<std::string> emit(llvm::Module &M,
                                   const EntryPointList &Allowed, bool Fast);

private:
  std::unique_ptr<llvm::TargetMachine> Machine;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_OBJECTEMITTER_H
