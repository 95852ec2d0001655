//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignJson.h"
#include "GpuMode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kmend {

// A parameter of this name chooses the inputs, not their shape.
static constexpr StringLiteral SeedName = "seed";

/// How operator.yaml writes the size of \p P: a parameter that is as large in
/// every workload, a number, or an axis of its own.
static std::string extentOf(const GpuModeTask &Task, const Part &P,
                            std::vector<std::string> &OwnAxes) {
  for (const std::string &Name : Task.Parameters)
    if (Name != SeedName && all_of(seq(Task.Workloads.size()), [&](size_t I) {
          return std::to_string(Task.Workloads[I].at(Name)) == P.Values[I];
        }))
      return Name;
  if (all_equal(P.Values))
    return P.Values.front();
  OwnAxes.push_back(P.Name);
  return P.Name + "_size";
}

std::string operatorYaml(const GpuModeTask &Task) {
  std::vector<std::string> OwnAxes, Arguments, Axes;
  std::string Inputs, Outputs, Scalars;
  for (const Part &P : Task.Parts) {
    Arguments.push_back(P.Name);
    if (P.IsScalar) {
      Scalars += "  " + P.Name + ": {dtype: " + P.Type + "}\n";
      continue;
    }
    (StringRef(P.Name).starts_with("y") ? Outputs : Inputs) +=
        "  " + P.Name + ": {shape: [" + extentOf(Task, P, OwnAxes) +
        "], dtype: " + P.Type + "}\n";
  }
  for (const std::string &Name : Task.Parameters)
    if (Name != SeedName)
      Axes.push_back(Name);
  for (const std::string &Name : OwnAxes)
    Axes.push_back(Name + "_size");
  std::string Text = "name: " + quoted(Task.Name) + "\n";
  if (!Task.Description.empty())
    Text += "description: " + quoted(Task.Description) + "\n";
  if (!Axes.empty())
    Text += "axes:\n";
  for (const std::string &Name : Axes)
    Text += "  " + Name + ": {type: var}\n";
  Text += Inputs.empty() ? "" : "inputs:\n" + Inputs;
  Text += "outputs:\n" + Outputs;
  Text += Scalars.empty() ? "" : "scalars:\n" + Scalars;
  Arguments.insert(Arguments.end(), Axes.begin(), Axes.end());
  Text += "entry:\n  symbol: custom_kernel\n  arguments: [" +
          join(Arguments, ", ") + "]\nreference:\n  golden: data\n" +
          "workloads:\n";
  for (size_t I = 0; I != Task.Workloads.size(); ++I) {
    std::vector<std::string> Bindings;
    for (const std::string &Name : Task.Parameters)
      if (Name != SeedName)
        Bindings.push_back(Name + ": " +
                           std::to_string(Task.Workloads[I].at(Name)));
    for (const Part &P : Task.Parts)
      if (P.IsScalar)
        Bindings.push_back(P.Name + ": " + P.Values[I]);
      else if (is_contained(OwnAxes, P.Name))
        Bindings.push_back(P.Name + "_size: " + P.Values[I]);
    Text += "  - {" + join(Bindings, ", ") + "}\n";
  }
  return Text;
}

} // namespace kmend
