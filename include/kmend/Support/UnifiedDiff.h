//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unified diffs between two texts (the format of `diff -u`).
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SUPPORT_UNIFIEDDIFF_H
#define KMEND_SUPPORT_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kmend {

/// Returns the unified diff that turns \p Before into \p After with \p Context
/// lines around each hunk, empty when they are equal. Line differences are
/// minimal (Myers: An O(ND) Difference Algorithm, 1986).
std::string unifiedDiff(llvm::StringRef Before, llvm::StringRef After,
                        llvm::StringRef BeforeName, llvm::StringRef AfterName,
                        unsigned Context = 3);

} // namespace kmend

#endif // KMEND_SUPPORT_UNIFIEDDIFF_H
