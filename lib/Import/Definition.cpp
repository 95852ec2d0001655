//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of flashinfer-bench and SOL-ExecBench with their workloads. The
// reference is Python: it is run once, and its results are stored.
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "DefinitionReader.h"
#include "PythonDriver.h"
#include "Scratch.h"
#include "kmend/Operator/InputGenerator.h"
#include "kmend/Operator/NpyFile.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

static constexpr uint64_t ReferenceMemoryGiB = 64;

static StringRef npyType(DType Type) {
  static constexpr StringLiteral Names[] = {"<f8", "<f4", "<f2", "<u2",
                                            "<i8", "<i4", "<i2", "|i1",
                                            "|u1", "<u4", "|b1"};
  return Names[unsigned(Type)];
}

static std::string operatorYaml(const Definition &D) {
  std::string Text = "name: " + quoted(D.Name) + "\n";
  if (!D.OpType.empty())
    Text += "op_type: " + quoted(D.OpType) + "\n";
  if (!D.Description.empty())
    Text += "description: " + quoted(D.Description) + "\n";
  Text += "axes:\n";
  std::vector<std::string> Arguments;
  for (const DefinitionAxis &A : D.Axes)
    Text += "  " + A.Name + ": " + A.Yaml + "\n";
  if (!D.Constraints.empty()) {
    Text += "constraints:\n";
    for (const std::string &C : D.Constraints)
      Text += "  - " + quoted(C) + "\n";
  }
  std::string Scalars;
  for (bool IsOutput : {false, true}) {
    std::string Section;
    for (const DefinitionTensor &T : D.Tensors) {
      if (T.IsOutput != IsOutput)
        continue;
      Arguments.push_back(T.Name);
      if (T.IsScalar)
        Scalars += "  " + T.Name + ": {dtype: " + name(T.Type).str() + "}\n";
      else
        Section += "  " + T.Name + ": {shape: [" + join(T.Shape, ", ") +
                   "], dtype: " + name(T.Type).str() + "}\n";
    }
    if (!Section.empty())
      Text += (IsOutput ? "outputs:\n" : "inputs:\n") + Section;
  }
  if (!Scalars.empty())
    Text += "scalars:\n" + Scalars;
  for (const DefinitionAxis &A : D.Axes)
    if (A.IsVar)
      Arguments.push_back(A.Name);
  Text += "entry:\n  symbol: " + identifier(D.Name) + "\n  arguments: [" +
          join(Arguments, ", ") + "]\n";
  Text += "reference:\n  golden: data\nworkloads:\n";
  for (const DefinitionWorkload &W : D.Workloads) {
    std::vector<std::string> Bindings;
    for (const auto &[Name, Value] : W.Axes)
      Bindings.push_back(Name + ": " + std::to_string(Value));
    for (const DefinitionInput &I : W.Inputs)
      if (I.Source == "scalar")
        Bindings.push_back(I.Name + ": " + numberText(I.Value));
    Text += "  - {" + join(Bindings, ", ") + "}\n";
  }
  if (!D.ToleranceYaml.empty())
    Text += "tolerance: {" + D.ToleranceYaml + "}\n";
  return Text;
}

static json::Object tensorJson(const BoundTensor &T) {
  return json::Object{{"name", T.Spec->Name},
                      {"dtype", name(T.Spec->Type)},
                      {"shape", json::Array(T.Shape)}};
}

/// The driver's request, and the random inputs beside it.
static Error writeRequest(const Definition &D, const Operator &Op,
                          const ImportOptions &Options) {
  json::Array Workloads;
  for (size_t I = 0; I != D.Workloads.size(); ++I) {
    const DefinitionWorkload &W = D.Workloads[I];
    Expected<Binding> B = bind(Op, Op.Workloads[I]);
    if (!B)
      return B.takeError();
    json::Array Inputs, Outputs;
    for (const DefinitionInput &Input : W.Inputs) {
      if (Input.Source == "scalar") {
        json::Value Value = Input.Value;
        const ScalarSpec &S = *Op.scalar(Input.Name);
        if (S.Type == DType::Bool)
          Value = Input.Value != 0;
        else if (!isFloating(S.Type))
          Value = int64_t(Input.Value);
        Inputs.push_back(json::Object{{"name", Input.Name},
                                      {"source", "scalar"},
                                      {"value", std::move(Value)}});
        continue;
      }
      unsigned Index = 0;
      while (B->Tensors[Index].Spec->Name != Input.Name)
        ++Index;
      const BoundTensor &T = B->Tensors[Index];
      json::Object Entry = tensorJson(T);
      Entry["source"] = Input.Source;
      if (Input.Source == "safetensors") {
        Entry["path"] = Input.Path;
        Entry["key"] = Input.Key;
      } else if (Input.Source == "random") {
        std::vector<char> Bytes(T.bytes());
        generateInput(*B, Index, Distribution::Declared, Options.Seed, Bytes);
        if (Error E =
                writeFile(pathIn(Op.Golden->Workloads[I], Input.Name + ".npy"),
                          formatNpy(npyType(T.Spec->Type), T.Shape, Bytes)))
          return E;
      }
      Inputs.push_back(std::move(Entry));
    }
    for (const DefinitionTensor &Output : D.Tensors)
      for (const BoundTensor &T : B->Tensors)
        if (Output.IsOutput && T.Spec->Name == Output.Name) {
          json::Object Entry = tensorJson(T);
          Entry["key"] = Output.Key;
          Outputs.push_back(std::move(Entry));
        }
    json::Object Axes;
    for (const auto &[Name, Value] : B->Axes)
      Axes[Name] = Value;
    Workloads.push_back(json::Object{{"axes", std::move(Axes)},
                                     {"inputs", std::move(Inputs)},
                                     {"outputs", std::move(Outputs)}});
  }
  json::Value Request =
      json::Object{{"schema_version", 1},
                   {"seed", int64_t(Options.Seed & 0x7fffffff)},
                   {"custom_inputs_entrypoint", D.CustomInputs},
                   {"workloads", std::move(Workloads)}};
  return writeFile(pathIn(Options.Output, "request.json"),
                   formatv("{0:2}\n", Request).str());
}

