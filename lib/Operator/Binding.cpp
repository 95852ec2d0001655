//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/Binding.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace llvm;

namespace kmend {
namespace {

// More than any GPU has; executors have limits of their own.
constexpr uint64_t MaxTensorBytes = 1ull << 40;
// CUDA C++ Programming Guide, technical specifications per compute capability;
// shared memory as on compute capability 9.0.
constexpr int64_t MaxGrid[] = {0x7fffffff, 0xffff, 0xffff};
constexpr int64_t MaxBlock[] = {1024, 1024, 64};
constexpr int64_t MaxThreads = 1024;
constexpr int64_t MaxSharedBytes = 227 << 10;

class Binder {
public:
  Binder(const Operator &Op, const Workload &W) : Op(Op), W(W) {}

  Expected<Binding> run() {
    Result.Op = &Op;
    for (Error (Binder::*Step)() :
         {&Binder::checkNames, &Binder::bindAxes, &Binder::checkConstraints,
          &Binder::bindScalars, &Binder::bindTensors, &Binder::bindArguments,
          &Binder::bindLaunch})
      if (Error E = (this->*Step)())
        return E;
    return std::move(Result);
  }

  Error checkAxes() {
    for (Error (Binder::*Step)() :
         {&Binder::checkNames, &Binder::bindAxes, &Binder::checkConstraints})
      if (Error E = (this->*Step)())
        return E;
    return Error::success();
  }

private:
  const Operator &Op;
  const Workload &W;
  Binding Result;

  Error fail(const Twine &Message) const {
    return makeError(ExitCode::InvalidInput, W.Where, Message);
  }

  Error checkNames() {
    for (const auto &[Name, Value] : W.Axes)
      if (!Op.axis(Name) || Op.axis(Name)->AxisKind != Axis::Kind::Var)
        return fail("workload binds '" + Name + "', which is no var axis");
    for (const auto &[Name, Value] : W.Scalars)
      if (!Op.scalar(Name))
        return fail("workload binds '" + Name + "', which is no scalar");
    return Error::success();
  }

  /// Expressions may name axes that stand below them: binds what is known
  /// until nothing more can be bound.
  Error bindAxes() {
    for (const Axis &A : Op.Axes) {
      if (A.AxisKind == Axis::Kind::Const)
        Result.Axes[A.Name] = A.Value;
      if (A.AxisKind != Axis::Kind::Var)
        continue;
      auto Given = W.Axes.find(A.Name);
      if (Given == W.Axes.end())
        return fail("workload does not bind axis '" + A.Name + "'; add '" +
                    A.Name + ": N'");
      Result.Axes[A.Name] = Given->second;
    }
    bool Progress = true;
    while (Progress) {
      Progress = false;
      for (const Axis &A : Op.Axes) {
        if (A.AxisKind != Axis::Kind::Expr || Result.Axes.count(A.Name) ||
            !allBound(*A.Expression))
          continue;
        Expected<int64_t> Value = evaluate(*A.Expression);
        if (!Value)
          return Value.takeError();
        Result.Axes[A.Name] = *Value;
        Progress = true;
      }
    }
    for (const Axis &A : Op.Axes) {
      auto Bound = Result.Axes.find(A.Name);
      if (Bound == Result.Axes.end())
        return fail("axis '" + A.Name + "' depends on itself");
      if (Bound->second < 0)
        return fail("axis '" + A.Name +
                    "' is negative: " + Twine(Bound->second));
    }
    return Error::success();
  }

  bool allBound(const AxisExpression &E) const {
    for (const std::string &Name : E.names())
      if (!Result.Axes.count(Name))
        return false;
    return true;
  }

  std::optional<int64_t> axisValue(StringRef Name) const {
    auto Bound = Result.Axes.find(Name.str());
    if (Bound == Result.Axes.end())
      return std::nullopt;
    return Bound->second;
  }

  /// An expression has its place in the message: adds for which workload.
  Error withWorkload(Error E) const {
    if (W.Axes.empty())
      return E;
    return handleErrors(std::move(E), [&](const KmendError &Known) {
      return makeError(Known.code(), Known.where(),
                       Known.message() + " (workload " + W.str() + ")");
    });
  }

