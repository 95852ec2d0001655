//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/InputGenerator.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;

namespace kmend {
namespace {

/// What is drawn when operator.yaml gives no `init`.
Init effectiveInit(const TensorSpec &Spec) {
  Init Fill = Spec.Fill;
  if (Fill.Given || isFloating(Spec.Type))
    return Fill;
  if (Spec.Type == DType::Bool) {
    Fill.InitKind = Init::Kind::Bernoulli;
    return Fill;
  }
  Fill.InitKind = Init::Kind::Integers;
  Fill.Low = smallest(Spec.Type) < 0 ? -100.0 : 0.0;
  Fill.High = 100.0;
  return Fill;
}

/// Whether \p D changes an input that is filled by \p Fill. docs/Operator.md
/// has this table with its reasons.
bool changes(const Init &Fill, Distribution D) {
  if (Fill.Fixed || D == Distribution::Declared)
    return false;
  const double *Low = std::get_if<double>(&Fill.Low);
  switch (Fill.InitKind) {
  case Init::Kind::Normal:
    // A normal that is written down says all of it.
    return !Fill.Given;
  case Init::Kind::Constant:
    return false;
  case Init::Kind::Uniform:
  case Init::Kind::Integers:
    if (D == Distribution::Negative)
      return Low && *Low < 0;
    return D != Distribution::Large && D != Distribution::Spikes;
  case Init::Kind::Sorted:
    if (D == Distribution::Negative)
      return Low && *Low < 0;
    return D != Distribution::Large && D != Distribution::Cancellation &&
           D != Distribution::Spikes;
  case Init::Kind::Positive:
    return D != Distribution::Negative && D != Distribution::Cancellation;
  case Init::Kind::Permutation:
    return is_contained(
        {Distribution::Negative, Distribution::Constant, Distribution::Ramp},
        D);
  case Init::Kind::Bernoulli:
    if (Fill.P == 0 || Fill.P == 1)
      return false;
    return is_contained({Distribution::Negative, Distribution::Shifted,
                         Distribution::Constant, Distribution::Ones,
                         Distribution::Ramp},
                        D);
  }
  llvm_unreachable("every kind is handled");
}

/// Draws the elements of one tensor in their order.
class ElementSource {
public:
  ElementSource(const Binding &B, const BoundTensor &Tensor, const Init &Fill,
                Distribution D, uint64_t Seed)
      : Type(Tensor.Spec->Type), Fill(Fill), D(D),
        R(Seed, Tensor.Spec->Name + "/" + name(D).str()),
        Low(resolveBound(B, Fill.Low)), High(resolveBound(B, Fill.High)) {
    Integral = !isFloating(Type) || Fill.InitKind == Init::Kind::Integers;
    Level = R.uniform();
    Chosen = R.below(Tensor.Elements);
    if (D == Distribution::Spikes)
      placeSpikes(Tensor.Shape.empty() ? 1 : Tensor.Shape.back(), Seed);
  }

  double element(uint64_t I) {
    switch (Fill.InitKind) {
    case Init::Kind::Normal:
      return Fill.Given ? Fill.Mean + Fill.Std * R.normal() : free(I);
    case Init::Kind::Positive:
      return positive(I);
    case Init::Kind::Bernoulli:
      return bernoulli(I);
    case Init::Kind::Constant:
      return Fill.Value;
    case Init::Kind::Uniform:
    case Init::Kind::Integers:
    case Init::Kind::Sorted:
      return bounded(I);
    case Init::Kind::Permutation:
      break;
    }
    llvm_unreachable("a permutation is no stream of elements");
  }

  /// Fills \p Order with a permutation of 0 .. its size - 1.
  void permute(MutableArrayRef<int64_t> Order) {
    std::iota(Order.begin(), Order.end(), int64_t(0));
    if (D == Distribution::Negative)
      std::reverse(Order.begin(), Order.end());
    if (D != Distribution::Declared)
      return;
    for (size_t I = Order.size(); I > 1; --I)
      std::swap(Order[I - 1], Order[R.below(I)]);
  }

private:
  DType Type;
  const Init &Fill;
  Distribution D;
  Random R;
  double Low, High;
  bool Integral = false;
  double Level = 0;             ///< the one value of Constant, in [0, 1)
  uint64_t Chosen = 0;          ///< the one element of OneHot
  uint64_t Row = 1;             ///< extent of the last axis
  std::vector<uint64_t> Places; ///< of spikes, row after row in turn
  uint64_t FirstPlace = 0;      ///< of the first row

