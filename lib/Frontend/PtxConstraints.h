//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code is compiled for the host's processor, whose assembly has other
// operand constraints than PTX. This gives the device side of a compilation a
// target that is the host's in all but inline assembly, where it is NVPTX's:
// the constraints "h r l q f d C n", no clobbered registers, braces and bars
// that are text.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_PTXCONSTRAINTS_H
#define KMEND_LIB_FRONTEND_PTXCONSTRAINTS_H

namespace clang {
class LangOptions;
class Preprocessor;
} // namespace clang

namespace kmend {

/// To be called when a source file begins, before the tree's context is made.
/// Does nothing on the host side, and where the target is NVPTX already.
void acceptPtxConstraints(const clang::LangOptions &Language,
                          const clang::Preprocessor *PP);

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_PTXCONSTRAINTS_H
