//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sections that say how an operator is called and judged: entry, reference,
// tolerance, policy, workloads.
//
//===----------------------------------------------------------------------===//

#include "OperatorReader.h"
#include "kmend/Operator/Binding.h"
#include "kmend/Operator/Workloads.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

static std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known) {
  StringRef Nearest = nearestName(Name, Known);
  return Nearest.empty() ? std::string()
                         : "; did you mean '" + Nearest.str() + "'?";
}

Error OperatorReader::readEntry() {
  Expected<const YamlNode *> Section = required(Root, "entry", "the operator");
  if (!Section)
    return Section.takeError();
  const YamlNode &Node = **Section;
  if (Error E = Node.checkKeys("entry", {"symbol", "arguments", "launch"}))
    return E;
  Op.EntryPoint.Where = Node.where();
  const YamlNode *Launch = Node.find("launch");
  if (Launch && Node.find("symbol"))
    return Launch->error("entry has both 'symbol' and 'launch'; keep one");
  if (Error E = Launch ? readLaunch(*Launch) : readSymbol(Node))
    return E;

  Expected<const YamlNode *> List = required(Node, "arguments", "entry");
  if (!List)
    return List.takeError();
  Expected<std::vector<std::string>> Arguments =
      (*List)->asStrings("entry.arguments");
  if (!Arguments)
    return Arguments.takeError();
  SmallVector<StringRef> Names;
  for (const auto &[Name, Where] : Declared)
    Names.push_back(Name);
  for (size_t I = 0; I != Arguments->size(); ++I) {
    const std::string &Name = (*Arguments)[I];
    const YamlNode &Item = (*List)->items()[I];
    if (!Declared.count(Name))
      return Item.error("argument '" + Name +
                        "' is no axis, tensor or scalar of this operator" +
                        didYouMean(Name, Names));
    if (is_contained(Op.EntryPoint.Arguments, Name))
      return Item.error("argument '" + Name + "' is given twice");
    Op.EntryPoint.Arguments.push_back(Name);
  }
  for (const TensorSpec &Output : Op.Outputs)
    if (!is_contained(*Arguments, Output.Name))
      return (*List)->error("output '" + Output.Name +
                            "' is not among the arguments, so nothing could "
                            "write it; add it");
  return Error::success();
}

