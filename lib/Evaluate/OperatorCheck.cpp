//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorCheck.h"
#include "Sensitivity.h"
#include <algorithm>
#include <cmath>

namespace kmend {

// The contents that replace an input are drawn with a seed so much higher.
static constexpr uint64_t OtherSeed = 1000003;

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

//===----------------------------------------------------------------------===//
// Null baselines
//===----------------------------------------------------------------------===//

BaselineCheck::BaselineCheck(const Operator &Op) : Op(Op) {
  for (const NullBaseline &B : nullBaselines(Op)) {
    Scores.emplace_back();
    Scores.back().Baseline = B;
  }
}

void BaselineCheck::add(const Prepared &P) {
  for (BaselineScore &S : Scores)
    S.add(P);
}

/// How operator.yaml writes the distribution.
static llvm::StringRef initOf(Distribution D) {
  switch (D) {
  case Distribution::Shifted:
    return "{kind: normal, mean: 3.0, std: 1.0}";
  case Distribution::Spread:
    return "{kind: normal, mean: 0.0, std: 8.0}";
  case Distribution::Large:
    return "{kind: normal, mean: 0.0, std: 100.0}";
  default:
    return "";
  }
}

llvm::Expected<std::string> BaselineCheck::advice(const BaselineScore &S,
                                                  References &Refs,
                                                  const Case &C,
                                                  unsigned Jobs) const {
  if (std::optional<Tolerance> T = S.proposal())
    return llvm::formatv("it fails with the tolerance {{max_atol: {0:e1}, "
                         "max_rtol: {1:e1}} for {2}",
                         T->MaxAtol, T->MaxRtol,
                         Op.Outputs[S.Baseline.Output].Name)
        .str();
  for (Distribution D : allowedDistributions(Op)) {
    if (initOf(D).empty())
      continue;
    Case Other = C;
    Other.Spread = D;
    auto Expected = Refs.prepare(Other, Jobs);
    if (!Expected)
      return Expected.takeError();
    if (Expected->front()->Want.empty())
      continue;
    BaselineScore Again;
    Again.Baseline = S.Baseline;
    Again.add(*Expected->front());
    if (Again.Asked && !Again.Passes)
      return ("it fails with inputs of init: " + initOf(D)).str();
  }
  return "tighten the tolerance or change the inputs";
}

llvm::Error BaselineCheck::result(References &Refs, const Case &C,
                                  unsigned Jobs,
                                  std::vector<std::string> &Notes) const {
  for (const BaselineScore &S : Scores) {
    if (!S.isInvalid())
      continue;
    const TensorSpec &Output = Op.Outputs[S.Baseline.Output];
    llvm::Expected<std::string> Advice = advice(S, Refs, C, Jobs);
    if (!Advice)
      return Advice.takeError();
    if (S.Baseline.Answer == NullBaseline::Kind::Half &&
        Op.tolerance(Output.Name).Given) {
      Notes.push_back("the tolerance of " + Output.Name +
                      " lets kernels compute it in float16: " + *Advice);
      continue;
    }
    return makeError(ExitCode::InvalidInput, Output.Where,
                     "the null baseline '" + S.Baseline.name(Op) +
                         "' passes every workload of " + Op.Name + " as " +
                         Output.Name + ": " + *Advice);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Influence of the inputs
//===----------------------------------------------------------------------===//

/// Other contents for tensor \p Index of \p B than the case has in \p Data,
/// doubles where it is floating.
static void exchange(const Binding &B, unsigned Index, const Case &C,
                     std::vector<char> &Data) {
  const BoundTensor &T = B.Tensors[Index];
  const DType Type = T.Spec->Type;
  const DType Stored = isFloating(Type) ? DType::Float64 : Type;
  std::vector<char> Drawn(T.bytes()), Fresh(Data.size());
  generateInput(B, Index, C.Spread, C.Seed + OtherSeed, Drawn);
  for (uint64_t E = 0; E != T.Elements; ++E)
    store(Stored, Fresh.data(), E, load(Type, Drawn.data(), E));
  // What does not hang on the seed is moved by hand.
  if (Fresh == Data)
    for (uint64_t E = 0; E != T.Elements; ++E) {
      const double Value = load(Stored, Fresh.data(), E);
      store(Stored, Fresh.data(), E,
            Type == DType::Bool ? !Value
            : isFloating(Type)  ? 1.5 * Value + (Value == 0)
                                : Value + 1);
    }
  Data = std::move(Fresh);
}

/// Whether other contents of tensor \p Index move a result of \p C beyond its
/// tolerance. A reference that cannot live with them is moved, too.
static llvm::Expected<bool> matters(const Operator &Op, References &Refs,
                                    const Case &C, unsigned Index,
                                    const Prepared &P) {
  llvm::Expected<RunResult> R =
      Refs.rerun(C, [&](std::vector<std::vector<char>> &Data) {
        exchange(P.B, Index, C, Data[Index]);
      });
  if (!R)
    return R.takeError();
  if (R->Status != RunStatus::Ok || R->Outputs.size() != P.B.Tensors.size())
    return true;
  for (size_t I = 0; I != P.Want.size(); ++I) {
    const Sensitivity S = moved(P.output(I), P.Allowed[I], P.Want[I],
                                R->Outputs[Op.Inputs.size() + I]);
    if (S.Ratio > 1 || S.Changed > 0)
      return true;
  }
  return false;
}

llvm::Error checkInfluence(const Operator &Op, References &Refs,
                           llvm::ArrayRef<Case> Cases, unsigned Jobs) {
  if (Op.Golden) // nobody could say what other inputs give
    return llvm::Error::success();
  // The middle first: small workloads show little, large ones cost much.
  std::vector<const Case *> Order;
  for (size_t I = Cases.size() / 2; I != Cases.size(); ++I)
    Order.push_back(&Cases[I]);
  for (size_t I = Cases.size() / 2; I-- > 0;)
    Order.push_back(&Cases[I]);

  std::vector<unsigned> Open;
  for (unsigned I = 0; I != Op.Inputs.size(); ++I)
    Open.push_back(I);
  for (unsigned I = 0; I != Op.Outputs.size(); ++I)
    if (Op.Outputs[I].InOut)
      Open.push_back(static_cast<unsigned>(Op.Inputs.size()) + I);
  for (const Case *C : Order) {
    if (Open.empty())
      return llvm::Error::success();
    auto Expected = Refs.prepare(*C, Jobs);
    if (!Expected)
      return Expected.takeError();
    std::vector<unsigned> Left;
    for (unsigned Index : Open) {
      auto Matters = matters(Op, Refs, *C, Index, *Expected->front());
      if (!Matters)
        return Matters.takeError();
      if (!*Matters)
        Left.push_back(Index);
    }
    Open = std::move(Left);
  }
  if (Open.empty())
    return llvm::Error::success();
  const TensorSpec &T = Open.front() < Op.Inputs.size()
                            ? Op.Inputs[Open.front()]
                            : Op.Outputs[Open.front() - Op.Inputs.size()];
  return makeError(ExitCode::InvalidInput, T.Where,
                   "other contents of " + T.Name +
                       " move no result beyond its tolerance in any workload "
                       "of " +
                       Op.Name +
                       ", so that a kernel need not read it: remove it, change "
                       "its init, or tighten the tolerance");
}

} // namespace kmend