  /// The ends of a row and the borders of blocks and tiles, which are powers of
  /// two, most often: what a loop that is off leaves out lies there. Large ones
  /// come first, where a few rows reach them.
  void placeSpikes(uint64_t Extent, uint64_t Seed) {
    Row = Extent;
    Places = {Row - 1};
    for (uint64_t Power = llvm::bit_floor(Row - 1); Power >= 16; Power /= 2) {
      Places.push_back(Power);
      Places.push_back(Power - 1);
    }
    Places.push_back(0);
    FirstPlace = Seed % Places.size();
  }
  bool isSpike(uint64_t I) const {
    return I % Row == Places[(I / Row + FirstPlace) % Places.size()];
  }

  /// One of \p Count steps in [0, 1], the ends included.
  double tie(unsigned Count) { return double(R.below(Count)) / (Count - 1); }

  /// In [-125 / 64, 125 / 64]: every dtype holds these exactly, and the period
  /// is a prime, so that no stride hides behind it.
  static double ramp(uint64_t I) { return (double(I % 251) - 125) / 64; }

  /// A float of which operator.yaml says nothing.
  double free(uint64_t I) {
    switch (D) {
    case Distribution::Declared:
      return R.normal();
    case Distribution::Negative:
      return -std::fabs(R.normal()) - 0.1;
    case Distribution::Shifted:
      return R.normal() + 3;
    case Distribution::Spread:
      return R.normal() * 8;
    case Distribution::Constant:
      return 0.5 + Level;
    case Distribution::OneHot:
      return I == Chosen;
    case Distribution::Ties:
      return tie(5) * 2 - 1;
    case Distribution::Large:
      return R.normal() * 100;
    case Distribution::Cancellation: {
      double Near = 32 + R.normal() / 4;
      return I % 2 ? -Near : Near;
    }
    case Distribution::Spikes:
      return isSpike(I) ? 100 : R.normal();
    case Distribution::Ones:
      return 1;
    case Distribution::Ramp:
      return ramp(I);
    }
    llvm_unreachable("every distribution is handled");
  }

  double positive(uint64_t I) {
    // Far enough from 0 for every dtype.
    const double Least = 0x1p-7;
    switch (D) {
    case Distribution::Shifted:
      return std::fabs(R.normal()) + 3;
    case Distribution::Spread:
      return std::fabs(R.normal()) * 8 + Least;
    case Distribution::Constant:
      return 0.5 + Level;
    case Distribution::OneHot:
      return I == Chosen ? 1 : Least;
    case Distribution::Ties:
      return 0.25 + tie(5);
    case Distribution::Large:
      return std::fabs(R.normal()) * 100 + Least;
    case Distribution::Spikes:
      return isSpike(I) ? 100 : std::fabs(R.normal()) + Least;
    case Distribution::Ones:
      return 1;
    case Distribution::Ramp:
      return ramp(I) + 2;
    default:
      return std::fabs(R.normal()) + Least;
    }
  }

  double bernoulli(uint64_t I) {
    switch (D) {
    case Distribution::Negative:
      return R.uniform() < Fill.P / 2;
    case Distribution::Shifted:
      return R.uniform() < (1 + Fill.P) / 2;
    case Distribution::Constant:
    case Distribution::Ones:
      return 1;
    case Distribution::Ramp:
      return I % 2;
    default:
      return R.uniform() < Fill.P;
    }
  }

  /// A value of [Low, High), or an integer of it.
  double bounded(uint64_t I) {
    if (!(Low < High))
      return Low; // bind refuses this; nothing to draw from
    switch (D) {
    case Distribution::Negative:
      return draw(Low, std::min(High, 0.0));
    case Distribution::Shifted:
      return draw(Integral ? std::floor((Low + High) / 2) : (Low + High) / 2,
                  High);
    case Distribution::Spread: {
      // The tenth at either end.
      double Tenth = (High - Low) / 10;
      return R.next() & 1 ? draw(High - Tenth, High) : draw(Low, Low + Tenth);
    }
    case Distribution::Constant:
      return at(Level);
    case Distribution::OneHot:
      return I == Chosen ? nearOne() : nearest(0);
    case Distribution::Ties:
      return at(tie(4));
    case Distribution::Cancellation:
      // Mirror images around the middle.
      if (I % 2 == 0)
        Level = R.uniform();
      return at(I % 2 ? 1 - Level : Level);
    case Distribution::Ones:
      return nearest(1);
    case Distribution::Ramp:
      return Integral ? Low + std::fmod(double(I), High - Low)
                      : at(double(I % 251) / 251);
    default:
      return draw(Low, High);
    }
  }

  double draw(double From, double To) {
    if (Integral) {
      From = std::ceil(From);
      To = std::max(std::ceil(To), From + 1);
      From = std::min(From, High - 1);
      To = std::min(To, High);
      return From + double(R.below(static_cast<uint64_t>(To - From)));
    }
    return inside(From + (To - From) * R.uniform());
  }

