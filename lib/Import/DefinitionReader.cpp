//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DefinitionReader.h"
#include "kmend/Operator/Constraint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace kmend {

namespace {
class DefinitionReader {
public:
  DefinitionReader(const ForeignFile &File, const JsonNode &Root,
                   const ImportOptions &Options,
                   std::vector<std::string> &Notes)
      : File(File), Root(Root), Options(Options), Notes(Notes) {}

  Expected<Definition> run() {
    for (Error (DefinitionReader::*Step)() :
         {&DefinitionReader::readTexts, &DefinitionReader::readAxes,
          &DefinitionReader::readTensors, &DefinitionReader::readConstraints})
      if (Error E = (this->*Step)())
        return std::move(E);
    if (Error E = readWorkloads(D, File, Options, Notes))
      return std::move(E);
    llvm::sort(Notes);
    Notes.erase(llvm::unique(Notes), Notes.end());
    return std::move(D);
  }

private:
  const ForeignFile &File;
  const JsonNode &Root;
  const ImportOptions &Options;
  std::vector<std::string> &Notes;
  Definition D;
  std::set<std::string> Names;

  Error readTexts() {
    for (auto [Key, Into, Needed] :
         {std::tuple<StringRef, std::string *, bool>{"name", &D.Name, true},
          {"reference", &D.Reference, true},
          {"op_type", &D.OpType, false},
          {"description", &D.Description, false},
          {"custom_inputs_entrypoint", &D.CustomInputs, false}}) {
      std::optional<JsonNode> Node = Root.find(Key);
      if (!Node && Needed)
        return Root.error("the definition has no '" + Key + "'");
      if (!Node)
        continue;
      Expected<std::string> Text = Node->asString(Key);
      if (!Text)
        return Text.takeError();
      *Into = std::move(*Text);
      if (Key == "reference")
        D.ReferenceWhere = Node->where();
    }
    if (D.Name.empty())
      return Root.find("name")->error("the name is empty");
    return Error::success();
  }

  Error declare(const JsonNode::Member &M, StringRef What) {
    if (!isIdentifier(M.Key))
      return makeError(ExitCode::InvalidInput, M.Where,
                       "'" + M.Key + "' is no name for " + What +
                           "; use letters, digits and _");
    if (!Names.insert(M.Key).second)
      return makeError(ExitCode::InvalidInput, M.Where,
                       "the name '" + M.Key +
                           "' is taken; axes and tensors of an operator share "
                           "their names");
    return Error::success();
  }

  Error readAxes() {
    std::optional<JsonNode> Axes = Root.find("axes");
    if (!Axes)
      return Root.error("the definition has no 'axes'");
    auto Members = Axes->asObject("axes");
    if (!Members)
      return Members.takeError();
    for (const JsonNode::Member &M : *Members)
      if (Error E = readAxis(M))
        return E;
    return Error::success();
  }

  Error readAxis(const JsonNode::Member &M) {
    const std::string What = "axis '" + M.Key + "'";
    if (Error E = declare(M, "an axis"))
      return E;
    Expected<JsonNode> TypeNode = M.Node.get("type", What);
    if (!TypeNode)
      return TypeNode.takeError();
    Expected<std::string> Type = TypeNode->asString("the type of " + What);
    if (!Type)
      return Type.takeError();
    DefinitionAxis A;
    A.Name = M.Key;
    if (*Type == "var") {
      A.IsVar = true;
      A.Yaml = "{type: var}";
    } else if (*Type == "const") {
      Expected<JsonNode> Value = M.Node.get("value", What);
      if (!Value)
        return Value.takeError();
      Expected<int64_t> Number = Value->asInteger("the value of " + What);
      if (!Number)
        return Number.takeError();
      A.Yaml = "{type: const, value: " + std::to_string(*Number) + "}";
    } else if (*Type == "expr") {
      Expected<JsonNode> Node = M.Node.get("expression", What);
      if (!Node)
        return Node.takeError();
      Expected<std::string> Text = Node->asString("the expression");
      if (!Text)
        return Text.takeError();
      Expected<std::string> Ours = expression(*Text, *Node);
      if (!Ours)
        return Ours.takeError();
      A.Yaml = "{type: expr, expression: " + quoted(*Ours) + "}";
    } else {
      return TypeNode->error("unknown type '" + *Type + "' of " + What +
                             "; the types are var, const and expr");
    }
    D.Axes.push_back(std::move(A));
    return Error::success();
  }

