//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes that nobody can know before the run: drawn at random, inside what the
// listed workloads show to be legal, and a few beyond.
//
//===----------------------------------------------------------------------===//

#include "Larger.h"
#include "UnlistedShapes.h"
#include "kmend/Evaluate/Case.h"
#include "kmend/Support/Random.h"
#include <algorithm>
#include <limits>
#include <sys/random.h>

namespace kmend {

// Draws for one shape before it is given up: most fail by a relation.
static constexpr unsigned MaxDraws = 40;
// "Small" ends here: a warp and a bit.
static constexpr int64_t SmallEnd = 40;

namespace {
/// How a shape differs from what is listed.
enum class Way { Near, Small, Skewed, Larger, Any };
// The order in which they are drawn.
constexpr Way Ways[] = {Way::Near,   Way::Any,  Way::Larger, Way::Skewed,
                        Way::Small,  Way::Any,  Way::Near,   Way::Skewed,
                        Way::Larger, Way::Near, Way::Any,    Way::Small};

class HeldOutDrawer {
public:
  HeldOutDrawer(const Operator &Op, uint64_t Seed,
                llvm::ArrayRef<SizeHint> Hints)
      : Op(Op), Hints(Hints), Draw(Seed, "held-out"), Shapes(Op),
        Spreads(allowedDistributions(Op)) {
    Shapes.MaxElements = std::numeric_limits<double>::infinity();
  }

  std::vector<Case> draw() {
    std::vector<Case> Cases;
    for (Way How : Ways)
      for (unsigned Try = 0; Try != MaxDraws && !Shapes.Bases.empty(); ++Try)
        if (std::optional<Workload> W = shape(How)) {
          Cases.push_back(makeCase(std::move(*W)));
          break;
        }
    return Cases;
  }

private:
  const Operator &Op;
  const llvm::ArrayRef<SizeHint> Hints;
  Random Draw;
  UnlistedShapes Shapes;
  const std::vector<Distribution> Spreads;

  template <class T> const T &oneOf(llvm::ArrayRef<T> Values) {
    return Values[Draw.below(Values.size())];
  }

  /// Uniform in [Low, High].
  int64_t between(int64_t Low, int64_t High) {
    return Low + static_cast<int64_t>(Draw.below(static_cast<uint64_t>(
                     std::max<int64_t>(High - Low + 1, 1))));
  }

  /// A value near \p Wanted that keeps the rule of \p P.
  int64_t legal(const AxisProfile &P, int64_t Wanted) {
    switch (P.AxisRule) {
    case AxisProfile::Rule::Fixed:
    case AxisProfile::Rule::Enumerated:
      return oneOf<int64_t>(P.Listed);
    case AxisProfile::Rule::PowerOfTwo: {
      int64_t Power = P.Listed.front();
      while (2 * Power <= Wanted)
        Power *= 2;
      return Power;
    }
    case AxisProfile::Rule::Congruent:
      return P.Listed.front() +
             std::max<int64_t>(0, (Wanted - P.Listed.front()) / P.Step) *
                 P.Step;
    case AxisProfile::Rule::Free:
      break;
    }
    return std::max<int64_t>(Wanted, 1);
  }

  /// Every size class is as likely: the logarithm is uniform.
  int64_t anySize(int64_t Largest) {
    int64_t Bits = 0;
    while (Bits < 40 && (int64_t(2) << Bits) <= Largest)
      ++Bits;
    const int64_t Low = int64_t(1) << between(0, Bits);
    return between(Low, std::min(Largest, 2 * Low));
  }

  std::optional<Workload> shape(Way How) {
    Workload W = Op.Workloads[oneOf<size_t>(Shapes.Bases)];
    for (const ScalarSpec &S : Op.Scalars)
      if (S.Values.size() > 1 && !W.Scalars.count(S.Name))
        W.Scalars[S.Name] = oneOf<double>(S.Values);
    if (Shapes.Rules.Profiles.empty())
      return std::nullopt;
    const AxisProfile &Chosen = oneOf<AxisProfile>(Shapes.Rules.Profiles);
    std::string Grown;
    for (const AxisProfile &P : Shapes.Rules.Profiles) {
      int64_t &Value = W.Axes[P.Name];
      const int64_t Largest = P.Listed.back();
      switch (How) {
      case Way::Near:
        Value = legal(P, Value + between(-7, 7) * P.Step);
        break;
      case Way::Small:
        Value = legal(P, between(1, std::min(Largest, SmallEnd)));
        break;
      case Way::Skewed:
        Value = legal(P, P.Name == Chosen.Name
                             ? between(Largest / 2, Largest)
                             : between(1, std::max<int64_t>(1, Largest / 8)));
        break;
      case Way::Any:
        Value = legal(P, anySize(Largest));
        break;
      case Way::Larger:
        if (P.Name != Chosen.Name)
          break;
        if (largerValues(Op, W, P, Hints).empty())
          return std::nullopt;
        Value = legal(P, between(Largest + 1, Largest + Largest / 2 + 1));
        Grown = P.Name;
        break;
      }
    }
    if (!Shapes.take(W, Grown))
      return std::nullopt;
    W.Listed = -1;
    return W;
  }

  Case makeCase(Workload W) {
    Case C;
    C.Bound = std::move(W);
    C.HeldOut = true;
    // Two in three keep the distribution for which the operator promises most.
    C.Spread =
        Draw.below(3) ? Distribution::Declared : oneOf<Distribution>(Spreads);
    C.Seed = 1 + Draw.below(1u << 31);
    const Schedule Orders[] = {{Schedule::Kind::Ascending, 0},
                               {Schedule::Kind::Descending, 0},
                               {Schedule::Kind::Shuffle, Draw.below(1000)}};
    C.Order = oneOf<Schedule>(Orders);
    C.Poison = Draw.below(2) ? 0xff : 0x4b;
    return C;
  }
};
} // namespace

std::vector<Case> heldOutCases(const Operator &Op, uint64_t Seed,
                               llvm::ArrayRef<SizeHint> Hints) {
  return HeldOutDrawer(Op, Seed, Hints).draw();
}

llvm::Expected<uint64_t> randomHeldOutSeed() {
  uint64_t Seed = 0;
  if (::getrandom(&Seed, sizeof Seed, 0) != sizeof Seed)
    return makeError(ExitCode::IO, "the system gives no random numbers; use "
                                   "--held-out-seed");
  return Seed >> 16;
}

} // namespace kmend
