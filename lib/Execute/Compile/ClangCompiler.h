//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source text to LLVM IR, with the two calling bridges that need Clang's
// knowledge of the ABI: from `void **args` to a kernel, and from the slots of a
// run to the entry function.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_CLANGCOMPILER_H
#define KMEND_LIB_EXECUTE_COMPILE_CLANGCOMPILER_H

#include "kmend/Execute/Coverage.h"
#include "kmend/Support/Error.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace kmend {

/// A kernel of a device module.
struct CompiledKernel {
  std::string Name;           ///< mangled
  std::string DisplayName;    ///< as people write it
  unsigned MaxThreads = 1024; ///< of __launch_bounds__
};

/// IR of one side, not yet optimised.
struct CompiledSide {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> IR;
  std::vector<CompiledKernel> Kernels; ///< device side
  /// By number of their markers (BranchCoverage.h), when they were asked for.
  std::vector<BranchWay> Branches;
};

/// Compiles the device side. For each kernel K the module gets
///   void K.thread(ptr args, ptr block, i32 x, i32 y, i32 z)
/// which loads the parameters from cudaLaunchKernel's `args` and calls K.
/// \p MarkBranches: put markers at them.
llvm::Expected<CompiledSide>
compileDevice(llvm::StringRef FileName, llvm::StringRef Text,
              const std::vector<std::string> &Arguments,
              bool MarkBranches = false);

/// Compiles host code whose entry is the extern "C" function \p Symbol of
/// \p Parameters parameters. The module gets `void kmend_entry(ptr slots)`,
/// which reads one EntrySlot a parameter. Errors: DoesNotCompile, also when
/// \p Symbol is missing or takes another number of parameters.
llvm::Expected<CompiledSide>
compileHost(llvm::StringRef FileName, llvm::StringRef Text,
            const std::vector<std::string> &Arguments, llvm::StringRef Symbol,
            unsigned Parameters);

/// What kmend_entry reads for one parameter; it takes the member that suits the
/// parameter's type.
struct EntrySlot {
  void *Pointer;
  int64_t Integer;
  double Number;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_CLANGCOMPILER_H