  Expected<int64_t> evaluate(const AxisExpression &E) const {
    Expected<int64_t> Value =
        E.evaluate([&](StringRef Name) { return axisValue(Name); });
    if (!Value)
      return withWorkload(Value.takeError());
    return Value;
  }

  Error checkConstraints() {
    for (const Constraint &C : Op.Constraints) {
      Expected<bool> Holds =
          C.holds([&](StringRef Name) { return axisValue(Name); });
      if (!Holds)
        return withWorkload(Holds.takeError());
      if (!*Holds)
        return fail("workload {" + W.str() + "} breaks the constraint '" +
                    C.text() + "' of line " + Twine(C.where().Line));
    }
    return Error::success();
  }

  Error bindScalars() {
    for (const ScalarSpec &S : Op.Scalars) {
      auto Given = W.Scalars.find(S.Name);
      if (Given == W.Scalars.end() && S.Values.empty())
        return fail("workload does not bind scalar '" + S.Name + "'; add '" +
                    S.Name + ": VALUE', or give the scalar a value");
      double Value =
          Given == W.Scalars.end() ? S.Values.front() : Given->second;
      // The candidate gets the rounded value, so the reference must too.
      Result.Scalars[S.Name] = roundTo(S.Type, Value);
    }
    return Error::success();
  }

  Error bindTensors() {
    for (const std::vector<TensorSpec> *List : {&Op.Inputs, &Op.Outputs})
      for (const TensorSpec &Spec : *List) {
        BoundTensor Tensor;
        Tensor.Spec = &Spec;
        if (Error E = bindShape(Tensor))
          return E;
        if (Error E = checkFill(Tensor))
          return E;
        Result.Tensors.push_back(std::move(Tensor));
      }
    return Error::success();
  }

  Error bindShape(BoundTensor &Tensor) {
    const TensorSpec &Spec = *Tensor.Spec;
    // The product of the others is limited even when an extent is 0: strides
    // are computed from it.
    uint64_t Product = sizeOf(Spec.Type);
    for (const AxisExpression &Extent : Spec.Shape) {
      Expected<int64_t> Value = evaluate(Extent);
      if (!Value)
        return Value.takeError();
      if (*Value < 0)
        return fail("extent '" + Extent.text() + "' of '" + Spec.Name +
                    "' is negative: " + Twine(*Value));
      Tensor.Shape.push_back(*Value);
      Tensor.Elements *= *Value;
      if (*Value == 0)
        continue;
      bool Overflow = false;
      Product =
          SaturatingMultiply(Product, static_cast<uint64_t>(*Value), &Overflow);
      if (Overflow || Product > MaxTensorBytes)
        return fail("tensor '" + Spec.Name +
                    "' is larger than 1 TiB; use a smaller workload");
    }
    return Error::success();
  }

  /// Whether the bounds that name an axis leave anything to draw from.
  Error checkFill(const BoundTensor &Tensor) {
    const TensorSpec &Spec = *Tensor.Spec;
    const Init &Fill = Spec.Fill;
    if (!Fill.Given || Tensor.Elements == 0)
      return Error::success();
    if (Fill.InitKind == Init::Kind::Permutation) {
      double Last = Tensor.Shape.empty() ? 0 : double(Tensor.Shape.back()) - 1;
      if (Last > largest(Spec.Type))
        return fail("a permutation of " + Twine(Tensor.Shape.back()) +
                    " elements does not fit " + name(Spec.Type) + " in '" +
                    Spec.Name + "'");
      return Error::success();
    }
    if (!std::holds_alternative<std::string>(Fill.Low) &&
        !std::holds_alternative<std::string>(Fill.High))
      return Error::success();
    double Low = resolve(Fill.Low), High = resolve(Fill.High);
    if (Low >= High)
      return fail("init of '" + Spec.Name +
                  "': low must be less than high, "
                  "but here they are " +
                  Twine(int64_t(Low)) + " and " + Twine(int64_t(High)));
    if (Low < smallest(Spec.Type) || High - 1 > largest(Spec.Type))
      return fail("init of '" + Spec.Name + "': " + Twine(int64_t(Low)) +
                  " to " + Twine(int64_t(High)) + " does not fit " +
                  name(Spec.Type));
    return Error::success();
  }

