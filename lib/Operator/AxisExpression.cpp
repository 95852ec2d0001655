//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/AxisExpression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kmend {

static constexpr unsigned MaxDepth = 64;

/// Recursive descent into postfix order:
///   sum     = product {('+' | '-') product}
///   product = unary {('*' | '/' | '%') unary}
///   unary   = ['-' | '+'] unary | number | axis | '(' sum ')' | call
///   call    = ('min' | 'max' | 'ceildiv') '(' sum {',' sum} ')'
class AxisExpressionParser {
public:
  explicit AxisExpressionParser(AxisExpression &Result)
      : Result(Result), Text(Result.Text) {}

  Error run() {
    if (Error E = sum(0))
      return E;
    skipSpace();
    if (At != Text.size())
      return unexpected("an operator");
    return Error::success();
  }

private:
  AxisExpression &Result;
  StringRef Text;
  size_t At = 0;

  void skipSpace() {
    while (At != Text.size() && isSpace(Text[At]))
      ++At;
  }

  Error fail(const Twine &Message) const {
    SourceLocation Where = Result.Where;
    if (Where.Column)
      Where.Column += At;
    return makeError(ExitCode::InvalidInput, Where, Message);
  }

  Error unexpected(StringRef Wanted) const {
    std::string Found = "the end";
    if (At != Text.size()) {
      Found = "'";
      raw_string_ostream OS(Found);
      printEscapedString(Text.substr(At, 1), OS);
      Found += "'";
    }
    return fail("expression '" + Text + "': expected " + Wanted + ", found " +
                Found);
  }

  /// Takes one of \p Operators, or returns 0.
  char takeOperator(StringRef Operators) {
    skipSpace();
    if (At == Text.size() || !Operators.contains(Text[At]))
      return 0;
    return Text[At++];
  }

  void emit(char Kind) { Result.Postfix.push_back({Kind, 0, ""}); }

  Error sum(unsigned Depth) {
    if (Error E = product(Depth))
      return E;
    while (char Operator = takeOperator("+-")) {
      if (Error E = product(Depth))
        return E;
      emit(Operator);
    }
    return Error::success();
  }

  Error product(unsigned Depth) {
    if (Error E = unary(Depth))
      return E;
    while (char Operator = takeOperator("*/%")) {
      if (Error E = unary(Depth))
        return E;
      emit(Operator);
    }
    return Error::success();
  }

  Error unary(unsigned Depth) {
    if (Depth > MaxDepth)
      return fail("expression nested deeper than " + Twine(MaxDepth) +
                  " levels");
    if (char Sign = takeOperator("+-")) {
      Result.Postfix.push_back({'n', 0, ""});
      if (Error E = unary(Depth + 1))
        return E;
      emit(Sign);
      return Error::success();
    }
    if (takeOperator("(")) {
      if (Error E = sum(Depth + 1))
        return E;
      if (!takeOperator(")"))
        return unexpected("')'");
      return Error::success();
    }
    size_t Start = At;
    while (At != Text.size() && (isAlnum(Text[At]) || Text[At] == '_'))
      ++At;
    StringRef Word = Text.slice(Start, At);
    if (Word.empty())
      return unexpected("a number or an axis");
    if (!isDigit(Word[0])) {
      if (takeOperator("("))
        return call(Word, Start, Depth);
      Result.Postfix.push_back({'a', 0, Word.str()});
      return Error::success();
    }
    int64_t Number;
    if (Word.getAsInteger(10, Number)) {
      At = Start;
      return fail("expression '" + Text + "': '" + Word +
                  "' is not an integer of 64 bits");
    }
    Result.Postfix.push_back({'n', Number, ""});
    return Error::success();
  }

  /// The arguments of \p Function, which stands at \p Start; its "(" is taken.
  Error call(StringRef Function, size_t Start, unsigned Depth) {
    const char Kind = Function == "min"       ? 'm'
                      : Function == "max"     ? 'M'
                      : Function == "ceildiv" ? 'c'
                                              : 0;
    if (!Kind) {
      At = Start;
      return fail("expression '" + Text + "': no function '" + Function +
                  "'; there are min, max and ceildiv");
    }
    unsigned Count = 0;
    do {
      if (Error E = sum(Depth + 1))
        return E;
      if (++Count > 1)
        emit(Kind);
    } while (takeOperator(","));
    if (!takeOperator(")"))
      return unexpected("',' or ')'");
    if (Count < 2 || (Kind == 'c' && Count != 2)) {
      At = Start;
      return fail("expression '" + Text + "': " + Function + " takes " +
                  (Kind == 'c' ? "two values" : "two values or more") +
                  ", found " + Twine(Count));
    }
    return Error::success();
  }
};

Expected<AxisExpression> AxisExpression::parse(StringRef Text,
                                               SourceLocation Where) {
  AxisExpression Result;
  Result.Text = Text.str();
  Result.Where = std::move(Where);
  if (Error E = AxisExpressionParser(Result).run())
    return E;
  return Result;
}

Expected<int64_t> AxisExpression::evaluate(
    function_ref<std::optional<int64_t>(StringRef)> Lookup) const {
  SmallVector<int64_t, 8> Stack;
  auto Fail = [&](const Twine &Message) {
    return makeError(ExitCode::InvalidInput, Where,
                     "expression '" + Text + "': " + Message);
  };
  for (const Token &T : Postfix) {
    if (T.Kind == 'n') {
      Stack.push_back(T.Number);
      continue;
    }
    if (T.Kind == 'a') {
      std::optional<int64_t> Value = Lookup(T.Name);
      if (!Value)
        return Fail("unknown axis '" + T.Name + "'");
      Stack.push_back(*Value);
      continue;
    }
    int64_t Right = Stack.pop_back_val(), Left = Stack.pop_back_val();
    int64_t Value = 0;
    bool Overflow = false;
    switch (T.Kind) {
    case '+':
      Overflow = AddOverflow(Left, Right, Value);
      break;
    case '-':
      Overflow = SubOverflow(Left, Right, Value);
      break;
    case '*':
      Overflow = MulOverflow(Left, Right, Value);
      break;
    case 'm':
      Value = std::min(Left, Right);
      break;
    case 'M':
      Value = std::max(Left, Right);
      break;
    default:
      if (Right == 0)
        return Fail("division by zero");
      // The quotient of the smallest number and -1 does not exist.
      if (Right == -1)
        Overflow = T.Kind != '%' && SubOverflow(int64_t(0), Left, Value);
      else if (T.Kind == 'c')
        Value = Left / Right +
                (Left % Right != 0 && (Left < 0) == (Right < 0) ? 1 : 0);
      else
        Value = T.Kind == '/' ? Left / Right : Left % Right;
      break;
    }
    if (Overflow)
      return Fail("overflows 64 bits");
    Stack.push_back(Value);
  }
  return Stack.back();
}

std::vector<std::string> AxisExpression::names() const {
  std::vector<std::string> Result;
  for (const Token &T : Postfix)
    if (T.Kind == 'a' && !is_contained(Result, T.Name))
      Result.push_back(T.Name);
  return Result;
}

} // namespace kmend
