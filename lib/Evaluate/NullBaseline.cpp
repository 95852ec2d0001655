//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NullBaseline.h"
#include <cmath>

namespace kmend {

llvm::Error checkFinite(const Prepared &P, const Workload &W) {
  for (size_t I = 0; I != P.Want.size(); ++I) {
    const BoundTensor &T = P.output(I);
    if (!isFloating(T.Spec->Type) || P.Allowed[I].AllowNonfinite)
      continue;
    for (uint64_t E = 0; E != T.Elements; ++E)
      if (!std::isfinite(
              roundTo(T.Spec->Type, load(DType::Float64, P.Want[I].data(), E))))
        return makeError(
            ExitCode::InvalidInput, W.Where,
            "element " + llvm::Twine(E) + " of " + T.Spec->Name +
                " is not finite in " + name(T.Spec->Type) + " for workload {" +
                W.str() + "}: change the inputs, or say allow_nonfinite: true");
  }
  return llvm::Error::success();
}

NullBaselines::NullBaselines(const Operator &Op) : Op(Op) {
  Candidates.push_back({"all zeros"});
  Candidates.push_back({"all ones"});
  Candidates.push_back({"the outputs left alone"});
  for (const TensorSpec &Input : Op.Inputs)
    Candidates.push_back({"a copy of " + Input.Name});
}

/// What baseline \p Which puts into output \p I, or nothing when it has no
/// answer there.
static std::optional<std::vector<char>> answer(const Prepared &P, size_t I,
                                               size_t Which) {
  const BoundTensor &T = P.output(I);
  const size_t Inputs = P.B.Op->Inputs.size();
  if (Which == 0)
    return std::vector<char>(T.bytes());
  if (Which == 1) {
    std::vector<char> Ones(T.bytes());
    for (uint64_t E = 0; E != T.Elements; ++E)
      store(T.Spec->Type, Ones.data(), E, 1);
    return Ones;
  }
  if (Which == 2) {
    if (!T.Spec->InOut)
      return std::nullopt;
    return P.Initial[Inputs + I];
  }
  const BoundTensor &From = P.B.Tensors[Which - 3];
  if (From.Spec->Type != T.Spec->Type || From.Elements != T.Elements)
    return std::nullopt;
  return P.Initial[Which - 3];
}

static bool isExact(const Prepared &P, size_t I, llvm::ArrayRef<char> Bytes) {
  const BoundTensor &T = P.output(I);
  Tolerance None;
  None.AllowNonfinite = true;
  if (compare(T, None, Bytes, P.Want[I], 0).Mismatched == 0)
    return true;
  // A conversion to a narrower dtype is exact in that dtype.
  for (uint64_t E = 0; isFloating(T.Spec->Type) && E != T.Elements; ++E)
    if (load(T.Spec->Type, Bytes.data(), E) !=
        roundTo(T.Spec->Type, load(DType::Float64, P.Want[I].data(), E)))
      return false;
  return isFloating(T.Spec->Type);
}

void NullBaselines::add(const Prepared &P) {
  bool Empty = true;
  for (size_t I = 0; I != P.Want.size(); ++I)
    Empty &= P.output(I).Elements == 0;
  if (Empty)
    return;
  Any = true;
  for (size_t Which = 0; Which != Candidates.size(); ++Which) {
    Candidate &C = Candidates[Which];
    for (size_t I = 0; C.Passes && I != P.Want.size(); ++I) {
      std::optional<std::vector<char>> Bytes = answer(P, I, Which);
      C.Passes = Bytes && compare(P.output(I), P.Allowed[I], *Bytes, P.Want[I],
                                  /*Poison=*/0)
                              .Passed;
      C.Exact = C.Passes && C.Exact && isExact(P, I, *Bytes);
    }
  }
}

llvm::Error NullBaselines::result() const {
  for (const Candidate &C : Candidates)
    if (Any && C.Passes && !C.Exact)
      return makeError(ExitCode::InvalidInput, Op.EntryPoint.Where,
                       "the null baseline '" + C.Name +
                           "' passes every workload of " + Op.Name +
                           ": tighten the tolerance or change the inputs");
  return llvm::Error::success();
}

} // namespace kmend