  double resolve(const InitBound &Bound) const {
    return resolveBound(Result, Bound);
  }

  Error bindArguments() {
    for (const std::string &Name : Op.EntryPoint.Arguments) {
      BoundArgument Argument;
      Argument.Name = Name;
      auto AxisValue = Result.Axes.find(Name);
      auto Scalar = Result.Scalars.find(Name);
      if (AxisValue != Result.Axes.end()) {
        Argument.ArgumentKind = BoundArgument::Kind::Axis;
        Argument.AxisValue = AxisValue->second;
        if (Argument.AxisValue > std::numeric_limits<int32_t>::max())
          return fail("axis '" + Name + "' is an argument and " +
                      Twine(Argument.AxisValue) + " does not fit an int");
      } else if (Scalar != Result.Scalars.end()) {
        Argument.ArgumentKind = BoundArgument::Kind::Scalar;
        Argument.ScalarValue = Scalar->second;
        Argument.ScalarType = Op.scalar(Name)->Type;
      } else {
        Argument.ArgumentKind = BoundArgument::Kind::Tensor;
        while (Argument.Tensor != Result.Tensors.size() &&
               Result.Tensors[Argument.Tensor].Spec->Name != Name)
          ++Argument.Tensor;
        if (Argument.Tensor == Result.Tensors.size())
          return fail("argument '" + Name + "' is not declared");
      }
      Result.Arguments.push_back(std::move(Argument));
    }
    return Error::success();
  }

  /// Evaluates \p E, which must lie between \p Low and \p High.
  Expected<int64_t> extent(const AxisExpression &E, StringRef What, int64_t Low,
                           int64_t High) const {
    Expected<int64_t> Value = evaluate(E);
    if (!Value || (*Value >= Low && *Value <= High))
      return Value;
    Error Wrong = makeError(ExitCode::InvalidInput, E.where(),
                            What + " '" + E.text() + "' is " + Twine(*Value) +
                                "; it must lie between " + Twine(Low) +
                                " and " + Twine(High));
    return withWorkload(std::move(Wrong));
  }

  Error bindLaunch() {
    if (!Op.EntryPoint.KernelLaunch)
      return Error::success();
    const Launch &L = *Op.EntryPoint.KernelLaunch;
    int64_t Threads = 1;
    for (size_t I = 0; I != L.Grid.size(); ++I) {
      Expected<int64_t> Value = extent(L.Grid[I], "the grid", 0, MaxGrid[I]);
      if (!Value)
        return Value.takeError();
      Result.Launch.Grid[I] = *Value;
    }
    for (size_t I = 0; I != L.Block.size(); ++I) {
      Expected<int64_t> Value = extent(L.Block[I], "the block", 1, MaxBlock[I]);
      if (!Value)
        return Value.takeError();
      Result.Launch.Block[I] = *Value;
      Threads *= *Value;
    }
    if (Threads > MaxThreads)
      return withWorkload(makeError(
          ExitCode::InvalidInput, L.Block.front().where(),
          "the block has " + Twine(Threads) + " threads, more than 1024"));
    Expected<int64_t> Shared =
        extent(L.SharedBytes, "shared_bytes", 0, MaxSharedBytes);
    if (!Shared)
      return Shared.takeError();
    Result.Launch.SharedBytes = *Shared;
    return Error::success();
  }
};

} // namespace

double resolveBound(const Binding &B, const InitBound &Bound) {
  if (const double *Number = std::get_if<double>(&Bound))
    return *Number;
  auto Value = B.Axes.find(std::get<std::string>(Bound));
  return Value == B.Axes.end() ? 0 : static_cast<double>(Value->second);
}

bool allows(const Operator &Op, const Workload &W) {
  Error E = Binder(Op, W).checkAxes();
  const bool Kept = !E;
  consumeError(std::move(E));
  return Kept;
}

Expected<Binding> bind(const Operator &Op, const Workload &W) {
  return Binder(Op, W).run();
}

} // namespace kmend
