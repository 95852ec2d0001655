//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/Constraint.h"

using namespace llvm;

namespace kmend {

Expected<Constraint> Constraint::parse(StringRef Text, SourceLocation Where) {
  // Expressions over axes have none of these characters, so that the first one
  // is the relation.
  static constexpr StringLiteral Marks = "=!<>&|";
  auto Fail = [&](size_t At, const Twine &Message) {
    SourceLocation Place = Where;
    if (Place.Column)
      Place.Column += At;
    return makeError(ExitCode::InvalidInput, Place,
                     "constraint '" + Text + "': " + Message);
  };
  const size_t At = Text.find_first_of(Marks);
  if (At == StringRef::npos)
    return Fail(0, "there is no relation in it; write one such as 'k <= n' "
                   "(== != <= < >= >)");
  const size_t End = std::min(Text.find_first_not_of(Marks, At), Text.size());
  StringRef Mark = Text.slice(At, End);
  static constexpr std::pair<StringLiteral, Relation> Relations[] = {
      {"==", Relation::Equal},   {"!=", Relation::Unequal},
      {"<=", Relation::AtMost},  {"<", Relation::Below},
      {">=", Relation::AtLeast}, {">", Relation::Above}};
  const auto *Known = llvm::find_if(
      Relations, [&](const auto &Pair) { return Pair.first == Mark; });
  if (Known == std::end(Relations))
    return Fail(At, "'" + Mark + "' is no relation; use one of " +
                        "== != <= < >= >");
  if (size_t Second = Text.find_first_of(Marks, End); Second != StringRef::npos)
    return Fail(Second, "one relation an entry; write what follows as an entry "
                        "of its own");

  StringRef Before = Text.take_front(At).rtrim();
  StringRef After = Text.drop_front(End);
  SourceLocation Behind = Where;
  if (Behind.Column)
    Behind.Column += End;
  Expected<AxisExpression> Left = AxisExpression::parse(Before, Where);
  if (!Left)
    return Left.takeError();
  Expected<AxisExpression> Right = AxisExpression::parse(After, Behind);
  if (!Right)
    return Right.takeError();
  Constraint Result;
  Result.Text = Text.str();
  Result.Where = std::move(Where);
  Result.Left = std::move(*Left);
  Result.Right = std::move(*Right);
  Result.Kind = Known->second;
  return Result;
}

Expected<bool> Constraint::holds(
    function_ref<std::optional<int64_t>(StringRef)> Lookup) const {
  Expected<int64_t> A = Left.evaluate(Lookup);
  if (!A)
    return A.takeError();
  Expected<int64_t> B = Right.evaluate(Lookup);
  if (!B)
    return B.takeError();
  switch (Kind) {
  case Relation::Equal:
    return *A == *B;
  case Relation::Unequal:
    return *A != *B;
  case Relation::AtMost:
    return *A <= *B;
  case Relation::Below:
    return *A < *B;
  case Relation::AtLeast:
    return *A >= *B;
  case Relation::Above:
    return *A > *B;
  }
  return false;
}

} // namespace kmend
