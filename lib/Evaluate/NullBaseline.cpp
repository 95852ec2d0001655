//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NullBaseline.h"
#include <algorithm>
#include <cmath>

namespace kmend {

// Units in the last place of the output that still count as the exact answer.
static constexpr double ExactUnits = 4;

std::string NullBaseline::name(const Operator &Op) const {
  switch (Answer) {
  case Kind::Zeros:
    return "all zeros";
  case Kind::Ones:
    return "all ones";
  case Kind::Mean:
    return "the mean everywhere";
  case Kind::Poison:
  case Kind::OtherPoison:
  case Kind::Initial:
    return "the output left alone";
  case Kind::Copy:
    return "a copy of " + Op.Inputs[Input].Name;
  case Kind::Scaled:
    return Op.Inputs[Input].Name + " times a constant";
  case Kind::Half:
    return "the answer rounded to float16";
  }
  return "";
}

/// Element \p I of an expected output.
static double wanted(const BoundTensor &T, llvm::ArrayRef<char> Want,
                     uint64_t I) {
  return isFloating(T.Spec->Type)
             ? load(DType::Float64, Want.data(), I)
             : static_cast<double>(loadInteger(T.Spec->Type, Want.data(), I));
}

template <class Value>
static std::vector<char> filled(const BoundTensor &T, Value Of) {
  std::vector<char> Bytes(T.bytes());
  for (uint64_t E = 0; E != T.Elements; ++E)
    store(T.Spec->Type, Bytes.data(), E, Of(E));
  return Bytes;
}

std::optional<std::vector<char>> NullBaseline::bytes(const Prepared &P) const {
  const BoundTensor &T = P.output(Output);
  const std::vector<char> &Want = P.Want[Output];
  switch (Answer) {
  case Kind::Zeros:
    return std::vector<char>(T.bytes());
  case Kind::Ones:
    return filled(T, [](uint64_t) { return 1.0; });
  case Kind::Mean: {
    double Sum = 0;
    for (uint64_t E = 0; E != T.Elements; ++E)
      Sum += wanted(T, Want, E);
    const double Mean = T.Elements ? Sum / static_cast<double>(T.Elements) : 0;
    return filled(T, [&](uint64_t) { return Mean; });
  }
  case Kind::Poison:
    return std::vector<char>(T.bytes(), '\xff');
  case Kind::OtherPoison:
    return std::vector<char>(T.bytes(), '\x4b');
  case Kind::Initial:
    return P.Initial[P.B.Op->Inputs.size() + Output];
  case Kind::Half:
    return filled(T, [&](uint64_t E) {
      return roundTo(DType::Float16, wanted(T, Want, E));
    });
  case Kind::Copy:
  case Kind::Scaled:
    break;
  }
  const BoundTensor &From = P.B.Tensors[Input];
  if (From.Elements != T.Elements ||
      isFloating(From.Spec->Type) != isFloating(T.Spec->Type))
    return std::nullopt;
  auto Of = [&](uint64_t E) {
    return load(From.Spec->Type, P.Initial[Input].data(), E);
  };
  double Factor = 1;
  if (Answer == Kind::Scaled) {
    // Least squares: <x, y> / <x, x>.
    double Mixed = 0, Square = 0;
    for (uint64_t E = 0; E != T.Elements; ++E) {
      Mixed += Of(E) * wanted(T, Want, E);
      Square += Of(E) * Of(E);
    }
    Factor = Square > 0 ? Mixed / Square : 0;
  }
  return filled(T, [&](uint64_t E) { return Factor * Of(E); });
}

/// Data of 16 bits leaves no more precision to a kernel than float16 has.
static bool isNarrow(const Operator &Op) {
  auto IsNarrow = [](const TensorSpec &S) {
    return isFloating(S.Type) && sizeOf(S.Type) < sizeof(float);
  };
  return llvm::any_of(Op.Inputs, IsNarrow) ||
         llvm::any_of(Op.Outputs, IsNarrow);
}

std::vector<NullBaseline> nullBaselines(const Operator &Op) {
  using Kind = NullBaseline::Kind;
  std::vector<NullBaseline> All;
  for (unsigned O = 0; O != Op.Outputs.size(); ++O) {
    const TensorSpec &Output = Op.Outputs[O];
    for (Kind K : {Kind::Zeros, Kind::Ones, Kind::Mean})
      All.push_back({K, O, 0});
    if (Output.InOut) {
      All.push_back({Kind::Initial, O, 0});
    } else {
      All.push_back({Kind::Poison, O, 0});
      All.push_back({Kind::OtherPoison, O, 0});
    }
    for (unsigned I = 0; I != Op.Inputs.size(); ++I) {
      All.push_back({Kind::Copy, O, I});
      if (isFloating(Output.Type))
        All.push_back({Kind::Scaled, O, I});
    }
    if (isFloating(Output.Type) && !isNarrow(Op))
      All.push_back({Kind::Half, O, 0});
  }
  return All;
}

/// Whether \p Got is the answer up to the last bits of its dtype.
static bool isExact(const BoundTensor &T, llvm::ArrayRef<char> Got,
                    llvm::ArrayRef<char> Want) {
  for (uint64_t E = 0; E != T.Elements; ++E) {
    const double W = wanted(T, Want, E);
    if (!isFloating(T.Spec->Type)) {
      if (loadInteger(T.Spec->Type, Got.data(), E) !=
          loadInteger(T.Spec->Type, Want.data(), E))
        return false;
      continue;
    }
    const double G = load(T.Spec->Type, Got.data(), E);
    const double R = roundTo(T.Spec->Type, W);
    if (std::isnan(G) && std::isnan(R))
      continue;
    if (G != R && !(std::fabs(G - R) <=
                    ExactUnits * epsilon(T.Spec->Type) * std::fabs(W)))
      return false;
  }
  return true;
}

void BaselineScore::add(const Prepared &P) {
  const BoundTensor &T = P.output(Baseline.Output);
  if (!Passes || T.Elements == 0)
    return;
  Asked = true;
  std::optional<std::vector<char>> Bytes = Baseline.bytes(P);
  const std::vector<char> &Want = P.Want[Baseline.Output];
  const Tolerance &Here = P.Allowed[Baseline.Output];
  Passes = Bytes && compare(T, Here, *Bytes, Want, /*Poison=*/0).Passed;
  if (!Passes)
    return;
  Exact = Exact && isExact(T, *Bytes, Want);
  if (!isFloating(T.Spec->Type))
    return;
  for (uint64_t E = 0; E != T.Elements; ++E) {
    const double W = wanted(T, Want, E);
    const double Error = std::fabs(load(T.Spec->Type, Bytes->data(), E) - W);
    const double Limit = Here.MaxAtol + Here.MaxRtol * std::fabs(W);
    if (!std::isfinite(Error) || Limit <= 0 || Error / Limit <= Closest)
      continue;
    Closest = Error / Limit;
    Allowed = Here;
    Needed = scaleTolerance(deriveTolerance(P.B, T), T, Want);
  }
}

std::optional<Tolerance> BaselineScore::proposal() const {
  if (Closest <= 0)
    return std::nullopt;
  auto OneDigit = [](double Value) {
    if (Value <= 0)
      return 0.0;
    const double Unit = std::pow(10, std::floor(std::log10(Value)));
    return std::floor(Value / Unit) * Unit;
  };
  Tolerance T = Allowed;
  T.MaxAtol = OneDigit(Allowed.MaxAtol * Closest / 2);
  T.MaxRtol = OneDigit(Allowed.MaxRtol * Closest / 2);
  // What rounding needs may come from either part.
  if (T.MaxAtol + T.MaxRtol < Needed.MaxAtol || T.MaxRtol + T.MaxAtol == 0)
    return std::nullopt;
  return T;
}

} // namespace kmend
