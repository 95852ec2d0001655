//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program that runs a C++ reference once.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_CPPDRIVER_H
#define KMEND_LIB_IMPORT_CPPDRIVER_H

#include "llvm/ADT/StringRef.h"

namespace kmend {

/// Stands behind the task's headers and in front of CppDriverMain: takes the
/// containers of a task apart and writes them as .npy files. What it finds it
/// prints, a line each: `tensor w0 x1 float32 1000`, `scalar w0 x2 int32 7`.
extern const llvm::StringLiteral CppDriverTypes;

/// The main program; the parameters of generate_input are in
/// kmend_driver::Names, one set of values a workload in
/// kmend_driver::Workloads.
extern const llvm::StringLiteral CppDriverMain;

} // namespace kmend

#endif // KMEND_LIB_IMPORT_CPPDRIVER_H
