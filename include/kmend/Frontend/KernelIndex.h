//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a CUDA source consists of: kernels, device functions, launches, shared
// variables, barriers.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_KERNELINDEX_H
#define KMEND_FRONTEND_KERNELINDEX_H

#include "kmend/Frontend/ParsedSource.h"
#include <vector>

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace kmend {

/// A launch of a kernel: `k<<<...>>>(...)`, cudaLaunchKernel or
/// cudaLaunchCooperativeKernel. Absent configuration arguments are null.
struct LaunchSite {
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *Kernel = nullptr; ///< the pattern, not an instance
  const clang::FunctionDecl *Caller = nullptr;
  const clang::Expr *Grid = nullptr, *Block = nullptr;
  const clang::Expr *SharedBytes = nullptr, *Stream = nullptr;
  bool Cooperative = false;
};

/// Functions and variables of the main file, in source order, templates once.
struct KernelIndex {
  std::vector<const clang::FunctionDecl *> Kernels, DeviceFunctions,
      HostFunctions;
  std::vector<LaunchSite> Launches;
  std::vector<const clang::VarDecl *> SharedVariables;
  std::vector<const clang::CallExpr *>
      Barriers; ///< __syncthreads and its forms

  const clang::FunctionDecl *kernel(llvm::StringRef Name) const;
};

KernelIndex buildKernelIndex(const ParsedSource &Source, Side S = Side::Device);

} // namespace kmend

#endif // KMEND_FRONTEND_KERNELINDEX_H
