//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boundary workloads: shapes just off the listed ones, inside what these show
// to be legal. An operator may have limits that no field states (a power of
// two, a window inside the image, at most 32 columns); what all listed
// workloads have in common is taken for such a limit.
//
//===----------------------------------------------------------------------===//

#include "HintValues.h"
#include "Larger.h"
#include "UnlistedShapes.h"
#include "kmend/Evaluate/Case.h"
#include "kmend/Support/Random.h"
#include <algorithm>
#include <set>

namespace kmend {

// About this many shapes for an operator, spread over its axes.
static constexpr unsigned MaxShapes = 36;
static constexpr unsigned MaxPairShapes = 8;
// Shapes that the candidate's own constants ask for, spread over the axes.
static constexpr unsigned MaxHintedShapes = 24;
// Shapes with axes that are pairwise different primes.
static constexpr unsigned MaxPrimeShapes = 2;
// Shapes that are larger than the listed ones.
static constexpr size_t MaxLargerShapes = 12;

namespace {
class BoundaryBuilder {
public:
  BoundaryBuilder(const Operator &Op, uint64_t Seed,
                  llvm::ArrayRef<SizeHint> Hints)
      : Op(Op), Hints(Hints), Draw(Seed, "boundary"), Shapes(Op) {
    // The dearest first, since shapes of one element show little.
    llvm::sort(Shapes.Bases, [&](size_t A, size_t B) {
      return std::pair(Shapes.Steps[B], A) < std::pair(Shapes.Steps[A], B);
    });
  }

  std::vector<Workload> build() {
    if (Shapes.Bases.empty())
      return {};
    std::vector<const AxisProfile *> Varied;
    for (const AxisProfile &P : Shapes.Rules.Profiles)
      if (P.AxisRule != AxisProfile::Rule::Fixed)
        Varied.push_back(&P);
    if (Varied.empty())
      return {};

    const unsigned PerAxis = std::clamp<unsigned>(
        MaxShapes / static_cast<unsigned>(Varied.size()), 3, 14);
    for (const AxisProfile *P : Varied)
      varyOne(*P, PerAxis);
    const unsigned Hinted = std::clamp<unsigned>(
        MaxHintedShapes / static_cast<unsigned>(Varied.size()), 2, 10);
    for (const AxisProfile *P : Varied)
      followHints(*P, Hinted);
    for (unsigned I = 0; I != MaxPairShapes && Varied.size() > 1; ++I)
      varyTwo(*Varied[I % Varied.size()],
              *Varied[(I + 1 + I / Varied.size()) % Varied.size()]);
    for (unsigned I = 0; I != MaxPrimeShapes && Varied.size() > 1; ++I)
      addPrimes(I);
    addEmpty(outermostAxis(Op));
    addLarger(Varied);
    return std::move(Found);
  }

private:
  const Operator &Op;
  const llvm::ArrayRef<SizeHint> Hints;
  Random Draw;
  UnlistedShapes Shapes;
  std::vector<Workload> Found;

  bool add(Workload W, llvm::StringRef Grown = "") {
    if (!Shapes.take(W, Grown))
      return false;
    Found.push_back(std::move(W));
    return true;
  }

  /// The extremes first, then the rest at random, but so that every remainder
  /// modulo 8 (the widest vector) comes up before one comes up again.
  std::vector<int64_t> inOrder(const AxisProfile &P) {
    std::vector<int64_t> Values = P.boundaryValues();
    const size_t Fixed = std::min(AxisProfile::Extremes, Values.size());
    for (size_t I = Values.size(); I > Fixed + 1; --I)
      std::swap(Values[I - 1], Values[Fixed + Draw.below(I - Fixed)]);
    std::map<int64_t, unsigned> Seen;
    for (size_t I = 0; I != Values.size(); ++I) {
      auto Rarest = Values.begin() + static_cast<long>(I);
      for (auto It = Rarest; I >= Fixed && It != Values.end(); ++It)
        if (Seen[*It % 8] < Seen[*Rarest % 8])
          Rarest = It;
      std::swap(Values[I], *Rarest);
      ++Seen[Values[I] % 8];
    }
    return Values;
  }

  void varyOne(const AxisProfile &P, unsigned Budget) {
    const std::vector<int64_t> Values = inOrder(P);
    unsigned Added = 0;
    for (size_t Tries = Shapes.Bases.size(), I = 0; I != Tries && Added < 2;
         ++I)
      for (int64_t Step : {1, -1}) {
        Workload W = Shapes.nextBase();
        int64_t Near = P.step(W.Axes[P.Name], Step);
        if (Near == W.Axes[P.Name])
          continue;
        W.Axes[P.Name] = Near;
        Added += add(std::move(W));
      }
    for (int64_t Value : Values)
      for (size_t Tries = 0; Tries != Shapes.Bases.size() && Added < Budget;
           ++Tries) {
        Workload W = Shapes.nextBase();
        W.Axes[P.Name] = Value;
        if (add(std::move(W))) {
          ++Added;
          break;
        }
      }
  }

