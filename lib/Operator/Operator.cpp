//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/Operator.h"
#include "kmend/Support/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kmend {

template <typename T>
static const T *findNamed(const std::vector<T> &List, StringRef Name) {
  for (const T &Element : List)
    if (Element.Name == Name)
      return &Element;
  return nullptr;
}

const Axis *Operator::axis(StringRef Name) const {
  return findNamed(Axes, Name);
}

const TensorSpec *Operator::tensor(StringRef Name) const {
  if (const TensorSpec *Input = findNamed(Inputs, Name))
    return Input;
  return findNamed(Outputs, Name);
}

const ScalarSpec *Operator::scalar(StringRef Name) const {
  return findNamed(Scalars, Name);
}

std::vector<std::string> Operator::referenceAxes() const {
  std::vector<std::string> Names;
  if (!EntryPoint.KernelLaunch)
    return Names;
  for (const Axis &A : Axes)
    if (A.AxisKind == Axis::Kind::Var &&
        !is_contained(EntryPoint.Arguments, A.Name))
      Names.push_back(A.Name);
  return Names;
}

const Tolerance &Operator::tolerance(StringRef Output) const {
  auto Own = OutputTolerance.find(Output.str());
  return Own == OutputTolerance.end() ? DefaultTolerance : Own->second;
}

std::string Workload::str() const {
  std::string Result;
  raw_string_ostream OS(Result);
  StringRef Separator = "";
  for (const auto &[Name, Value] : Axes) {
    OS << Separator << Name << '=' << Value;
    Separator = " ";
  }
  for (const auto &[Name, Value] : Scalars) {
    OS << Separator << Name << '=' << format("%.9g", Value);
    Separator = " ";
  }
  return Result;
}

/// The `.cu` file in \p Folder with a name near to \p Name, or empty.
static std::string nearestSource(StringRef Folder, StringRef Name) {
  std::vector<std::string> Sources;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    if (sys::path::extension(It->path()) == ".cu")
      Sources.push_back(sys::path::filename(It->path()).str());
  // A folder is read in no particular order.
  sort(Sources);
  std::vector<StringRef> Known(Sources.begin(), Sources.end());
  return nearestName(sys::path::filename(Name), Known).str();
}

Expected<std::string> findCandidate(StringRef Folder, StringRef Name) {
  SmallString<256> Place(Folder);
  if (!sys::fs::is_directory(Place))
    sys::path::remove_filename(Place);
  SmallString<256> Inside(Place);
  sys::path::append(Inside, Name);
  for (StringRef Path : {Name, Inside.str()})
    if (!Path.empty() && sys::fs::is_regular_file(Path))
      return Path.str();
  SourceLocation Where;
  Where.File = Name.str();
  if (sys::fs::is_directory(Name))
    return makeError(ExitCode::InvalidInput, Where,
                     "is a folder; name a .cu file");
  std::string Nearest = nearestSource(Place.empty() ? "." : Place.str(), Name);
  return makeError(ExitCode::InvalidInput, Where,
                   "no such file, neither here nor in '" + Folder + "'" +
                       (Nearest.empty() ? std::string()
                                        : "; did you mean '" + Nearest + "'?"));
}

} // namespace kmend
