//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost.h"
#include "Covering.h"
#include "Golden.h"
#include "kmend/Evaluate/Case.h"
#include "kmend/Support/Random.h"
#include <algorithm>

namespace kmend {

// The bounds that decide how often a workload is repeated.
// A workload this much dearer than the median is heavy: pairs that need it are
// kept to the distributions and schedules that find most.
static constexpr double HeavyFactor = 8;
// A workload of so few steps is never heavy.
static constexpr double LightSteps = 16384;
// Yielding costs two to a hundred times a plain run, by what the kernel does
// between two accesses. Certification asks it of workloads of up to this many
// steps, the quick stage, which is to be quick, of smaller ones.
static constexpr double YieldSteps = 1 << 20;
static constexpr double QuickYieldSteps = 1 << 17;
// Combinations of scalar values tried for one workload.
static constexpr size_t MaxVariants = 4;

static constexpr uint8_t Poisons[] = {0xff, 0x4b};

namespace {
/// A listed workload with every scalar chosen.
struct Variant {
  Workload Bound;
  int Listed = 0;
  std::string Text;
  double Steps = 0;
};
} // namespace

/// The combinations of the scalars that have several values and that \p W does
/// not bind itself.
static std::vector<std::map<std::string, double>>
scalarChoices(const Operator &Op, const Workload &W) {
  std::vector<std::map<std::string, double>> Choices(1);
  for (const ScalarSpec &S : Op.Scalars) {
    if (S.Values.size() < 2 || W.Scalars.count(S.Name))
      continue;
    std::vector<std::map<std::string, double>> Grown;
    for (double Value : S.Values)
      for (const auto &Choice : Choices) {
        Grown.push_back(Choice);
        Grown.back()[S.Name] = Value;
      }
    Choices = std::move(Grown);
  }
  // Too many combinations: every step-th, which still meets each value of the
  // scalar that varies slowest.
  if (size_t Count = Choices.size(); Count > MaxVariants) {
    std::vector<std::map<std::string, double>> Kept;
    for (size_t I = 0; I != MaxVariants; ++I)
      Kept.push_back(Choices[I * (Count - 1) / (MaxVariants - 1)]);
    Choices = std::move(Kept);
  }
  return Choices;
}

static std::string variantText(const std::map<std::string, double> &Choice) {
  Workload Shown;
  Shown.Scalars = Choice;
  return Shown.str();
}

/// All variants, cheapest first.
static std::vector<Variant> variantsOf(const Operator &Op) {
  std::vector<WorkloadCost> Costs = listedCosts(Op);
  std::vector<Variant> All;
  for (size_t I = 0; I != Op.Workloads.size(); ++I)
    for (const auto &Choice : scalarChoices(Op, Op.Workloads[I])) {
      Variant V{Op.Workloads[I], static_cast<int>(I), variantText(Choice),
                Costs[I].Steps};
      for (const auto &[Name, Value] : Choice)
        V.Bound.Scalars[Name] = Value;
      All.push_back(std::move(V));
    }
  llvm::sort(All, [](const Variant &A, const Variant &B) {
    return std::tie(A.Steps, A.Listed, A.Text) <
           std::tie(B.Steps, B.Listed, B.Text);
  });
  return All;
}

static Case makeCase(const Variant &V) {
  Case C;
  C.Bound = V.Bound;
  C.ListedWorkload = V.Listed;
  C.Variant = V.Text;
  return C;
}

static std::vector<Case> planQuick(const Operator &Op,
                                   const PlanOptions &Options) {
  const Schedule InTurn[] = {{Schedule::Kind::Ascending, 0},
                             {Schedule::Kind::Descending, 0},
                             {Schedule::Kind::Shuffle, Options.Seed + 1}};
  std::vector<Case> Plan;
  const std::vector<Variant> Variants = variantsOf(Op);
  for (const Variant &V : Variants) {
    Case C = makeCase(V);
    C.Seed = Options.Seed;
    C.Order = InTurn[Plan.size() % std::size(InTurn)];
    C.Poison = Poisons[Plan.size() % std::size(Poisons)];
    Plan.push_back(std::move(C));
  }
  // And the dearest that may once more, yielding: races show most where there
  // are many blocks.
  std::optional<Case> Yield;
  for (size_t I = 0; I != Variants.size(); ++I)
    if (Variants[I].Steps <= QuickYieldSteps)
      Yield = Plan[I];
  if (Yield) {
    Yield->Order = {Schedule::Kind::Yield, Options.Seed + 1};
    Plan.push_back(std::move(*Yield));
  }
  return Plan;
}

/// Whether \p D shows so much that even a heavy workload is run with it.
static bool isBasic(Distribution D) {
  return D == Distribution::Declared || D == Distribution::Negative ||
         D == Distribution::Shifted || D == Distribution::Spread;
}

/// Rows of a covering selection in turns: the first row of every workload, then
/// the second of every workload, and so on, so that a plan that is cut short
/// has still seen all of them.
static std::vector<Case> inTurns(std::vector<std::vector<Case>> ByVariant) {
  std::vector<Case> Plan;
  for (size_t Turn = 0, Left = 1; Left; ++Turn) {
    Left = 0;
    for (std::vector<Case> &Rows : ByVariant)
      if (Turn < Rows.size()) {
        Plan.push_back(std::move(Rows[Turn]));
        ++Left;
      }
  }
  return Plan;
}

/// Sequences of calls on a few light variants: the dearest, and smaller ones,
/// where one element weighs more.
static std::vector<Case> planSequences(llvm::ArrayRef<Variant> Variants,
                                       uint64_t Seed) {
  size_t Light = 0;
  while (Light != Variants.size() && Variants[Light].Steps <= YieldSteps)
    ++Light;
  std::vector<Case> Plan;
  for (size_t Index : {Light - 1, Light / 2, Light / 4}) {
    if (!Light || llvm::any_of(Plan, [&](const Case &C) {
          return C.Bound.str() == Variants[Index].Bound.str();
        }))
      continue;
    Case C = makeCase(Variants[Index]);
    C.Seed = Seed;
    C.Order.Order = Plan.size() % 2 ? Schedule::Kind::Descending
                                    : Schedule::Kind::Ascending;
    C.Poison = Poisons[Plan.size() % std::size(Poisons)];
    C.Calls = true;
    Plan.push_back(std::move(C));
  }
  return Plan;
}

static std::vector<Case> planCertify(const Operator &Op,
                                     const PlanOptions &Options) {
  const std::vector<Variant> Variants = variantsOf(Op);
  const std::vector<Distribution> Spreads = allowedDistributions(Op);
  const uint64_t Base = Options.Seed;
  const uint64_t Seeds[] = {Base + 1, Base + 2, Base + 3};
  const Schedule Orders[] = {{Schedule::Kind::Ascending, 0},
                             {Schedule::Kind::Descending, 0},
                             {Schedule::Kind::Shuffle, Base + 1},
                             {Schedule::Kind::Shuffle, Base + 2},
                             {Schedule::Kind::Yield, Base + 1}};
  enum Factor { FVariant, FSpread, FSeed, FOrder, FPoison };

  std::vector<double> Steps;
  for (const Variant &V : Variants)
    Steps.push_back(V.Steps);
  const double Heavy = HeavyFactor * std::max(median(Steps), LightSteps);

  auto Need = [&](unsigned F, unsigned V, unsigned G, unsigned W) {
    if (F != FVariant)
      return PairNeed::Needed;
    const double Cost = Variants[V].Steps;
    if (G == FOrder && Orders[W].Order == Schedule::Kind::Yield)
      return Cost <= YieldSteps ? PairNeed::Needed : PairNeed::Never;
    if (Cost <= Heavy)
      return PairNeed::Needed;
    if (G == FSpread)
      return isBasic(Spreads[W]) ? PairNeed::Needed : PairNeed::Never;
    if (G == FOrder)
      return W < 3 ? PairNeed::Needed : PairNeed::Optional;
    return PairNeed::Needed;
  };
  const unsigned Sizes[] = {static_cast<unsigned>(Variants.size()),
                            static_cast<unsigned>(Spreads.size()),
                            std::size(Seeds), std::size(Orders),
                            std::size(Poisons)};

  std::vector<std::vector<Case>> ByVariant(Variants.size());
  for (const std::vector<unsigned> &Row : coverPairs(Sizes, Need, Base)) {
    Case C = makeCase(Variants[Row[FVariant]]);
    C.Spread = Spreads[Row[FSpread]];
    C.Seed = Seeds[Row[FSeed]];
    C.Order = Orders[Row[FOrder]];
    C.Poison = Poisons[Row[FPoison]];
    ByVariant[Row[FVariant]].push_back(std::move(C));
  }
  std::vector<Case> Plan = inTurns(std::move(ByVariant));
  for (Case &C : planSequences(Variants, Base + 1))
    Plan.push_back(std::move(C));

  // Boundary shapes: once each, everything else in turn. Two in three keep the
  // declared distribution, for which the operator promises most.
  unsigned Turn = 0;
  for (Workload &W : boundaryWorkloads(Op, Base, Options.Hints)) {
    Case C;
    C.Bound = std::move(W);
    C.Spread =
        Turn % 3 ? Distribution::Declared : Spreads[Turn / 3 % Spreads.size()];
    C.Seed = Seeds[Turn % std::size(Seeds)];
    C.Order = Orders[Turn % 4];
    C.Poison = Poisons[Turn / 2 % std::size(Poisons)];
    Plan.push_back(std::move(C));
    ++Turn;
  }
  if (Options.HeldOutSeed)
    llvm::append_range(Plan,
                       heldOutCases(Op, *Options.HeldOutSeed, Options.Hints));
  return Plan;
}

std::vector<Case> planCases(const Operator &Op, const PlanOptions &Options) {
  std::vector<Case> Plan = Options.PlanStage == Stage::Quick
                               ? planQuick(Op, Options)
                               : planCertify(Op, Options);
  if (Op.Golden)
    Plan = keepGolden(std::move(Plan), Options.Seed);
  if (Options.MaxCases && Plan.size() > Options.MaxCases)
    Plan.resize(Options.MaxCases);
  return Plan;
}

} // namespace kmend
