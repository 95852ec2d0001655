//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kmend {

static bool isIdentifier(StringRef Text) {
  return !Text.empty() && !isDigit(Text[0]) &&
         all_of(Text, [](char C) { return isAlnum(C) || C == '_'; });
}

static std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known) {
  StringRef Nearest = nearestName(Name, Known);
  return Nearest.empty() ? std::string()
                         : "; did you mean '" + Nearest.str() + "'?";
}

SourceLocation OperatorReader::textPlace(const YamlNode &Node) {
  SourceLocation Where = Node.where();
  if (Node.isQuoted())
    ++Where.Column;
  return Where;
}

Error OperatorReader::declare(const YamlNode::Entry &E, StringRef What) {
  if (!isIdentifier(E.Key))
    return makeError(ExitCode::InvalidInput, E.Where,
                     "'" + E.Key + "' is no name for " + What +
                         "; use letters, digits and _");
  auto [Other, Inserted] = Declared.try_emplace(E.Key, E.Where);
  if (!Inserted)
    return makeError(ExitCode::InvalidInput, E.Where,
                     "the name '" + E.Key + "' is already taken on line " +
                         Twine(Other->second.Line) +
                         "; axes, tensors and scalars share their names");
  return Error::success();
}

Expected<const YamlNode *> OperatorReader::required(const YamlNode &In,
                                                    StringRef Key,
                                                    StringRef What) const {
  const YamlNode *Node = In.find(Key);
  if (!Node || Node->kind() == YamlNode::Kind::Null)
    return (Node ? Node : &In)
        ->error(What + " has no '" + Key + "'; add '" + Key + ": ...'");
  return Node;
}

std::string OperatorReader::axisAdvice(StringRef Name) const {
  SmallVector<StringRef> Names;
  for (const Axis &A : Op.Axes)
    Names.push_back(A.Name);
  return didYouMean(Name, Names);
}

Error OperatorReader::checkAxisNames(const AxisExpression &E,
                                     const SourceLocation &Where) const {
  for (const std::string &Name : E.names())
    if (!Op.axis(Name))
      return makeError(ExitCode::InvalidInput, Where,
                       "unknown axis '" + Name + "'" + axisAdvice(Name) +
                           "; every axis is declared under 'axes'");
  return Error::success();
}

Expected<Operator> OperatorReader::run() {
  if (const YamlNode *Command = Root.find("command"))
    return makeError(ExitCode::Undecided, Command->where(),
                     "this task is judged by commands: it has no tensors and "
                     "no reference, so that only 'kmend eval' can use it");
  if (Error E = Root.checkKeys("an operator",
                               {"name", "op_type", "description", "axes",
                                "constraints", "inputs", "outputs", "scalars",
                                "entry", "reference", "workloads", "tolerance",
                                "policy"}))
    return E;
  for (Error (OperatorReader::*Section)() :
       {&OperatorReader::readNames, &OperatorReader::readAxes,
        &OperatorReader::readConstraints, &OperatorReader::readTensors,
        &OperatorReader::readScalars, &OperatorReader::readEntry,
        &OperatorReader::readReference, &OperatorReader::readTolerances,
        &OperatorReader::readPolicy, &OperatorReader::readWorkloads,
        &OperatorReader::findGoldenWorkloads})
    if (Error E = (this->*Section)())
      return E;
  return std::move(Op);
}

