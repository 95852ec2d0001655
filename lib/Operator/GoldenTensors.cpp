//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/GoldenTensors.h"
#include "kmend/Operator/NpyFile.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;

namespace kmend {

// A tensor's elements and a header.
static constexpr uint64_t MaxFileBytes = (4ull << 30) + (1 << 16);

static Error failAt(StringRef Path, const Twine &Message) {
  return makeError(ExitCode::InvalidInput, {Path.str(), 0, 0}, Message);
}

/// The element types that may stand for \p Type; the first is the usual one.
static SmallVector<StringRef, 4> storedTypes(DType Type, bool IsResult) {
  SmallVector<StringRef, 4> Types;
  switch (Type) {
  case DType::Float64:
    Types = {"f8"};
    break;
  case DType::Float32:
    Types = {"f4"};
    break;
  case DType::Float16:
    Types = {"f2"};
    break;
  case DType::BFloat16:
    Types = {"u2", "V2", "f4"};
    break;
  case DType::Int64:
    Types = {"i8"};
    break;
  case DType::Int32:
    Types = {"i4"};
    break;
  case DType::Int16:
    Types = {"i2"};
    break;
  case DType::Int8:
    Types = {"i1"};
    break;
  case DType::UInt8:
    Types = {"u1"};
    break;
  case DType::UInt32:
    Types = {"u4"};
    break;
  case DType::Bool:
    Types = {"b1"};
    break;
  }
  // A result may be more exact than what the candidate can write.
  if (IsResult && isFloating(Type))
    for (StringRef Wider : {"f4", "f8"})
      if (!is_contained(Types, Wider))
        Types.push_back(Wider);
  return Types;
}

static DType storedAs(const NpyArray &A, DType Type) {
  if (A.Kind != 'f')
    return Type;
  return A.ItemBytes == 8   ? DType::Float64
         : A.ItemBytes == 4 ? DType::Float32
                            : DType::Float16;
}

/// Reads one tensor: in its dtype, or as doubles where it is a floating result.
static Expected<std::vector<char>>
readTensor(StringRef Path, const BoundTensor &T, bool IsResult) {
  Expected<std::string> File =
      readFile(Path, ExitCode::InvalidInput, MaxFileBytes);
  if (!File)
    return File.takeError();
  Expected<NpyArray> A = parseNpy(*File, Path);
  if (!A)
    return A.takeError();
  const DType Type = T.Spec->Type;
  NpyArray Wanted;
  Wanted.Shape = T.Shape;
  if (A->Shape != T.Shape)
    return failAt(Path, "has shape " + A->shape() + "; '" + T.Spec->Name +
                            "' has " + Wanted.shape() + " here");
  SmallVector<StringRef, 4> Types = storedTypes(Type, IsResult);
  if (!is_contained(Types, A->type()))
    return failAt(Path, "has elements of type " + A->type() + "; '" +
                            T.Spec->Name + "' is " + name(Type) +
                            ", stored as " + join(Types, " or "));

  const DType From = storedAs(*A, Type);
  if (!IsResult || !isFloating(Type)) {
    if (From == Type)
      return A->Bytes.vec();
    std::vector<char> Bytes(T.bytes());
    for (uint64_t I = 0; I != T.Elements; ++I) {
      const double Value = load(From, A->Bytes.data(), I);
      store(Type, Bytes.data(), I, Value);
      const double Kept = load(Type, Bytes.data(), I);
      if (Kept != Value && !(Kept != Kept && Value != Value))
        return failAt(Path, "element " + Twine(I) + " is no " + name(Type) +
                                "; round the values before they are stored");
    }
    return Bytes;
  }
  std::vector<char> Wide(T.Elements * sizeof(double));
  for (uint64_t I = 0; I != T.Elements; ++I)
    store(DType::Float64, Wide.data(), I, load(From, A->Bytes.data(), I));
  return Wide;
}

static std::string pathIn(StringRef Folder, const Twine &Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// The names of all files of \p Folder, sorted.
static Expected<std::vector<std::string>> filesOf(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Names.push_back(sys::path::filename(It->path()).str());
  if (EC)
    return failAt(Folder, "cannot read: " + EC.message());
  sort(Names);
  return Names;
}

static Error checkNames(StringRef Folder, ArrayRef<std::string> Wanted) {
  Expected<std::vector<std::string>> Names = filesOf(Folder);
  if (!Names)
    return Names.takeError();
  for (const std::string &Name : Wanted)
    if (!is_contained(*Names, Name))
      return failAt(pathIn(Folder, Name), "no such golden file");
  for (const std::string &Name : *Names)
    if (StringRef(Name).ends_with(".npy") && !is_contained(Wanted, Name))
      return failAt(pathIn(Folder, Name),
                    "belongs to no tensor of the operator; expected are " +
                        join(Wanted, ", "));
  return Error::success();
}

static std::string resultFile(const TensorSpec &Spec) {
  return Spec.Name + ".npy";
}

static std::string initialFile(const TensorSpec &Spec) {
  return Spec.Name + (Spec.IsOutput ? ".initial.npy" : ".npy");
}

Expected<GoldenTensors> readGoldenTensors(const Binding &B, unsigned Index) {
  const std::string &Folder = B.Op->Golden->Workloads[Index];
  std::vector<std::string> Wanted;
  for (const BoundTensor &T : B.Tensors) {
    if (!T.Spec->IsOutput || T.Spec->InOut)
      Wanted.push_back(initialFile(*T.Spec));
    if (T.Spec->IsOutput)
      Wanted.push_back(resultFile(*T.Spec));
  }
  if (Error E = checkNames(Folder, Wanted))
    return std::move(E);

  GoldenTensors Result;
  for (const BoundTensor &T : B.Tensors) {
    std::vector<char> Initial;
    if (!T.Spec->IsOutput || T.Spec->InOut) {
      Expected<std::vector<char>> Read =
          readTensor(pathIn(Folder, initialFile(*T.Spec)), T, false);
      if (!Read)
        return Read.takeError();
      Initial = std::move(*Read);
    }
    Result.Initial.push_back(std::move(Initial));
    if (!T.Spec->IsOutput)
      continue;
    Expected<std::vector<char>> Read =
        readTensor(pathIn(Folder, resultFile(*T.Spec)), T, true);
    if (!Read)
      return Read.takeError();
    Result.Results.push_back(std::move(*Read));
  }
  return Result;
}

Expected<std::string> goldenHash(const Operator &Op) {
  std::string All;
  for (const std::string &Folder : Op.Golden->Workloads) {
    Expected<std::vector<std::string>> Names = filesOf(Folder);
    if (!Names)
      return Names.takeError();
    for (const std::string &Name : *Names) {
      if (!StringRef(Name).ends_with(".npy"))
        continue;
      Expected<std::string> File =
          readFile(pathIn(Folder, Name), ExitCode::InvalidInput, MaxFileBytes);
      if (!File)
        return File.takeError();
      All += Name + "\n" + sha256(*File) + "\n";
    }
    All += "\n";
  }
  return sha256(All);
}

} // namespace kmend
