//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "References.h"
#include "Cost.h"
#include "kmend/Support/Random.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_set>

namespace kmend {

static constexpr uint64_t MaxCachedBytes = 512ull << 20;
// References are plain loops in double: they get more time than a candidate.
static constexpr double ReferenceSeconds = 60;
// Output buffers of the reference start as zeros; of its repetition as this.
static constexpr uint8_t OtherPoison = 0x4b;
// Workloads on which the usual sensitivity is measured.
static constexpr size_t BaselineWorkloads = 3;

uint64_t Prepared::bytes() const {
  uint64_t Sum = sizeof(Prepared);
  for (const std::vector<char> &Bytes : Initial)
    Sum += Bytes.size();
  for (const std::vector<char> &Bytes : Want)
    Sum += Bytes.size();
  return Sum;
}

const BoundTensor &Prepared::output(size_t I) const {
  return B.Tensors[B.Op->Inputs.size() + I];
}

static std::vector<RunArgument> argumentsOf(const Binding &B) {
  std::vector<RunArgument> Arguments;
  for (const BoundArgument &A : B.Arguments) {
    RunArgument R;
    switch (A.ArgumentKind) {
    case BoundArgument::Kind::Tensor:
      R.Buffer = A.Tensor;
      break;
    case BoundArgument::Kind::Axis:
      R.ArgumentKind = RunArgument::Kind::Integer;
      R.Integer = A.AxisValue;
      break;
    case BoundArgument::Kind::Scalar: {
      // Both sides get the value that the dtype holds.
      const double Value = roundTo(A.ScalarType, A.ScalarValue);
      if (isFloating(A.ScalarType)) {
        R.ArgumentKind = RunArgument::Kind::Number;
        R.Number = Value;
      } else {
        R.ArgumentKind = RunArgument::Kind::Integer;
        R.Integer = static_cast<int64_t>(Value);
      }
      break;
    }
    }
    Arguments.push_back(R);
  }
  return Arguments;
}

static RunBuffer::Role roleOf(const TensorSpec &Spec) {
  if (!Spec.IsOutput)
    return RunBuffer::Role::Input;
  return Spec.InOut ? RunBuffer::Role::InOut : RunBuffer::Role::Output;
}

RunRequest candidateRequest(const Prepared &P, const Case &C) {
  RunRequest Request;
  Request.Order = C.Order;
  Request.Poison = C.Poison;
  Request.GuardBefore = C.Poison != 0xff;
  for (size_t I = 0; I != P.B.Tensors.size(); ++I) {
    const BoundTensor &T = P.B.Tensors[I];
    Request.Buffers.push_back(
        {T.Spec->Name, roleOf(*T.Spec), T.bytes(), P.Initial[I]});
  }
  Request.Arguments = argumentsOf(P.B);
  // The function that launches the kernel gets the launch as well.
  if (P.B.Op->EntryPoint.KernelLaunch) {
    const BoundLaunch &L = P.B.Launch;
    for (int64_t Value : {L.Grid[0], L.Grid[1], L.Grid[2], L.Block[0],
                          L.Block[1], L.Block[2], L.SharedBytes}) {
      RunArgument R;
      R.ArgumentKind = RunArgument::Kind::Integer;
      R.Integer = Value;
      Request.Arguments.push_back(R);
    }
  }
  return Request;
}

/// One run of the reference, and its repetition with noise where that is
/// needed.
struct References::Job {
  Case Asked;
  std::string Key;
  std::shared_ptr<Prepared> P;
  bool WithNoise = false, KeepTies = false;
  std::vector<std::vector<char>> Data, NoisyData; ///< by tensor, as doubles
  std::optional<RunResult> Result, NoisyResult;

