//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;

namespace kmend {

Expected<DType> readDType(const YamlNode &Node, StringRef What) {
  Expected<std::string> Name = Node.asString("the dtype of " + What.str());
  if (!Name)
    return Name.takeError();
  if (std::optional<DType> Type = dtypeFromName(*Name))
    return *Type;
  // What other languages call them is no typing error of ours.
  StringRef Meant = StringSwitch<StringRef>(*Name)
                        .Cases({"half", "fp16", "f16"}, "float16")
                        .Cases({"bf16", "__nv_bfloat16"}, "bfloat16")
                        .Cases({"float", "fp32", "f32"}, "float32")
                        .Cases({"double", "fp64", "f64"}, "float64")
                        .Cases({"int", "i32"}, "int32")
                        .Cases({"long", "i64"}, "int64")
                        .Default(nearestName(*Name, dtypeNames()));
  std::string Advice =
      Meant.empty() ? "" : "did you mean '" + Meant.str() + "'? ";
  return Node.error("unknown dtype '" + *Name + "' of " + What + "; " + Advice +
                    "the dtypes are " + join(dtypeNames(), ", "));
}

Expected<double> readValue(const YamlNode &Node, DType Type, StringRef What) {
  if (Type == DType::Bool && (Node.text() == "true" || Node.text() == "false"))
    return Node.text() == "true";
  Expected<double> Value = Node.asNumber(What);
  if (!Value)
    return Value;
  std::string Shown = "'" + Node.text().str() + "'";
  if (isFloating(Type)) {
    if (!std::isfinite(roundTo(Type, *Value)))
      return Node.error(What + ": " + Shown + " is too large for " +
                        name(Type));
    return Value;
  }
  if (std::trunc(*Value) != *Value)
    return Node.error(What + " must be an integer, since its dtype is " +
                      name(Type) + ", found " + Shown);
  if (*Value < smallest(Type) || *Value > largest(Type))
    return Node.error(What + ": " + Shown + " does not fit " + name(Type));
  if (std::fabs(*Value) > 0x1p53)
    return Node.error(What + ": " + Shown +
                      " is beyond 2^53, where not every integer is kept");
  return Value;
}

static std::string shortNumber(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.10g", Value);
  return Text;
}

namespace {

struct KindInfo {
  StringLiteral Name;
  Init::Kind Kind;
  /// The keys that belong to it, besides `kind` and `fixed`.
  std::initializer_list<StringRef> Keys;
};

const KindInfo Kinds[] = {
    {"normal", Init::Kind::Normal, {"mean", "std"}},
    {"uniform", Init::Kind::Uniform, {"low", "high"}},
    {"integers", Init::Kind::Integers, {"low", "high"}},
    {"permutation", Init::Kind::Permutation, {}},
    {"bernoulli", Init::Kind::Bernoulli, {"p"}},
    {"constant", Init::Kind::Constant, {"value"}},
    {"sorted", Init::Kind::Sorted, {"low", "high"}},
    {"positive", Init::Kind::Positive, {}},
};

class InitReader {
public:
  InitReader(const YamlNode &Node, DType Type, StringRef What,
             const Operator &Op)
      : Node(Node), Type(Type), What("init of " + What.str()), Op(Op) {}

  Expected<Init> run() {
    Result.Given = true;
    if (Error E = readKind())
      return E;
    if (const YamlNode *Fixed = Node.find("fixed")) {
      Expected<bool> Value = Fixed->asBool("fixed in the " + What);
      if (!Value)
        return Value.takeError();
      Result.Fixed = *Value;
    }
    if (Error E = readFields())
      return E;
    return Result;
  }

private:
  const YamlNode &Node;
  DType Type;
  std::string What;
  const Operator &Op;
  Init Result;

  Error readKind() {
    if (Error E =
            Node.checkKeys("the " + What, {"kind", "mean", "std", "low", "high",
                                           "p", "value", "fixed"}))
      return E;
    const YamlNode *KindNode = Node.find("kind");
    if (!KindNode)
      return Node.error("the " + What + " has no 'kind'; " + knownKinds());
    Expected<std::string> Name = KindNode->asString("kind in the " + What);
    if (!Name)
      return Name.takeError();
    const KindInfo *Found =
        find_if(Kinds, [&](const KindInfo &K) { return K.Name == *Name; });
    if (Found == std::end(Kinds)) {
      SmallVector<StringRef> Names;
      for (const KindInfo &K : Kinds)
        Names.push_back(K.Name);
      StringRef Nearest = nearestName(*Name, Names);
      return KindNode->error("unknown kind '" + *Name + "' in the " + What +
                             (Nearest.empty()
                                  ? "; " + knownKinds()
                                  : "; did you mean '" + Nearest.str() + "'?"));
    }
    Result.InitKind = Found->Kind;
    for (const YamlNode::Entry &E : Node.entries())
      if (E.Key != "kind" && E.Key != "fixed" &&
          !is_contained(Found->Keys, E.Key))
        return makeError(ExitCode::InvalidInput, E.Where,
                         "key '" + E.Key + "' does not belong to kind '" +
                             Found->Name + "'; its keys are " +
                             join(Found->Keys, ", ") +
                             (Found->Keys.size() ? ", fixed" : "fixed"));
    return checkType(*KindNode);
  }

  static std::string knownKinds() {
    std::string Result = "the kinds are ";
    ListSeparator Comma;
    for (const KindInfo &K : Kinds)
      Result += (StringRef(Comma) + K.Name).str();
    return Result;
  }

