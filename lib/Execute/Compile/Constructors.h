//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a module does before main.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_CONSTRUCTORS_H
#define KMEND_LIB_EXECUTE_COMPILE_CONSTRUCTORS_H

namespace llvm {
class Module;
}

namespace kmend {

/// Makes `void kmend_constructors()`, which runs what the module would run
/// before main: the registration of kernels, then constructors of globals.
void addConstructorRunner(llvm::Module &M);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_CONSTRUCTORS_H