/// Runs the driver. What a person can do about it is Undecided.
static Error runReference(const Definition &D, const ImportOptions &Options) {
  const std::string Driver = pathIn(Options.Output, "make_golden.py");
  const std::string Then = "then run: " + Options.Python + " " + Driver;
  if (!hasProgram(Options.Python))
    return makeError(ExitCode::Undecided,
                     "the reference is Python, and there is no '" +
                         Options.Python +
                         "'; install Python 3 with the modules that " +
                         pathIn(Options.Output, "reference.py") +
                         " imports (torch or numpy), " + Then);
  Expected<ScratchFolder> Scratch = ScratchFolder::make();
  if (!Scratch)
    return Scratch.takeError();
  Expected<ChildResult> R = runChild({Options.Python, "-B", Driver},
                                     pathIn(Scratch->path(), "output"),
                                     Options.Seconds, ReferenceMemoryGiB);
  if (!R)
    return R.takeError();
  if (R->Ended == ChildResult::End::TimedOut)
    return makeError(ExitCode::Undecided,
                     "the reference took more than " +
                         Twine(unsigned(Options.Seconds)) +
                         " s; give it --seconds N, or run: " + Options.Python +
                         " " + Driver);
  if (R->Ended == ChildResult::End::Exited && R->ExitCode == 0)
    return Error::success();
  if (R->ExitCode == DriverMissing) {
    StringRef Module = StringRef(R->Output).split("missing module: ").second;
    Module = Module.take_until([](char C) { return C == '\n' || C == '.'; });
    return makeError(ExitCode::Undecided,
                     "the reference needs the Python module '" + Module +
                         "'; install it (" + Options.Python +
                         " -m pip install " + Module + "), " + Then);
  }
  return makeError(
      ExitCode::InvalidInput, D.ReferenceWhere,
      "the reference fails on the workloads; " +
          (R->Message.empty() ? std::string() : R->Message + "; ") +
          "it wrote:\n" + StringRef(R->Output).rtrim());
}

Expected<ImportReport> importDefinition(const ForeignFile &File,
                                        const JsonNode &Root,
                                        const ImportOptions &Options) {
  ImportReport Report;
  Expected<Definition> D = readDefinition(File, Root, Options, Report.Notes);
  if (!D)
    return D.takeError();
  Report.Name = D->Name;
  for (size_t I = 0; I != D->Workloads.size(); ++I)
    if (Error E =
            makeFolder(pathIn(Options.Output, "data/w" + std::to_string(I))))
      return std::move(E);
  for (auto [Name, Text] :
       {std::pair<StringRef, StringRef>{"reference.py", D->Reference},
        {"make_golden.py", PythonDriver}})
    if (Error E = writeFile(pathIn(Options.Output, Name), Text))
      return std::move(E);
  if (Error E =
          writeFile(pathIn(Options.Output, "operator.yaml"), operatorYaml(*D)))
    return std::move(E);
  Expected<Operator> Op = readOperator(Options.Output);
  if (!Op)
    return Op.takeError();
  if (Error E = writeRequest(*D, *Op, Options))
    return std::move(E);
  if (!Options.Run) {
    Report.Notes.push_back("the reference was not run; run " + Options.Python +
                           " " + pathIn(Options.Output, "make_golden.py"));
    return Report;
  }
  if (Error E = runReference(*D, Options))
    return std::move(E);
  if (Error E = checkImported(Options.Output))
    return std::move(E);
  return Report;
}

} // namespace kmend
