//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer expressions over axes: `rows * cols`, `(n + 255) / 256`,
// `min(ceildiv(n, 256), 1024)`.
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

/// A parsed expression: integers, axis names, + - * / %, parentheses, and the
/// functions min, max (two or more values) and ceildiv (two). Division
/// truncates as in C++; ceildiv rounds up.
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
  /// Where its first character stands.
  const SourceLocation &where() const { return Where; }

private:
  friend class AxisExpressionParser;
  struct Token {
    /// 'n' number, 'a' axis, or what is done with the two values before it:
    /// + - * / %, 'm' min, 'M' max, 'c' ceildiv.
    char Kind;
    int64_t Number = 0;
    std::string Name;
  };
  std::string Text;
  SourceLocation Where;
  std::vector<Token> Postfix;
};

} // namespace kmend

#endif // KMEND_OPERATOR_AXISEXPRESSION_H