  /// The value at \p Share of the way from the first to the last one.
  double at(double Share) const {
    if (Integral)
      return Low + std::floor(Share * (High - 1 - Low) + 0.5);
    return inside(Low + Share * (High - Low));
  }

  double nearest(double Value) const {
    return Integral ? std::clamp(Value, Low, High - 1) : inside(Value);
  }

  /// A value that differs from nearest(0) if there is one.
  double nearOne() const {
    if (nearest(1) != nearest(0))
      return nearest(1);
    return at(1) != nearest(0) ? at(1) : at(0);
  }

  /// \p Value rounded, and then moved below High and not below Low: rounding
  /// to a short type can reach the bound that is excluded.
  double inside(double Value) const {
    double Rounded = roundTo(Type, std::clamp(Value, Low, High));
    if (Rounded < High)
      return Rounded;
    double Step = std::max(std::fabs(High) * epsilon(Type), 0x1p-24);
    double Below = roundTo(Type, High - Step);
    return Below >= roundTo(Type, Low) && Below < High ? Below
                                                       : roundTo(Type, Low);
  }
};

} // namespace

StringRef name(Distribution D) {
  switch (D) {
  case Distribution::Declared:
    return "declared";
  case Distribution::Negative:
    return "negative";
  case Distribution::Shifted:
    return "shifted";
  case Distribution::Spread:
    return "spread";
  case Distribution::Constant:
    return "constant";
  case Distribution::OneHot:
    return "onehot";
  case Distribution::Ties:
    return "ties";
  case Distribution::Large:
    return "large";
  case Distribution::Cancellation:
    return "cancellation";
  case Distribution::Spikes:
    return "spikes";
  case Distribution::Ones:
    return "ones";
  case Distribution::Ramp:
    return "ramp";
  }
  llvm_unreachable("every distribution is handled");
}

std::optional<Distribution> distributionFromName(StringRef Name) {
  for (auto I = unsigned(Distribution::Declared);
       I <= unsigned(Distribution::Ramp); ++I)
    if (name(Distribution(I)) == Name)
      return Distribution(I);
  return std::nullopt;
}

std::vector<Distribution> allowedDistributions(const Operator &Op) {
  std::vector<Distribution> Result{Distribution::Declared};
  if (Op.Golden) // the inputs are stored
    return Result;
  // Ones and Ramp are questions of a diagnosis, not inputs that people have.
  for (auto I = unsigned(Distribution::Negative);
       I <= unsigned(Distribution::Spikes); ++I) {
    auto D = Distribution(I);
    auto Changes = [&](const TensorSpec &Spec) {
      return (!Spec.IsOutput || Spec.InOut) && changes(effectiveInit(Spec), D);
    };
    if (any_of(Op.Inputs, Changes) || any_of(Op.Outputs, Changes))
      Result.push_back(D);
  }
  return Result;
}

void generateInput(const Binding &B, unsigned Index, Distribution D,
                   uint64_t Seed, MutableArrayRef<char> Data) {
  const BoundTensor &Tensor = B.Tensors[Index];
  assert(Data.size() == Tensor.bytes() && "the buffer is not the tensor's");
  if (Tensor.Elements == 0)
    return;
  const DType Type = Tensor.Spec->Type;
  const Init Fill = effectiveInit(*Tensor.Spec);
  if (!changes(Fill, D))
    D = Distribution::Declared;
  ElementSource Source(B, Tensor, Fill, D, Seed);
  const uint64_t Row = Tensor.Shape.empty() ? 1 : Tensor.Shape.back();

  if (Fill.InitKind == Init::Kind::Permutation) {
    std::vector<int64_t> Order(Row);
    for (uint64_t Start = 0; Start != Tensor.Elements; Start += Row) {
      Source.permute(Order);
      for (uint64_t I = 0; I != Row; ++I)
        store(Type, Data.data(), Start + I, double(Order[I]));
    }
    return;
  }
  if (Fill.InitKind == Init::Kind::Sorted) {
    std::vector<double> Values(Row);
    for (uint64_t Start = 0; Start != Tensor.Elements; Start += Row) {
      for (uint64_t I = 0; I != Row; ++I)
        Values[I] = Source.element(Start + I);
      sort(Values);
      for (uint64_t I = 0; I != Row; ++I)
        store(Type, Data.data(), Start + I, Values[I]);
    }
    return;
  }
  for (uint64_t I = 0; I != Tensor.Elements; ++I)
    store(Type, Data.data(), I, Source.element(I));
}

} // namespace kmend
