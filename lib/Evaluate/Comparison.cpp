//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Comparison.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace kmend {

static constexpr size_t MaxWorst = 8;

namespace {
/// Collects what is wrong with one tensor, element by element.
class Comparer {
public:
  Comparer(const BoundTensor &Tensor, const Tolerance &T,
           llvm::ArrayRef<char> Got, llvm::ArrayRef<char> Want, uint8_t Poison)
      : Tensor(Tensor), T(T), Got(Got), Want(Want), Poison(Poison),
        Type(Tensor.Spec->Type), Size(sizeOf(Type)) {
    Result.Tensor = Tensor.Spec->Name;
    Result.Shape = Tensor.Shape;
    Result.Elements = Tensor.Elements;
  }

  TensorComparison run() {
    const unsigned WantSize = isFloating(Type) ? sizeof(double) : Size;
    if (Got.size() != Tensor.Elements * Size ||
        Want.size() != Tensor.Elements * WantSize) {
      allWrong();
      return std::move(Result);
    }
    if (isFloating(Type))
      for (uint64_t I = 0; I != Tensor.Elements; ++I)
        compareFloat(I);
    else
      for (uint64_t I = 0; I != Tensor.Elements; ++I)
        compareInteger(I);
    finish();
    return std::move(Result);
  }

private:
  const BoundTensor &Tensor;
  const Tolerance &T;
  llvm::ArrayRef<char> Got, Want;
  const uint8_t Poison;
  const DType Type;
  const unsigned Size;
  TensorComparison Result;

  void allWrong() {
    Result.Mismatched = Result.Elements;
    Result.Wrong.assign(Result.Elements, true);
    Result.Passed = Result.Elements == 0;
  }

  void compareFloat(uint64_t I) {
    const double G = load(Type, Got.data(), I);
    double W;
    std::memcpy(&W, Want.data() + I * sizeof(double), sizeof W);
    const bool Finite = std::isfinite(G);
    Result.Nonfinite += !Finite;
    if (Finite && std::isfinite(W)) {
      const double Difference = std::fabs(G - W);
      const double Allowed = T.MaxAtol + T.MaxRtol * std::fabs(W);
      Result.Errors.add(Type, G, W);
      Result.MaxAbsolute = std::max(Result.MaxAbsolute, Difference);
      if (W != 0)
        Result.MaxRelative =
            std::max(Result.MaxRelative, Difference / std::fabs(W));
      if (Difference > Allowed)
        wrong(I, G, W, Allowed > 0 ? Difference / Allowed : infinity());
      return;
    }
    // Where infinities are legal results, a value beyond the dtype's range is
    // one of them.
    const double Rounded = T.AllowNonfinite ? roundTo(Type, W) : W;
    const bool Same =
        std::isnan(G) ? std::isnan(W) : !std::isnan(W) && G == Rounded;
    if (!Same)
      wrong(I, G, W, infinity());
  }

  void compareInteger(uint64_t I) {
    const int64_t G = loadInteger(Type, Got.data(), I);
    const int64_t W = loadInteger(Type, Want.data(), I);
    Result.Errors.add(Type, static_cast<double>(G), static_cast<double>(W));
    if (G == W)
      return;
    const double Difference =
        std::fabs(static_cast<double>(G) - static_cast<double>(W));
    Result.MaxAbsolute = std::max(Result.MaxAbsolute, Difference);
    if (W != 0)
      Result.MaxRelative = std::max(
          Result.MaxRelative, Difference / std::fabs(static_cast<double>(W)));
    wrong(I, static_cast<double>(G), static_cast<double>(W), Difference);
  }

  static double infinity() { return std::numeric_limits<double>::infinity(); }

  bool isPoison(uint64_t I) const {
    return llvm::all_of(Got.slice(I * Size, Size), [&](char Byte) {
      return static_cast<uint8_t>(Byte) == Poison;
    });
  }

  void wrong(uint64_t I, double G, double W, double Excess) {
    if (Result.Wrong.empty())
      Result.Wrong.resize(Result.Elements);
    Result.Wrong[I] = true;
    ++Result.Mismatched;
    const bool Unwritten = isPoison(I);
    Result.Unwritten += Unwritten;
    std::vector<ElementMismatch> &Worst = Result.Worst;
    if (Worst.size() == MaxWorst && Worst.back().Excess >= Excess)
      return;
    if (Worst.size() == MaxWorst)
      Worst.pop_back();
    // After equals, so that of equal excesses the first element is kept.
    auto At = llvm::find_if(
        Worst, [&](const ElementMismatch &M) { return M.Excess < Excess; });
    Worst.insert(At, {I, {}, G, W, Unwritten, Excess});
  }

  void finish() {
    for (ElementMismatch &M : Result.Worst)
      M.Index = indexOf(M.Flat);
    // Counted in elements, so that a ratio of 1 leaves no room for rounding.
    const double Needed =
        T.RequiredMatchedRatio * static_cast<double>(Result.Elements);
    Result.Passed =
        static_cast<double>(Result.Elements - Result.Mismatched) >= Needed;
  }

  std::vector<int64_t> indexOf(uint64_t Flat) const {
    std::vector<int64_t> Index(Tensor.Shape.size());
    for (size_t D = Index.size(); D-- > 0;) {
      const uint64_t Extent = static_cast<uint64_t>(Tensor.Shape[D]);
      Index[D] = static_cast<int64_t>(Flat % Extent);
      Flat /= Extent;
    }
    return Index;
  }
};
} // namespace

TensorComparison compare(const BoundTensor &Tensor, const Tolerance &T,
                         llvm::ArrayRef<char> Got, llvm::ArrayRef<char> Want,
                         uint8_t Poison) {
  return Comparer(Tensor, T, Got, Want, Poison).run();
}

} // namespace kmend