  void varyTwo(const AxisProfile &P, const AxisProfile &Q) {
    const std::vector<int64_t> A = P.boundaryValues(), B = Q.boundaryValues();
    if (A.empty() || B.empty() || &P == &Q)
      return;
    for (unsigned Tries = 0; Tries != 8; ++Tries) {
      Workload W = Shapes.nextBase();
      W.Axes[P.Name] = A[Draw.below(A.size())];
      W.Axes[Q.Name] = B[Draw.below(B.size())];
      if (W.Axes[P.Name] != W.Axes[Q.Name] && add(std::move(W)))
        return;
    }
  }

  /// Shapes that the candidate's own constants ask for.
  void followHints(const AxisProfile &P, unsigned Budget) {
    unsigned Added = 0;
    for (int64_t Value :
         hintedValues(Op, Op.Workloads[Shapes.Bases.front()], P, Hints)) {
      if (!P.admits(Value))
        continue;
      for (size_t Tries = 0; Tries != Shapes.Bases.size(); ++Tries) {
        Workload W = Shapes.nextBase();
        W.Axes[P.Name] = Value;
        if (!add(std::move(W)))
          continue;
        if (++Added == Budget)
          return;
        break;
      }
    }
  }

  /// All free axes moved to primes that differ pairwise: swapped axes and
  /// strides show, and every tile has a rest. The largest that are cheap
  /// enough.
  void addPrimes(unsigned Index) {
    static constexpr int64_t Primes[] = {151, 131, 113, 101, 89, 79, 71, 61,
                                         53,  47,  41,  37,  31, 29, 23, 19,
                                         17,  13,  11,  7,   5,  3};
    for (size_t Skip = Index; Skip != std::size(Primes); ++Skip) {
      Workload W = Shapes.nextBase();
      size_t At = Skip;
      unsigned Moved = 0;
      for (const AxisProfile &P : Shapes.Rules.Profiles) {
        if (P.AxisRule != AxisProfile::Rule::Free)
          continue;
        while (At != std::size(Primes) && Primes[At] > P.Listed.back())
          ++At;
        if (At == std::size(Primes))
          break;
        W.Axes[P.Name] = Primes[At++];
        ++Moved;
      }
      if (Moved > 1 && add(std::move(W)))
        return;
    }
  }

  /// Listed workloads for an axis to grow in: cheap ones that show much, then
  /// those that are ever cheaper, then the dear ones.
  std::vector<size_t> grounds() const {
    std::vector<size_t> Order(Shapes.Bases);
    std::vector<size_t> Dear;
    for (size_t I = 0; I != Op.Workloads.size(); ++I)
      if (!llvm::is_contained(Shapes.Bases, I))
        Dear.push_back(I);
    llvm::sort(Dear, [&](size_t A, size_t B) {
      return std::pair(Shapes.Steps[A], A) < std::pair(Shapes.Steps[B], B);
    });
    Order.insert(Order.end(), Dear.begin(), Dear.end());
    return Order;
  }

  /// Each axis larger than any workload has it, and above each threshold of the
  /// candidate, one at a time: a candidate that is made for the listed sizes
  /// shows here.
  void addLarger(llvm::ArrayRef<const AxisProfile *> Varied) {
    const std::vector<size_t> Grounds = grounds();
    std::vector<std::vector<int64_t>> Values;
    size_t Most = 0;
    for (const AxisProfile *P : Varied) {
      Values.push_back(
          largerValues(Op, Op.Workloads[Grounds.front()], *P, Hints));
      Most = std::max(Most, Values.back().size());
    }
    size_t Added = 0;
    for (size_t Turn = 0; Turn != Most; ++Turn)
      for (size_t I = 0; I != Varied.size(); ++I) {
        if (Turn >= Values[I].size() || Added == MaxLargerShapes)
          continue;
        for (size_t Ground : Grounds) {
          Workload W = Shapes.withScalars(Op.Workloads[Ground]);
          W.Axes[Varied[I]->Name] = Values[I][Turn];
          if (add(std::move(W), Varied[I]->Name)) {
            ++Added;
            break;
          }
        }
      }
  }

  /// One shape with nothing to compute: the outermost extent of every output is
  /// 0, and no input bound becomes empty by it.
  void addEmpty(const std::string &Outer) {
    const Axis *A = Op.axis(Outer);
    if (!A)
      return;
    Workload W = Shapes.nextBase();
    W.Axes[Outer] = 0;
    llvm::Expected<Binding> B = bind(Op, W);
    if (!B) {
      llvm::consumeError(B.takeError());
      return;
    }
    for (size_t I = Op.Inputs.size(); I != B->Tensors.size(); ++I)
      if (B->Tensors[I].Elements != 0)
        return;
    for (const Axis &Other : Op.Axes)
      if (Other.Name != Outer && B->Axes[Other.Name] <= 0)
        return;
    if (Shapes.isNew(W.Axes))
      Found.push_back(std::move(W));
  }
};
} // namespace

std::vector<Workload> boundaryWorkloads(const Operator &Op, uint64_t Seed,
                                        llvm::ArrayRef<SizeHint> Hints) {
  return BoundaryBuilder(Op, Seed, Hints).build();
}

} // namespace kmend