  /// An expression of Python's over whole numbers in our words. A quotient that
  /// need not be whole has no counterpart, unless it is all there is: then it
  /// becomes a constraint that it is.
  Expected<std::string> expression(StringRef Python, const JsonNode &Node) {
    if (Python.contains("**"))
      return Node.error("'**' in '" + Python +
                            "' is not supported; write the product out",
                        ExitCode::Undecided);
    std::string Text = Python.str();
    for (size_t At; (At = Text.find("//")) != std::string::npos;)
      Text.replace(At, 2, "\1");
    if (StringRef(Text).contains('/')) {
      auto [Left, Right] = StringRef(Text).split('/');
      Left = Left.trim();
      Right = Right.trim();
      if (!all_of(Left, [](char C) { return isAlnum(C) || C == '_'; }) ||
          !all_of(Right, [](char C) { return isAlnum(C) || C == '_'; }))
        return Node.error("'/' in '" + Python +
                              "' need not be whole; write '//'",
                          ExitCode::Undecided);
      D.Constraints.push_back((Left + " % " + Right + " == 0").str());
    }
    std::replace(Text.begin(), Text.end(), '\1', '/');
    SourceLocation Where = Node.where();
    ++Where.Column;
    Expected<AxisExpression> Parsed = AxisExpression::parse(Text, Where);
    if (!Parsed)
      return Parsed.takeError();
    return Text;
  }

  Error readTensors() {
    for (StringRef Section : {"inputs", "outputs"}) {
      std::optional<JsonNode> Node = Root.find(Section);
      if (!Node)
        return Root.error("the definition has no '" + Section + "'");
      auto Members = Node->asObject(Section);
      if (!Members)
        return Members.takeError();
      for (JsonNode::Member &M : *Members)
        if (Error E = readTensor(std::move(M), Section == "outputs"))
          return E;
    }
    return Error::success();
  }

  Error readTensor(JsonNode::Member M, bool IsOutput) {
    DefinitionTensor T;
    T.Key = M.Key;
    T.IsOutput = IsOutput;
    // A value that is updated: what comes back has a place of its own.
    if (IsOutput && any_of(D.Tensors, [&](const DefinitionTensor &Input) {
          return !Input.IsOutput && Input.Name == M.Key;
        })) {
      Notes.push_back("output '" + M.Key + "' is called '" + M.Key +
                      "_out', since an input has its name");
      M.Key += "_out";
    }
    const std::string What = (IsOutput ? "output '" : "input '") + T.Key + "'";
    if (Error E = declare(M, IsOutput ? "an output" : "an input"))
      return E;
    T.Name = M.Key;
    Expected<JsonNode> TypeNode = M.Node.get("dtype", What);
    if (!TypeNode)
      return TypeNode.takeError();
    Expected<std::string> TypeName = TypeNode->asString("the dtype");
    if (!TypeName)
      return TypeName.takeError();
    std::optional<DType> Type = dtypeFromName(*TypeName);
    if (!Type)
      return TypeNode->error("dtype '" + *TypeName + "' of " + What +
                                 " is not supported; operators have " +
                                 join(dtypeNames(), ", "),
                             ExitCode::Undecided);
    T.Type = *Type;
    std::optional<JsonNode> Shape = M.Node.find("shape");
    if (!Shape) {
      // A number, not a tensor; one that is returned is a tensor of one.
      T.IsScalar = !IsOutput;
    } else {
      auto Extents = Shape->asArray("the shape of " + What);
      if (!Extents)
        return Extents.takeError();
      for (const JsonNode &Extent : *Extents) {
        std::string Text;
        if (std::optional<int64_t> Number = Extent.value().getAsInteger()) {
          Text = std::to_string(*Number);
        } else {
          Expected<std::string> Name = Extent.asString("an extent");
          if (!Name)
            return Name.takeError();
          if (none_of(D.Axes,
                      [&](const DefinitionAxis &A) { return A.Name == *Name; }))
            return Extent.error("unknown axis '" + *Name + "' in " + What);
          Text = *Name;
        }
        T.Shape.push_back(std::move(Text));
      }
    }
    D.Tensors.push_back(std::move(T));
    return Error::success();
  }

  Error readConstraints() {
    std::optional<JsonNode> Node = Root.find("constraints");
    if (!Node)
      return Error::success();
    auto List = Node->asArray("constraints");
    if (!List)
      return List.takeError();
    for (const JsonNode &Item : *List) {
      Expected<std::string> Text = Item.asString("a constraint");
      if (!Text)
        return Text.takeError();
      std::string Ours = *Text;
      for (size_t At; (At = Ours.find("//")) != std::string::npos;)
        Ours.replace(At, 2, "/");
      Expected<Constraint> C = Constraint::parse(Ours, Item.where());
      bool Known = bool(C);
      if (!C) {
        consumeError(C.takeError());
      } else {
        for (const AxisExpression *Side : {&C->left(), &C->right()})
          for (const std::string &Name : Side->names())
            Known &= any_of(D.Axes, [&](const DefinitionAxis &A) {
              return A.Name == Name;
            });
      }
      if (Known)
        D.Constraints.push_back(std::move(Ours));
      else
        Notes.push_back("the constraint '" + *Text +
                        "' is left out: it is no relation between axes");
    }
    return Error::success();
  }
};
} // namespace

Expected<Definition> readDefinition(const ForeignFile &File,
                                    const JsonNode &Root,
                                    const ImportOptions &Options,
                                    std::vector<std::string> &Notes) {
  return DefinitionReader(File, Root, Options, Notes).run();
}

} // namespace kmend