Error OperatorReader::readReference() {
  Expected<const YamlNode *> Section =
      required(Root, "reference", "the operator");
  if (!Section)
    return Section.takeError();
  const YamlNode &Node = **Section;
  if (Error E = Node.checkKeys("reference", {"cpp", "golden"}))
    return E;
  const YamlNode *Golden = Node.find("golden");
  const YamlNode *Cpp = Node.find("cpp");
  if (Golden && Cpp)
    return Golden->error("reference has both 'cpp' and 'golden'; keep one");
  if (Golden)
    return readGolden(*Golden);
  if (!Cpp)
    return Node.error("reference has neither 'cpp' nor 'golden'; add "
                      "'cpp: reference.cpp'");
  Expected<std::string> Name = Cpp->asString("reference.cpp");
  if (!Name)
    return Name.takeError();
  if (leavesFolder(*Name))
    return Cpp->error("the reference '" + *Name +
                      "' must stand in the operator's folder; copy it there "
                      "and give its path in the folder");
  SmallString<256> Path(Op.Folder);
  sys::path::append(Path, *Name);
  if (!sys::fs::is_regular_file(Path))
    return Cpp->error(
        "the reference '" + Path.str() +
        (sys::fs::exists(Path) ? "' is not a file" : "' does not exist"));
  Op.ReferenceCpp = Path.str().str();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tolerance and policy
//===----------------------------------------------------------------------===//

static const StringRef ToleranceKeys[] = {
    "max_atol", "max_rtol", "required_matched_ratio", "allow_nonfinite"};

/// Reads one field of a tolerance over what \p Into has already.
static Error readToleranceField(const YamlNode::Entry &E, StringRef What,
                                Tolerance &Into) {
  std::string Name = E.Key + " of " + What.str();
  if (E.Key == "allow_nonfinite") {
    Expected<bool> Value = E.Value.asBool(Name);
    if (!Value)
      return Value.takeError();
    Into.AllowNonfinite = *Value;
    return Error::success();
  }
  Expected<double> Value = E.Value.asNumber(Name);
  if (!Value)
    return Value.takeError();
  if (E.Key == "required_matched_ratio") {
    if (*Value <= 0 || *Value > 1)
      return E.Value.error(Name + " must be more than 0 and at most 1");
    Into.RequiredMatchedRatio = *Value;
    return Error::success();
  }
  if (*Value < 0)
    return E.Value.error(Name + " must not be negative");
  (E.Key == "max_atol" ? Into.MaxAtol : Into.MaxRtol) = *Value;
  Into.Given = true;
  return Error::success();
}

Error OperatorReader::readTolerances() {
  const YamlNode *Section = Root.find("tolerance");
  if (!Section || Section->kind() == YamlNode::Kind::Null)
    return Error::success();
  SmallVector<StringRef> Known(std::begin(ToleranceKeys),
                               std::end(ToleranceKeys));
  for (const TensorSpec &Output : Op.Outputs)
    Known.push_back(Output.Name);
  if (Error E = Section->checkKeys("tolerance", Known))
    return E;
  auto IsField = [](const YamlNode::Entry &E) {
    return is_contained(ToleranceKeys, E.Key) &&
           E.Value.kind() != YamlNode::Kind::Mapping;
  };
  for (const YamlNode::Entry &E : Section->entries())
    if (IsField(E))
      if (Error Failure =
              readToleranceField(E, "tolerance", Op.DefaultTolerance))
        return Failure;
  // An output starts from the default, wherever that stands.
  for (const YamlNode::Entry &E : Section->entries()) {
    if (IsField(E))
      continue;
    std::string What = "the tolerance of '" + E.Key + "'";
    if (Error Failure = E.Value.checkKeys(What, ToleranceKeys))
      return Failure;
    Tolerance Own = Op.DefaultTolerance;
    for (const YamlNode::Entry &Field : E.Value.entries())
      if (Error Failure = readToleranceField(Field, What, Own))
        return Failure;
    Op.OutputTolerance[E.Key] = Own;
  }
  return Error::success();
}

Error OperatorReader::readPolicy() {
  const YamlNode *Section = Root.find("policy");
  if (!Section || Section->kind() == YamlNode::Kind::Null)
    return Error::success();
  if (Error E = Section->checkKeys("policy", {"allow"}))
    return E;
  const YamlNode *Allow = Section->find("allow");
  if (!Allow || Allow->kind() == YamlNode::Kind::Null)
    return Error::success();
  Expected<std::vector<std::string>> Names = Allow->asStrings("policy.allow");
  if (!Names)
    return Names.takeError();
  for (size_t I = 0; I != Names->size(); ++I)
    if ((*Names)[I].empty())
      return Allow->items()[I].error("policy.allow has an empty name");
  Op.PolicyAllow = std::move(*Names);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Workloads
//===----------------------------------------------------------------------===//

Error OperatorReader::readWorkloads() {
  const YamlNode *Section = Root.find("workloads");
  if (Section && Section->kind() != YamlNode::Kind::Sequence &&
      Section->kind() != YamlNode::Kind::Null)
    return Section->error("workloads must be a list such as '- {n: 1000}'");
  if (!Section || Section->items().empty())
    return (Section ? Section : &Root)
        ->error("the operator has no workloads; add at least one, such as "
                "'- {n: 1000}'");
  for (const YamlNode &Node : Section->items())
    if (Error E = readWorkload(Node))
      return E;
  return checkExpansion(*Section);
}

Error OperatorReader::readWorkload(const YamlNode &Node) {
  SmallVector<StringRef> Known;
  for (const Axis &A : Op.Axes)
    if (A.AxisKind == Axis::Kind::Var)
      Known.push_back(A.Name);
  for (const ScalarSpec &S : Op.Scalars)
    Known.push_back(S.Name);
  if (Node.kind() != YamlNode::Kind::Mapping)
    return Node.error("a workload must be a mapping such as {n: 1000}");
  Workload W;
  W.Where = Node.where();
  W.Listed = static_cast<int>(Op.Workloads.size());
  for (const YamlNode::Entry &E : Node.entries()) {
    const Axis *A = Op.axis(E.Key);
    if (A && A->AxisKind != Axis::Kind::Var)
      return makeError(
          ExitCode::InvalidInput, E.Where,
          "axis '" + E.Key + "' is " +
              (A->AxisKind == Axis::Kind::Const ? "const" : "expr") +
              "; a workload binds var axes and scalars only");
    if (A) {
      Expected<int64_t> Value = E.Value.asInteger("axis '" + E.Key + "'");
      if (!Value)
        return Value.takeError();
      if (*Value < 0)
        return E.Value.error("axis '" + E.Key +
                             "' is negative: " + Twine(*Value));
      W.Axes[E.Key] = *Value;
    } else if (const ScalarSpec *S = Op.scalar(E.Key)) {
      Expected<double> Value =
          readValue(E.Value, S->Type, "scalar '" + E.Key + "'");
      if (!Value)
        return Value.takeError();
      W.Scalars[E.Key] = *Value;
    } else {
      return makeError(ExitCode::InvalidInput, E.Where,
                       "'" + E.Key + "' is no axis and no scalar" +
                           didYouMean(E.Key, Known));
    }
  }
  if (Expected<Binding> Bound = bind(Op, W); !Bound)
    return Bound.takeError();
  Op.Workloads.push_back(std::move(W));
  return Error::success();
}

Error OperatorReader::checkExpansion(const YamlNode &Node) const {
  uint64_t Total = 0;
  for (const Workload &W : Op.Workloads) {
    uint64_t Product = 1;
    for (const ScalarSpec &S : Op.Scalars)
      if (!S.Values.empty() && !W.Scalars.count(S.Name))
        Product = SaturatingMultiply<uint64_t>(Product, S.Values.size());
    Total = SaturatingAdd(Total, Product);
  }
  if (Total <= MaxExpandedWorkloads)
    return Error::success();
  return Node.error("the workloads with the values of the scalars are more "
                    "than " +
                    Twine(MaxExpandedWorkloads) +
                    "; list fewer workloads or values");
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

Expected<Operator> readOperator(StringRef Folder) {
  SmallString<256> Path(Folder);
  SourceLocation Where;
  Where.File = Folder.str();
  if (sys::fs::is_directory(Path)) {
    sys::path::append(Path, "operator.yaml");
    if (!sys::fs::exists(Path))
      return makeError(ExitCode::InvalidInput, Where,
                       "is no operator folder: it has no operator.yaml");
  } else if (!sys::fs::exists(Path)) {
    return makeError(ExitCode::InvalidInput, Where,
                     "no such operator folder or file");
  }
  Expected<std::string> Text = readFile(Path);
  if (!Text)
    return Text.takeError();
  StringRef Parent = sys::path::parent_path(Path);
  return parseOperator(*Text, Path, Parent.empty() ? "." : Parent);
}

Expected<Operator> parseOperator(StringRef Text, StringRef FileName,
                                 StringRef Folder) {
  Expected<YamlNode> Root = parseYaml(Text, FileName);
  if (!Root)
    return Root.takeError();
  return OperatorReader(*Root, Folder).run();
}

} // namespace kmend
