//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"
#include "Thresholds.h"
#include <cmath>

namespace kmend {

uint64_t MismatchMap::stride(size_t D) const {
  uint64_t Stride = 1;
  for (size_t I = D + 1; I < T->Shape.size(); ++I)
    Stride *= static_cast<uint64_t>(T->Shape[I]);
  return Stride;
}

std::vector<uint64_t> MismatchMap::wrongAlong(size_t D) const {
  std::vector<uint64_t> Counts(static_cast<size_t>(extent(D)));
  for (uint64_t I : Wrong)
    ++Counts[static_cast<size_t>(coordinate(I, D))];
  return Counts;
}

static std::optional<MismatchMap> mapOf(const Operator &Op, const CaseResult &C,
                                        size_t Output) {
  const TensorComparison &T = C.Tensors[Output];
  if (T.Passed || T.Wrong.size() != T.Elements || T.Mismatched == 0 ||
      T.Elements > thresholds::MaxMapElements || Output >= C.Got.size() ||
      Output >= C.Want.size() || Output >= Op.Outputs.size())
    return std::nullopt;
  MismatchMap M;
  M.Case = &C;
  M.T = &T;
  M.Type = Op.Outputs[Output].Type;
  M.Got = C.Got[Output];
  M.Want = C.Want[Output];
  const uint64_t WantSize =
      isFloating(M.Type) ? sizeof(double) : sizeOf(M.Type);
  if (M.Got.size() != T.Elements * sizeOf(M.Type) ||
      M.Want.size() != T.Elements * WantSize)
    return std::nullopt;
  for (uint64_t I = 0; I != T.Elements; ++I)
    if (T.Wrong[I])
      M.Wrong.push_back(I);
  const size_t Taken = std::min(M.Wrong.size(), thresholds::MaxValues);
  for (size_t I = 0; I != Taken; ++I)
    M.Sample.push_back(M.Wrong[I * M.Wrong.size() / Taken]);
  return M;
}

static std::map<std::string, int64_t> numbersOf(const Operator &Op,
                                                const Workload &W) {
  std::map<std::string, int64_t> Numbers;
  llvm::Expected<Binding> B = bind(Op, W);
  if (!B) {
    llvm::consumeError(B.takeError());
    return W.Axes;
  }
  for (const auto &[Name, Value] : B->Axes)
    if (const Axis *A = Op.axis(Name); !A || A->AxisKind != Axis::Kind::Const)
      Numbers[Name] = Value;
  for (const auto &[Name, Value] : B->Scalars)
    if (const ScalarSpec *S = Op.scalar(Name); S && !isFloating(S->Type))
      Numbers[Name] = static_cast<int64_t>(Value);
  return Numbers;
}

Evidence::Evidence(const Operator &Op, const Verdict &V) : Op(Op), V(V) {
  std::map<std::string, size_t> Known, MapsOf;
  // Two rounds, so that every workload has a map before one has a second.
  std::vector<std::pair<const CaseResult *, size_t>> Later;
  auto AddMap = [&](const CaseResult &C, size_t Output) {
    if (Maps.size() < thresholds::MaxMaps)
      if (std::optional<MismatchMap> M = mapOf(Op, C, Output))
        Maps.push_back(std::move(*M));
  };
  for (const CaseResult &C : V.Cases) {
    const std::string Key = C.Ran.Bound.str();
    auto [It, New] = Known.try_emplace(Key, Workloads.size());
    if (New)
      Workloads.push_back({&C, numbersOf(Op, C.Ran.Bound), false, 0});
    WorkloadSample &W = Workloads[It->second];
    for (const TensorComparison &T : C.Tensors)
      if (C.Status == RunStatus::Ok && std::isfinite(T.MaxAbsolute))
        W.Error = std::max(W.Error, T.MaxAbsolute);
    if (C.Passed)
      continue;
    Failing.push_back(&C);
    if (!W.Failed)
      W.Example = &C;
    W.Failed = true;
    for (size_t I = 0; I != C.Tensors.size(); ++I) {
      if (C.Tensors[I].Passed)
        continue;
      if (MapsOf[Key + "/" + C.Tensors[I].Tensor]++ == 0)
        AddMap(C, I);
      else
        Later.push_back({&C, I});
    }
  }
  for (auto [C, I] : Later)
    AddMap(*C, I);
}

size_t Evidence::failingWorkloads() const {
  return llvm::count_if(Workloads,
                        [](const WorkloadSample &W) { return W.Failed; });
}
size_t Evidence::passingWorkloads() const {
  return Workloads.size() - failingWorkloads();
}

double Evidence::partOfMaps(
    llvm::function_ref<bool(const MismatchMap &)> Shows) const {
  if (Maps.empty())
    return 0;
  return static_cast<double>(llvm::count_if(Maps, Shows)) /
         static_cast<double>(Maps.size());
}

} // namespace kmend
