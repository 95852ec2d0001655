//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer expressions over axes: `rows * cols`, `(n + 255) / 256`.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_AXISEXPRESSION_H
#define KMEND_OPERATOR_AXISEXPRESSION_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kmend {

/// A parsed expression: integers, axis names, + - * / % and parentheses.
/// Division truncates as in C++.
class AxisExpression {
public:
  /// Parses \p Text; \p Where is where its first character stands.
  static llvm::Expected<AxisExpression> parse(llvm::StringRef Text,
                                              SourceLocation Where);

  /// Evaluates with the values that \p Lookup knows. Errors: an unknown name, a
  /// division by zero, an overflow of 64 bits.
  llvm::Expected<int64_t> evaluate(
      llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> Lookup) const;

  /// The axes it names, in order of appearance, each once.
  std::vector<std::string> names() const;
  llvm::StringRef text() const { return Text; }

private:
  friend class AxisExpressionParser;
  struct Token {
    char Kind; ///< 'n' number, 'a' axis, or the operator in postfix order
    int64_t Number = 0;
    std::string Name;
  };
  std::string Text;
  SourceLocation Where;
  std::vector<Token> Postfix;
};

} // namespace kmend

#endif // KMEND_OPERATOR_AXISEXPRESSION_H