  Error checkType(const YamlNode &KindNode) const {
    bool Floating = isFloating(Type);
    auto Misfit = [&](StringRef Wanted, StringRef Advice) {
      return KindNode.error("the " + What + ": this kind needs " + Wanted +
                            " dtype, not " + name(Type) + "; " + Advice);
    };
    switch (Result.InitKind) {
    case Init::Kind::Normal:
    case Init::Kind::Uniform:
      if (!Floating)
        return Misfit("a floating", "use {kind: integers, low: L, high: H}");
      break;
    case Init::Kind::Positive:
      if (!Floating)
        return Misfit("a floating", "use {kind: integers, low: 1, high: H}");
      break;
    case Init::Kind::Permutation:
      if (Floating || Type == DType::Bool)
        return Misfit("an integer", "use another kind or dtype");
      break;
    default:
      break;
    }
    return Error::success();
  }

  Error readFields() {
    switch (Result.InitKind) {
    case Init::Kind::Normal:
      if (Error E = readNumber("mean", Result.Mean))
        return E;
      if (Error E = readNumber("std", Result.Std))
        return E;
      if (Result.Std < 0)
        return Node.find("std")->error("std in the " + What +
                                       " must not be negative");
      return checkFits(std::fabs(Result.Mean) + 8 * Result.Std);
    case Init::Kind::Bernoulli:
      if (Error E = readNumber("p", Result.P))
        return E;
      if (Result.P < 0 || Result.P > 1)
        return Node.find("p")->error("p in the " + What +
                                     " must lie between 0 and 1");
      return Error::success();
    case Init::Kind::Constant: {
      const YamlNode *ValueNode = Node.find("value");
      if (!ValueNode)
        return Node.error("the " + What + ": kind 'constant' needs a 'value'");
      Expected<double> Value =
          readValue(*ValueNode, Type, "value in the " + What);
      if (!Value)
        return Value.takeError();
      Result.Value = *Value;
      return Error::success();
    }
    case Init::Kind::Uniform:
    case Init::Kind::Integers:
    case Init::Kind::Sorted:
      return readBounds();
    case Init::Kind::Permutation:
    case Init::Kind::Positive:
      return Error::success();
    }
    llvm_unreachable("every kind is handled");
  }

  Error readNumber(StringRef Key, double &Into) {
    const YamlNode *Field = Node.find(Key);
    if (!Field)
      return Error::success();
    Expected<double> Value = Field->asNumber(Key.str() + " in the " + What);
    if (!Value)
      return Value.takeError();
    Into = *Value;
    return Error::success();
  }

  Error checkFits(double Magnitude) const {
    if (Magnitude <= largest(Type))
      return Error::success();
    return Node.error("the " + What + ": values of " + name(Type) + " end at " +
                      shortNumber(largest(Type)));
  }

  Error readBound(StringRef Key, InitBound &Into) {
    const YamlNode *Field = Node.find(Key);
    if (!Field)
      return Error::success();
    StringRef Text = Field->text();
    if (Field->kind() == YamlNode::Kind::Scalar && Op.axis(Text)) {
      Into = Text.str();
      return Error::success();
    }
    std::string Of = Key.str() + " in the " + What;
    // Neither a number nor an axis: a word is more likely a name.
    if (Field->kind() == YamlNode::Kind::Scalar && !Text.empty() &&
        (isAlpha(Text[0]) || Text[0] == '_')) {
      SmallVector<StringRef> Names;
      for (const Axis &A : Op.Axes)
        Names.push_back(A.Name);
      StringRef Nearest = nearestName(Text, Names);
      return Field->error(Of + " names '" + Text + "', which is no axis" +
                          (Nearest.empty()
                               ? std::string()
                               : "; did you mean '" + Nearest.str() + "'?"));
    }
    Expected<double> Value = Field->asNumber(Of);
    if (!Value)
      return Value.takeError();
    bool Exact = Result.InitKind == Init::Kind::Integers || !isFloating(Type);
    if (Exact && std::trunc(*Value) != *Value)
      return Field->error(Of + " must be an integer, found '" + Text + "'");
    Into = *Value;
    return Error::success();
  }

  Error readBounds() {
    bool Integral =
        Result.InitKind == Init::Kind::Integers || !isFloating(Type);
    if (Integral) {
      if (!Node.find("high"))
        return Node.error("the " + What +
                          ": 'high' is missing (the first integer above the "
                          "last; a number or an axis)");
      Result.Low = 0.0;
    }
    if (Error E = readBound("low", Result.Low))
      return E;
    if (Error E = readBound("high", Result.High))
      return E;
    const double *Low = std::get_if<double>(&Result.Low);
    const double *High = std::get_if<double>(&Result.High);
    const YamlNode *Place = Node.find("high") ? Node.find("high") : &Node;
    if (Low && High && *Low >= *High)
      return Place->error("the " + What +
                          ": low must be less than high (high itself is "
                          "never drawn)");
    // Between these every integer is a value of the type.
    double Least = smallest(Type), Most = largest(Type);
    if (Integral && isFloating(Type)) {
      Most = 2 / epsilon(Type);
      Least = -Most;
    }
    Least = std::max(Least, -0x1p53);
    Most = std::min(Most, 0x1p53);
    double Last = Integral ? 1 : 0;
    if (!Integral) {
      Most = largest(Type);
      Least = -Most;
    }
    if ((Low && *Low < Least) || (High && *High - Last > Most))
      return Place->error("the " + What + ": the bounds leave the " +
                          (Integral ? "integers" : "values") + " of " +
                          name(Type) + ", " + shortNumber(Least) + " to " +
                          shortNumber(Most));
    return Error::success();
  }
};

} // namespace

Expected<Init> readInit(const YamlNode &Node, DType Type, StringRef What,
                        const Operator &Op) {
  return InitReader(Node, Type, What, Op).run();
}

} // namespace kmend
