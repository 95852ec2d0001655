//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DefinitionReader.h"
#include "Scratch.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

namespace {
/// Tolerances of several workloads: the tightest of each field.
struct Tightest {
  std::optional<double> Atol, Rtol, Ratio;
  bool Differ = false, Cap = false, Nonfinite = false;

  void take(std::optional<double> &Into, double Value, bool Larger = false) {
    if (Into && *Into != Value)
      Differ = true;
    Into = !Into    ? Value
           : Larger ? std::max(*Into, Value)
                    : std::min(*Into, Value);
  }
};

class WorkloadReader {
public:
  WorkloadReader(Definition &D, const ForeignFile &File,
                 const ImportOptions &Options, std::vector<std::string> &Notes)
      : D(D), File(File), Options(Options), Notes(Notes) {}

  Error run() {
    if (Error E = readWorkloads())
      return E;
    return endTolerance();
  }

private:
  Definition &D;
  const ForeignFile &File;
  const ImportOptions &Options;
  std::vector<std::string> &Notes;
  Tightest Allowed;

  Error readWorkloads() {
    std::string Path = Options.Workloads;
    if (Path.empty()) {
      for (StringRef Name : {"workload.jsonl", "workloads.jsonl"})
        if (sys::fs::is_regular_file(pathIn(File.folder(), Name)))
          Path = pathIn(File.folder(), Name);
      if (Path.empty())
        return makeError(ExitCode::CommandLine,
                         "which workloads? say --workloads FILE.jsonl");
    }
    Expected<std::string> Text = readFile(Path);
    if (!Text)
      return Text.takeError();
    auto Buffer = MemoryBuffer::getMemBufferCopy(*Text, Path);
    for (line_iterator Line(*Buffer); !Line.is_at_end(); ++Line) {
      if (Line->trim().empty())
        continue;
      auto Document =
          parseForeignJson(*Line, Path, unsigned(Line.line_number()));
      if (!Document)
        return Document.takeError();
      JsonNode Node = (*Document)->root();
      if (std::optional<JsonNode> Of = Node.find("definition"))
        if (Of->value().getAsString() != StringRef(D.Name))
          continue;
      // A trace holds its workload; a workload may also stand alone.
      if (std::optional<JsonNode> Inner = Node.find("workload"))
        Node = *Inner;
      if (Error E = readWorkload(Node, Path))
        return E;
    }
    if (D.Workloads.empty())
      return makeError(ExitCode::InvalidInput, {Path, 0, 0},
                       "has no workload of '" + D.Name + "'");
    return Error::success();
  }

  Error readWorkload(const JsonNode &Node, StringRef Path) {
    DefinitionWorkload W;
    Expected<JsonNode> Axes = Node.get("axes", "the workload");
    if (!Axes)
      return Axes.takeError();
    auto Bound = Axes->asObject("axes");
    if (!Bound)
      return Bound.takeError();
    for (const JsonNode::Member &M : *Bound) {
      if (none_of(D.Axes, [&](const DefinitionAxis &A) {
            return A.IsVar && A.Name == M.Key;
          }))
        return makeError(ExitCode::InvalidInput, M.Where,
                         "'" + M.Key + "' is no var axis of '" + D.Name + "'");
      Expected<int64_t> Value = M.Node.asInteger("axis '" + M.Key + "'");
      if (!Value)
        return Value.takeError();
      if (*Value < 0)
        return M.Node.error("axis '" + M.Key + "' is negative");
      W.Axes[M.Key] = *Value;
    }
    for (const DefinitionAxis &A : D.Axes)
      if (A.IsVar && !W.Axes.count(A.Name))
        return Axes->error("the workload does not bind axis '" + A.Name + "'");
    Expected<JsonNode> Inputs = Node.get("inputs", "the workload");
    if (!Inputs)
      return Inputs.takeError();
    for (const DefinitionTensor &T : D.Tensors)
      if (!T.IsOutput)
        if (Error E = readInput(T, *Inputs, Path, W))
          return E;
    if (std::optional<JsonNode> Given = Node.find("tolerance"))
      if (Error E = readTolerance(*Given))
        return E;
    D.Workloads.push_back(std::move(W));
    return Error::success();
  }