Error OperatorReader::readNames() {
  if (Expected<const YamlNode *> Name = required(Root, "name", "the operator");
      !Name)
    return Name.takeError();
  for (auto [Key, Into] :
       {std::pair<StringRef, std::string *>{"name", &Op.Name},
        {"op_type", &Op.OpType},
        {"description", &Op.Description}}) {
    const YamlNode *Node = Root.find(Key);
    if (!Node || Node->kind() == YamlNode::Kind::Null)
      continue;
    Expected<std::string> Text = Node->asString(Key);
    if (!Text)
      return Text.takeError();
    *Into = std::move(*Text);
  }
  if (Op.Name.empty())
    return Root.find("name")->error("the name is empty");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

Error OperatorReader::readAxes() {
  const YamlNode *Axes = Root.find("axes");
  if (!Axes || Axes->kind() == YamlNode::Kind::Null)
    return Error::success();
  if (Axes->kind() != YamlNode::Kind::Mapping)
    return Axes->error("axes must be a mapping such as 'n: {type: var}'");
  for (const YamlNode::Entry &E : Axes->entries())
    if (Error Failure = readAxis(E))
      return Failure;
  for (const Axis &A : Op.Axes)
    if (A.Expression)
      if (Error E = checkAxisNames(*A.Expression, A.Where))
        return E;
  return checkCycles();
}

Error OperatorReader::readAxis(const YamlNode::Entry &E) {
  std::string What = "axis '" + E.Key + "'";
  if (Error Failure = declare(E, "an axis"))
    return Failure;
  if (Error Failure = E.Value.checkKeys(What, {"type", "value", "expression"}))
    return Failure;
  Expected<const YamlNode *> TypeNode = required(E.Value, "type", What);
  if (!TypeNode)
    return TypeNode.takeError();
  Expected<std::string> Type = (*TypeNode)->asString("the type of " + What);
  if (!Type)
    return Type.takeError();
  Axis A;
  A.Name = E.Key;
  A.Where = E.Where;
  const YamlNode *Value = E.Value.find("value");
  const YamlNode *Expression = E.Value.find("expression");
  if (*Type == "var")
    A.AxisKind = Axis::Kind::Var;
  else if (*Type == "const")
    A.AxisKind = Axis::Kind::Const;
  else if (*Type == "expr")
    A.AxisKind = Axis::Kind::Expr;
  else
    return (*TypeNode)->error("unknown type '" + *Type + "' of " + What +
                              "; the types are var, const and expr");
  if (Value && A.AxisKind != Axis::Kind::Const)
    return Value->error(What + " is of type " + *Type +
                        " and takes no value; workloads bind var axes");
  if (Expression && A.AxisKind != Axis::Kind::Expr)
    return Expression->error(What + " is of type " + *Type +
                             " and takes no expression; use {type: expr}");
  if (A.AxisKind == Axis::Kind::Const) {
    if (!Value)
      return E.Value.error(What + " is const and has no value; add 'value: N'");
    Expected<int64_t> Number = Value->asInteger("the value of " + What);
    if (!Number)
      return Number.takeError();
    if (*Number < 0)
      return Value->error(What + " is negative: " + Twine(*Number));
    A.Value = *Number;
  }
  if (A.AxisKind == Axis::Kind::Expr) {
    if (!Expression)
      return E.Value.error(What + " is of type expr and has no expression; "
                                  "add 'expression: \"...\"'");
    Expected<std::string> Text =
        Expression->asString("the expression of " + What);
    if (!Text)
      return Text.takeError();
    Expected<AxisExpression> Parsed =
        AxisExpression::parse(*Text, textPlace(*Expression));
    if (!Parsed)
      return Parsed.takeError();
    A.Expression = std::move(*Parsed);
    A.Where = Expression->where();
  }
  Op.Axes.push_back(std::move(A));
  return Error::success();
}

Error OperatorReader::checkCycles() const {
  // Strikes out what depends on nothing that is left.
  std::map<std::string, const Axis *> Open;
  for (const Axis &A : Op.Axes)
    if (A.Expression)
      Open[A.Name] = &A;
  bool Progress = true;
  while (Progress) {
    Progress = false;
    for (auto It = Open.begin(); It != Open.end();) {
      bool Waits =
          any_of(It->second->Expression->names(), [&](const std::string &Name) {
            return Open.count(Name) != 0;
          });
      Progress |= !Waits;
      It = Waits ? std::next(It) : Open.erase(It);
    }
  }
  if (Open.empty())
    return Error::success();
  const Axis *First = Open.begin()->second;
  std::string Path;
  std::map<std::string, bool> Seen;
  const Axis *At = First;
  while (!Seen[At->Name]) {
    Seen[At->Name] = true;
    Path += At->Name + " -> ";
    for (const std::string &Name : At->Expression->names())
      if (auto Next = Open.find(Name); Next != Open.end()) {
        At = Next->second;
        break;
      }
  }
  return makeError(ExitCode::InvalidInput, First->Where,
                   "axis '" + First->Name + "' depends on itself: " + Path +
                       At->Name);
}

Error OperatorReader::readConstraints() {
  const YamlNode *Section = Root.find("constraints");
  if (!Section || Section->kind() == YamlNode::Kind::Null)
    return Error::success();
  if (Section->kind() != YamlNode::Kind::Sequence)
    return Section->error("constraints must be a list such as [\"k <= n\"]");
  for (const YamlNode &Item : Section->items()) {
    Expected<std::string> Text = Item.asString("a constraint");
    if (!Text)
      return Text.takeError();
    Expected<Constraint> C = Constraint::parse(*Text, textPlace(Item));
    if (!C)
      return C.takeError();
    for (const AxisExpression *Side : {&C->left(), &C->right()})
      if (Error E = checkAxisNames(*Side, Item.where()))
        return E;
    Op.Constraints.push_back(std::move(*C));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tensors and scalars
//===----------------------------------------------------------------------===//

Error OperatorReader::readTensors() {
  for (StringRef Key : {"inputs", "outputs"}) {
    const YamlNode *Section = Root.find(Key);
    if (!Section || Section->kind() == YamlNode::Kind::Null)
      continue;
    if (Section->kind() != YamlNode::Kind::Mapping)
      return Section->error(
          Key + " must be a mapping such as 'x: {shape: [n], dtype: float32}'");
    for (const YamlNode::Entry &E : Section->entries())
      if (Error Failure = readTensor(E, Key == "outputs"))
        return Failure;
  }
  if (Op.Outputs.empty())
    return (Root.find("outputs") ? Root.find("outputs") : &Root)
        ->error("the operator has no outputs; add one under 'outputs'");
  return Error::success();
}

Error OperatorReader::readTensor(const YamlNode::Entry &E, bool IsOutput) {
  std::string What = (IsOutput ? "output '" : "input '") + E.Key + "'";
  if (Error Failure = declare(E, IsOutput ? "an output" : "an input"))
    return Failure;
  SmallVector<StringRef> Known = {"shape", "dtype", "init"};
  if (IsOutput)
    Known.push_back("inout");
  if (Error Failure = E.Value.checkKeys(What, Known))
    return Failure;
  TensorSpec Tensor;
  Tensor.Name = E.Key;
  Tensor.Where = E.Where;
  Tensor.IsOutput = IsOutput;

  Expected<const YamlNode *> Shape = required(E.Value, "shape", What);
  if (!Shape)
    return Shape.takeError();
  if ((*Shape)->kind() != YamlNode::Kind::Sequence)
    return (*Shape)->error("the shape of " + What +
                           " must be a list of axes such as [rows, cols]");
  for (const YamlNode &Item : (*Shape)->items()) {
    Expected<std::string> Text = Item.asString("an extent of " + What);
    if (!Text)
      return Text.takeError();
    Expected<AxisExpression> Extent =
        AxisExpression::parse(*Text, textPlace(Item));
    if (!Extent)
      return Extent.takeError();
    if (Error Failure = checkAxisNames(*Extent, Item.where()))
      return Failure;
    if (Extent->names().empty()) {
      Expected<int64_t> Value =
          Extent->evaluate([](StringRef) { return std::nullopt; });
      if (!Value)
        return Value.takeError();
      if (*Value < 0)
        return Item.error("an extent of " + What + " is negative: " + *Text);
    }
    Tensor.Shape.push_back(std::move(*Extent));
  }

  Expected<const YamlNode *> TypeNode = required(E.Value, "dtype", What);
  if (!TypeNode)
    return TypeNode.takeError();
  Expected<DType> Type = readDType(**TypeNode, What);
  if (!Type)
    return Type.takeError();
  Tensor.Type = *Type;

  if (const YamlNode *InOut = E.Value.find("inout")) {
    Expected<bool> Value = InOut->asBool("inout of " + What);
    if (!Value)
      return Value.takeError();
    Tensor.InOut = *Value;
  }
  if (const YamlNode *Fill = E.Value.find("init")) {
    if (IsOutput && !Tensor.InOut)
      return Fill->error(What + " is written, not read: an init needs "
                                "'inout: true'");
    Expected<Init> Read = readInit(*Fill, Tensor.Type, What, Op);
    if (!Read)
      return Read.takeError();
    Tensor.Fill = std::move(*Read);
  }
  (IsOutput ? Op.Outputs : Op.Inputs).push_back(std::move(Tensor));
  return Error::success();
}

Error OperatorReader::readScalars() {
  const YamlNode *Section = Root.find("scalars");
  if (!Section || Section->kind() == YamlNode::Kind::Null)
    return Error::success();
  if (Section->kind() != YamlNode::Kind::Mapping)
    return Section->error("scalars must be a mapping such as "
                          "'eps: {dtype: float32, value: 1.0e-5}'");
  for (const YamlNode::Entry &E : Section->entries())
    if (Error Failure = readScalar(E))
      return Failure;
  return Error::success();
}

Error OperatorReader::readScalar(const YamlNode::Entry &E) {
  std::string What = "scalar '" + E.Key + "'";
  if (Error Failure = declare(E, "a scalar"))
    return Failure;
  if (Error Failure = E.Value.checkKeys(What, {"dtype", "value", "values"}))
    return Failure;
  ScalarSpec Scalar;
  Scalar.Name = E.Key;
  Scalar.Where = E.Where;
  Expected<const YamlNode *> TypeNode = required(E.Value, "dtype", What);
  if (!TypeNode)
    return TypeNode.takeError();
  Expected<DType> Type = readDType(**TypeNode, What);
  if (!Type)
    return Type.takeError();
  Scalar.Type = *Type;
  const YamlNode *One = E.Value.find("value");
  const YamlNode *Several = E.Value.find("values");
  if (One && Several)
    return Several->error(What + " has both 'value' and 'values'; keep one");
  SmallVector<const YamlNode *> Nodes;
  if (One)
    Nodes.push_back(One);
  if (Several) {
    if (Several->kind() != YamlNode::Kind::Sequence || Several->items().empty())
      return Several->error("values of " + What +
                            " must be a list with at least one value");
    for (const YamlNode &Item : Several->items())
      Nodes.push_back(&Item);
  }
  for (const YamlNode *Node : Nodes) {
    Expected<double> Value =
        readValue(*Node, Scalar.Type, "the value of " + What);
    if (!Value)
      return Value.takeError();
    Scalar.Values.push_back(*Value);
  }
  Op.Scalars.push_back(std::move(Scalar));
  return Error::success();
}

} // namespace kmend
