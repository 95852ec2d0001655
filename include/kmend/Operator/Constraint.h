//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations between axes that every workload keeps: `k <= n`, `rows % 4 == 0`.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_CONSTRAINT_H
#define KMEND_OPERATOR_CONSTRAINT_H

#include "kmend/Operator/AxisExpression.h"

namespace kmend {

/// A parsed relation: two expressions over axes with one of == != <= < >= >
/// between them.
class Constraint {
public:
  /// Parses \p Text; \p Where is where its first character stands.
  static llvm::Expected<Constraint> parse(llvm::StringRef Text,
                                          SourceLocation Where);

  /// Whether it holds for the values that \p Lookup knows. Errors: those of
  /// AxisExpression::evaluate.
  llvm::Expected<bool> holds(
      llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> Lookup) const;

  llvm::StringRef text() const { return Text; }
  const SourceLocation &where() const { return Where; }
  const AxisExpression &left() const { return Left; }
  const AxisExpression &right() const { return Right; }

private:
  enum class Relation { Equal, Unequal, AtMost, Below, AtLeast, Above };
  std::string Text;
  SourceLocation Where;
  AxisExpression Left, Right;
  Relation Kind = Relation::Equal;
};

} // namespace kmend

#endif // KMEND_OPERATOR_CONSTRAINT_H