  Error readInput(const DefinitionTensor &T, const JsonNode &Inputs,
                  StringRef WorkloadPath, DefinitionWorkload &W) {
    DefinitionInput I;
    I.Name = T.Name;
    Expected<JsonNode> Node = Inputs.get(T.Key, "the workload's inputs");
    if (!Node)
      return Node.takeError();
    Expected<JsonNode> Source = Node->get("type", "input '" + T.Key + "'");
    if (!Source)
      return Source.takeError();
    Expected<std::string> Name = Source->asString("the type");
    if (!Name)
      return Name.takeError();
    I.Source = *Name;
    if (I.Source == "scalar") {
      if (!T.IsScalar)
        return Source->error("input '" + T.Key + "' is a tensor, not a scalar");
      Expected<JsonNode> Value = Node->get("value", "input '" + T.Key + "'");
      if (!Value)
        return Value.takeError();
      Expected<double> Number = Value->asNumber("the value");
      if (!Number)
        return Number.takeError();
      I.Value = *Number;
    } else if (T.IsScalar) {
      return Source->error("input '" + T.Key +
                           "' is a scalar and needs a value");
    } else if (I.Source == "safetensors") {
      for (auto [Key, Into] :
           {std::pair<StringRef, std::string *>{"path", &I.Path},
            {"tensor_key", &I.Key}}) {
        Expected<JsonNode> Field = Node->get(Key, "input '" + T.Key + "'");
        if (!Field)
          return Field.takeError();
        Expected<std::string> Text = Field->asString(Key);
        if (!Text)
          return Text.takeError();
        *Into = std::move(*Text);
      }
      StringRef Beside = sys::path::parent_path(WorkloadPath);
      SmallString<256> Whole(Options.DataRoot.empty() ? Beside
                                                      : Options.DataRoot);
      sys::path::append(Whole, I.Path);
      if (!sys::path::is_absolute(I.Path))
        I.Path = Whole.str().str();
      SmallString<256> Absolute(I.Path);
      sys::fs::make_absolute(Absolute);
      I.Path = Absolute.str().str();
      if (!sys::fs::is_regular_file(I.Path))
        return Node->error("no file '" + I.Path +
                           "'; say where the data are with --data-root");
    } else if (I.Source == "custom" && D.CustomInputs.empty()) {
      return Source->error("the definition has no custom_inputs_entrypoint");
    } else if (I.Source != "random" && I.Source != "custom") {
      return Source->error("unknown type '" + I.Source +
                           "'; the types are random, scalar, safetensors and "
                           "custom");
    }
    W.Inputs.push_back(std::move(I));
    return Error::success();
  }

  Error readTolerance(const JsonNode &Node) {
    auto Fields = Node.asObject("tolerance");
    if (!Fields)
      return Fields.takeError();
    for (const JsonNode::Member &M : *Fields) {
      if (M.Node.isNull())
        continue;
      const bool Flag = M.Key == "allow_negative_inf";
      if (Flag || M.Key == "max_error_cap") {
        (Flag ? Allowed.Nonfinite : Allowed.Cap) |=
            !Flag || M.Node.value().getAsBoolean().value_or(false);
        continue;
      }
      std::optional<double> *Into = M.Key == "max_atol"   ? &Allowed.Atol
                                    : M.Key == "max_rtol" ? &Allowed.Rtol
                                    : M.Key == "required_matched_ratio"
                                        ? &Allowed.Ratio
                                        : nullptr;
      if (!Into) {
        Notes.push_back("the field '" + M.Key + "' of a tolerance is left out");
        continue;
      }
      Expected<double> Value = M.Node.asNumber(M.Key);
      if (!Value)
        return Value.takeError();
      Allowed.take(*Into, *Value, Into == &Allowed.Ratio);
    }
    return Error::success();
  }

  Error endTolerance() {
    std::vector<std::string> Fields;
    for (auto [Key, Value] :
         {std::pair<StringRef, std::optional<double>>{"max_atol", Allowed.Atol},
          {"max_rtol", Allowed.Rtol},
          {"required_matched_ratio", Allowed.Ratio}})
      if (Value)
        Fields.push_back((Key + ": " + numberText(*Value)).str());
    if (Allowed.Nonfinite)
      Fields.push_back("allow_nonfinite: true");
    D.ToleranceYaml = join(Fields, ", ");
    if (Allowed.Differ)
      Notes.push_back("the workloads have different tolerances; the tightest "
                      "holds for all");
    if (Allowed.Cap)
      Notes.push_back("max_error_cap is left out");
    return Error::success();
  }
};
} // namespace

Error readWorkloads(Definition &D, const ForeignFile &File,
                    const ImportOptions &Options,
                    std::vector<std::string> &Notes) {
  return WorkloadReader(D, File, Options, Notes).run();
}

} // namespace kmend
