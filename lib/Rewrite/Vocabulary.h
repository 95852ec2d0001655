//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The named matchers that cards and edit scripts may use beside Clang's own:
// docs/EditScript.md lists them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_VOCABULARY_H
#define KMEND_LIB_REWRITE_VOCABULARY_H

#include "clang/ASTMatchers/Dynamic/Parser.h"

namespace kmend {

const clang::ast_matchers::dynamic::Parser::NamedValueMap &vocabulary();

} // namespace kmend

#endif // KMEND_LIB_REWRITE_VOCABULARY_H
