//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a source is known again.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REPAIR_FINGERPRINT_H
#define KMEND_REPAIR_FINGERPRINT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kmend {

/// A hash of the tokens of \p Text: comments, white space and line splices do
/// not count, everything else does.
std::string fingerprint(llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_REPAIR_FINGERPRINT_H