  /// The inputs are what the author of the operator wrote down, or one element
  /// away from it.
  bool isDeclared() const {
    return Asked.ListedWorkload >= 0 && Asked.Spread == Distribution::Declared;
  }
  bool mustRun() const { return isDeclared() && Asked.Changed.Tensor < 0; }
};

static std::string keyOf(const Case &C) {
  const ElementChange &E = C.Changed;
  return (C.Bound.str() + "/" + name(C.Spread) + "/" + llvm::Twine(C.Seed) +
          "/" + llvm::Twine(E.Tensor) + "[" + llvm::Twine(E.Element) + "]/" +
          llvm::Twine(E.Seed))
      .str();
}

References::References(const Operator &Op, std::unique_ptr<Program> Reference,
                       RunLimits Limits)
    : Op(Op), Reference(std::move(Reference)), Limits(Limits) {
  this->Limits.Seconds = std::max(Limits.Seconds, ReferenceSeconds);
}

std::shared_ptr<const Prepared> References::find(const std::string &Key) {
  auto It = Known.find(Key);
  if (It == Known.end())
    return nullptr;
  Recent.splice(Recent.end(), Recent, It->second);
  return It->second->second;
}

void References::remember(const std::string &Key,
                          std::shared_ptr<const Prepared> P) {
  if (Known.count(Key))
    return;
  CachedBytes += P->bytes();
  Recent.emplace_back(Key, std::move(P));
  Known[Key] = std::prev(Recent.end());
  while (CachedBytes > MaxCachedBytes && Recent.size() > 1) {
    CachedBytes -= Recent.front().second->bytes();
    Known.erase(Recent.front().first);
    Recent.pop_front();
  }
}

/// The tensor's contents as the reference gets them: doubles where floating.
static std::vector<char> widened(const BoundTensor &T,
                                 llvm::ArrayRef<char> Bytes) {
  if (!isFloating(T.Spec->Type))
    return Bytes.vec();
  std::vector<char> Wide(T.Elements * sizeof(double));
  for (uint64_t I = 0; I != T.Elements; ++I)
    store(DType::Float64, Wide.data(), I, load(T.Spec->Type, Bytes.data(), I));
  return Wide;
}

/// Gives one element the value that another seed gives it.
static void changeElement(const Binding &B, const Case &C,
                          llvm::MutableArrayRef<char> Bytes) {
  const unsigned Tensor = C.Changed.Tensor;
  const uint64_t Size = sizeOf(B.Tensors[Tensor].Spec->Type);
  assert(C.Changed.Element < B.Tensors[Tensor].Elements && "an element of it");
  std::vector<char> Other(Bytes.size());
  generateInput(B, Tensor, C.Spread, C.Changed.Seed, Other);
  std::memcpy(Bytes.data() + C.Changed.Element * Size,
              Other.data() + C.Changed.Element * Size, Size);
}

llvm::Expected<References::Job> References::makeJob(const Case &C) const {
  llvm::Expected<Binding> B = bind(Op, C.Bound);
  if (!B)
    return B.takeError();
  Job J;
  J.Asked = C;
  J.Key = keyOf(C);
  J.P = std::make_shared<Prepared>();
  J.P->B = std::move(*B);
  const Binding &Bound = J.P->B;
  for (unsigned I = 0; I != Bound.Tensors.size(); ++I) {
    const BoundTensor &T = Bound.Tensors[I];
    std::vector<char> Bytes;
    if (roleOf(*T.Spec) != RunBuffer::Role::Output) {
      Bytes.resize(T.bytes());
      generateInput(Bound, I, C.Spread, C.Seed, Bytes);
      if (C.Changed.Tensor == static_cast<int>(I))
        changeElement(Bound, C, Bytes);
    }
    J.Data.push_back(roleOf(*T.Spec) == RunBuffer::Role::Output
                         ? std::vector<char>()
                         : widened(T, Bytes));
    J.P->Initial.push_back(std::move(Bytes));
  }
  return std::move(J);
}

static RunRequest referenceRequest(const Binding &B,
                                   llvm::ArrayRef<std::vector<char>> Data,
                                   const RunLimits &Limits, uint8_t Poison) {
  RunRequest Request;
  for (size_t I = 0; I != B.Tensors.size(); ++I) {
    const BoundTensor &T = B.Tensors[I];
    const uint64_t Size =
        isFloating(T.Spec->Type) ? sizeof(double) : sizeOf(T.Spec->Type);
    Request.Buffers.push_back(
        {T.Spec->Name, roleOf(*T.Spec), T.Elements * Size, Data[I]});
  }
  Request.Arguments = argumentsOf(B);
  for (const std::string &Name : B.Op->referenceAxes()) {
    RunArgument R;
    R.ArgumentKind = RunArgument::Kind::Integer;
    R.Integer = B.Axes.at(Name);
    Request.Arguments.push_back(R);
  }
  Request.Poison = Poison;
  Request.Limits = Limits;
  return Request;
}

static double workingEpsilon(const Binding &B) {
  const bool Double = llvm::all_of(B.Tensors, [](const BoundTensor &T) {
    return !isFloating(T.Spec->Type) || T.Spec->Type == DType::Float64;
  });
  return epsilon(Double ? DType::Float64 : DType::Float32);
}

llvm::Error References::runJobs(llvm::MutableArrayRef<Job> Jobs,
                                unsigned Parallel) {
  // One run a job, then one more for each that is repeated with noise.
  std::vector<std::pair<size_t, bool>> Runs;
  for (size_t I = 0; I != Jobs.size(); ++I) {
    Runs.push_back({I, false});
    Job &J = Jobs[I];
    if (!J.WithNoise)
      continue;
    J.NoisyData = J.Data;
    for (size_t T = 0; T != J.NoisyData.size(); ++T) {
      if (!isFloating(J.P->B.Tensors[T].Spec->Type))
        continue;
      auto *Values = reinterpret_cast<double *>(J.NoisyData[T].data());
      addNoise({Values, J.NoisyData[T].size() / sizeof(double)},
               workingEpsilon(J.P->B), J.Asked.Seed + T, J.KeepTies);
    }
    Runs.push_back({I, true});
  }
  auto Make = [&](size_t I) {
    const Job &J = Jobs[Runs[I].first];
    return referenceRequest(J.P->B, Runs[I].second ? J.NoisyData : J.Data,
                            Limits, /*Poison=*/0);
  };
  auto Done = [&](size_t I, RunResult R) {
    Job &J = Jobs[Runs[I].first];
    (Runs[I].second ? J.NoisyResult : J.Result) = std::move(R);
    return true;
  };
  return Reference->runAll(Runs.size(), Parallel, Make, Done);
}

/// Why the run was no good, or empty.
static std::string troubleOf(const RunResult &R) {
  if (R.Status != RunStatus::Ok)
    return R.Reason.empty() ? "it did not end well" : R.Reason;
  for (const Event &E : R.Events)
    if (E.Kind != EventKind::Other)
      return E.str();
  return "";
}

/// Whether every element of a floating output fits its dtype.
static std::string rangeTrouble(const Prepared &P) {
  for (size_t I = 0; I != P.Want.size(); ++I) {
    const BoundTensor &T = P.output(I);
    if (!isFloating(T.Spec->Type) || P.Allowed[I].AllowNonfinite)
      continue;
    for (uint64_t E = 0; E != T.Elements; ++E)
      if (!std::isfinite(
              roundTo(T.Spec->Type, load(DType::Float64, P.Want[I].data(), E))))
        return ("the exact result of " + T.Spec->Name + " is not finite in " +
                name(T.Spec->Type))
            .str();
  }
  return "";
}

void setTolerances(Prepared &P) {
  const Operator &Op = *P.B.Op;
  for (size_t I = 0; I != Op.Outputs.size(); ++I) {
    const Tolerance &T = Op.tolerance(Op.Outputs[I].Name);
    P.Allowed.push_back(T.Given
                            ? T
                            : scaleTolerance(deriveTolerance(P.B, P.output(I)),
                                             P.output(I), P.Want[I]));
    if (!T.Given)
      P.Allowed.back().AllowNonfinite = T.AllowNonfinite;
  }
}

llvm::Error References::finish(Job &J) const {
  Prepared &P = *J.P;
  std::string Trouble = J.Result ? troubleOf(*J.Result) : "it did not run";
  const size_t Inputs = Op.Inputs.size();
  if (Trouble.empty() && J.Result->Outputs.size() != P.B.Tensors.size())
    Trouble = "it returned no outputs";
  if (!Trouble.empty()) {
    if (J.mustRun())
      return makeError(ExitCode::InvalidInput, J.Asked.Bound.Where,
                       "the reference fails on workload {" +
                           J.Asked.Bound.str() + "}: " + Trouble);
    P.Inadmissible = "the reference fails: " + Trouble;
    return llvm::Error::success();
  }
  for (size_t I = 0; I != Op.Outputs.size(); ++I)
    P.Want.push_back(std::move(J.Result->Outputs[Inputs + I]));
  setTolerances(P);
  if (!J.mustRun())
    P.Inadmissible = rangeTrouble(P);
  return llvm::Error::success();
}

/// Compares a job's two results; call after finish.
static Sensitivity sensitivityOf(const Prepared &P,
                                 const std::optional<RunResult> &Noisy) {
  Sensitivity S;
  if (!Noisy || !troubleOf(*Noisy).empty() ||
      Noisy->Outputs.size() != P.B.Tensors.size()) {
    S.Ratio = std::numeric_limits<double>::infinity();
    return S;
  }
  for (size_t I = 0; I != P.Want.size(); ++I) {
    Sensitivity One = moved(P.output(I), P.Allowed[I], P.Want[I],
                            Noisy->Outputs[P.B.Op->Inputs.size() + I]);
    S.Ratio = std::max(S.Ratio, One.Ratio);
    S.Changed = std::max(S.Changed, One.Changed);
  }
  return S;
}

/// Whether every element of every floating output occurs in a floating input.
static bool selectsOnly(const Prepared &P,
                        llvm::ArrayRef<std::vector<char>> Data) {
  std::unordered_set<double> Values;
  for (size_t I = 0; I != P.B.Op->Inputs.size(); ++I)
    if (isFloating(P.B.Tensors[I].Spec->Type))
      for (uint64_t E = 0; E != P.B.Tensors[I].Elements; ++E)
        Values.insert(load(DType::Float64, Data[I].data(), E));
  bool Any = false;
  for (size_t I = 0; I != P.Want.size(); ++I) {
    if (!isFloating(P.output(I).Spec->Type))
      continue;
    for (uint64_t E = 0; E != P.output(I).Elements; ++E) {
      Any = true;
      if (!Values.count(load(DType::Float64, P.Want[I].data(), E)))
        return false;
    }
  }
  return Any;
}

llvm::Error References::measureUsual(unsigned Parallel) {
  // The dearest of the cheaper half of the workloads: small ones show little,
  // large ones cost much.
  const std::vector<WorkloadCost> Costs = listedCosts(Op);
  std::vector<double> Steps;
  for (const WorkloadCost &C : Costs)
    Steps.push_back(C.Steps);
  std::vector<size_t> Chosen;
  for (size_t I = 0; I != Steps.size(); ++I)
    if (Steps[I] <= median(Steps))
      Chosen.push_back(I);
  llvm::sort(Chosen, [&](size_t A, size_t B) {
    return std::pair(Steps[B], A) < std::pair(Steps[A], B);
  });
  Chosen.resize(std::min(Chosen.size(), BaselineWorkloads));

  std::vector<Job> Jobs;
  for (size_t I : Chosen) {
    Case C;
    C.Bound = Op.Workloads[I];
    C.ListedWorkload = static_cast<int>(I);
    llvm::Expected<Job> J = makeJob(C);
    if (!J)
      return J.takeError();
    J->WithNoise = true;
    Jobs.push_back(std::move(*J));
  }
  if (llvm::Error E = runJobs(Jobs, Parallel))
    return E;
  SensitivityBaseline Baseline;
  Baseline.SelectsOnly = !Jobs.empty();
  for (Job &J : Jobs) {
    if (llvm::Error E = finish(J))
      return E;
    Sensitivity S = sensitivityOf(*J.P, J.NoisyResult);
    Baseline.Usual.Ratio = std::max(Baseline.Usual.Ratio, S.Ratio);
    Baseline.Usual.Changed = std::max(Baseline.Usual.Changed, S.Changed);
    Baseline.SelectsOnly &= selectsOnly(*J.P, J.Data);
  }
  Usual = Baseline;
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::shared_ptr<const Prepared>>>
References::prepare(llvm::ArrayRef<Case> Cases, unsigned Parallel) {
  if (!Reference)
    return prepareStored(Cases);
  std::vector<std::shared_ptr<const Prepared>> Found(Cases.size());
  std::vector<Job> Jobs;
  std::map<std::string, size_t> JobOf;
  for (size_t I = 0; I != Cases.size(); ++I) {
    std::string Key = keyOf(Cases[I]);
    if ((Found[I] = find(Key)) || JobOf.count(Key))
      continue;
    llvm::Expected<Job> J = makeJob(Cases[I]);
    if (!J)
      return J.takeError();
    J->WithNoise = !J->isDeclared();
    if (J->WithNoise && !Usual)
      if (llvm::Error E = measureUsual(Parallel))
        return std::move(E);
    J->KeepTies = Usual && Usual->SelectsOnly;
    JobOf[Key] = Jobs.size();
    Jobs.push_back(std::move(*J));
  }
  if (llvm::Error E = runJobs(Jobs, Parallel))
    return std::move(E);
  for (Job &J : Jobs) {
    if (llvm::Error E = finish(J))
      return std::move(E);
    if (J.WithNoise && J.P->Inadmissible.empty())
      J.P->Inadmissible =
          tooSensitive(J.Asked, sensitivityOf(*J.P, J.NoisyResult), *Usual);
    remember(J.Key, J.P);
  }
  for (size_t I = 0; I != Cases.size(); ++I)
    if (!Found[I])
      Found[I] = Jobs[JobOf[keyOf(Cases[I])]].P;
  return Found;
}

llvm::Expected<RunResult> References::rerun(
    const Case &C,
    llvm::function_ref<void(std::vector<std::vector<char>> &)> Change) {
  llvm::Expected<Job> J = makeJob(C);
  if (!J)
    return J.takeError();
  Change(J->Data);
  return Reference->run(
      referenceRequest(J->P->B, J->Data, Limits, /*Poison=*/0));
}

llvm::Error References::checkRepeatable(const Case &C) {
  if (!Reference)
    return llvm::Error::success();
  auto First = prepare(C, 1);
  if (!First)
    return First.takeError();
  llvm::Expected<Job> J = makeJob(C);
  if (!J)
    return J.takeError();
  llvm::Expected<RunResult> Second =
      Reference->run(referenceRequest(J->P->B, J->Data, Limits, OtherPoison));
  if (!Second)
    return Second.takeError();
  const Prepared &P = *First->front();
  for (size_t I = 0; I != P.Want.size(); ++I) {
    const size_t Tensor = Op.Inputs.size() + I;
    if (Tensor < Second->Outputs.size() && Second->Outputs[Tensor] == P.Want[I])
      continue;
    return makeError(ExitCode::InvalidInput, Op.Outputs[I].Where,
                     "two runs of the reference give different " +
                         Op.Outputs[I].Name + " for workload {" +
                         C.Bound.str() +
                         "}: it must write every element, and always the same");
  }
  return llvm::Error::success();
}

} // namespace kmend
