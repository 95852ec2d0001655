//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The script that runs a Python reference once.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_PYTHONDRIVER_H
#define KMEND_LIB_IMPORT_PYTHONDRIVER_H

#include "llvm/ADT/StringRef.h"

namespace kmend {

/// Reads request.json and reference.py beside it and the stored inputs below
/// data/, and stores the results there.
extern const llvm::StringLiteral PythonDriver;

/// Its exit codes: a module is missing (named behind "missing module: "), or
/// the reference is at fault.
constexpr int DriverMissing = 90, DriverWrong = 91;

} // namespace kmend

#endif // KMEND_LIB_IMPORT_PYTHONDRIVER_H
