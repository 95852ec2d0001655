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

#include "AxisProfile.h"
#include "Cost.h"
#include "kmend/Evaluate/Case.h"
#include "kmend/Support/Random.h"
#include <algorithm>
#include <set>

namespace kmend {

// About this many shapes for an operator, spread over its axes.
static constexpr unsigned MaxShapes = 36;
static constexpr unsigned MaxPairShapes = 8;
// A boundary shape is at most this many times the median workload.
static constexpr double MaxGrowth = 4;
// Limits are round numbers: multiples of a warp.
static constexpr int64_t RoundValue = 32;
// Steps of the one shape that is larger than the listed ones.
static constexpr double MaxLargerSteps = 4 << 20;

namespace {
class BoundaryBuilder {
public:
  BoundaryBuilder(const Operator &Op, uint64_t Seed)
      : Op(Op), Draw(Seed, "boundary"), Shape(Op) {
    std::vector<double> Elements, Steps;
    for (const Workload &W : Op.Workloads)
      Seen.insert(W.Axes);
    for (const WorkloadCost &C : listedCosts(Op)) {
      Elements.push_back(C.Elements);
      Steps.push_back(C.Steps);
    }
    MaxElements = MaxGrowth * median(Elements);
    MaxSteps = MaxGrowth * median(Steps);
    // Bases: listed workloads up to the median, the dearest first, since shapes
    // of one element show little.
    for (size_t I = 0; I != Op.Workloads.size(); ++I)
      Bases.push_back(I);
    llvm::sort(Bases, [&](size_t A, size_t B) {
      return std::pair(Steps[B], A) < std::pair(Steps[A], B);
    });
    llvm::erase_if(Bases, [&](size_t I) { return Steps[I] > median(Steps); });
  }

  std::vector<Workload> build() {
    if (Bases.empty())
      return {};
    std::vector<const AxisProfile *> Varied;
    for (const AxisProfile &P : Shape.Profiles)
      if (P.AxisRule != AxisProfile::Rule::Fixed)
        Varied.push_back(&P);
    if (Varied.empty())
      return {};

    const unsigned PerAxis = std::clamp<unsigned>(
        MaxShapes / static_cast<unsigned>(Varied.size()), 3, 14);
    for (const AxisProfile *P : Varied)
      varyOne(*P, PerAxis);
    for (unsigned I = 0; I != MaxPairShapes && Varied.size() > 1; ++I)
      varyTwo(*Varied[I % Varied.size()],
              *Varied[(I + 1 + I / Varied.size()) % Varied.size()]);
    const std::string Outer = outermostAxis();
    addEmpty(Outer);
    addLarger(Outer);
    return std::move(Found);
  }

private:
  const Operator &Op;
  Random Draw;
  ShapeRules Shape;
  double MaxElements = 0, MaxSteps = 0;
  std::vector<size_t> Bases;
  std::set<std::map<std::string, int64_t>> Seen;
  std::vector<Workload> Found;
  size_t Turn = 0;

  Workload nextBase() {
    Workload W = Op.Workloads[Bases[Turn % Bases.size()]];
    for (const ScalarSpec &S : Op.Scalars)
      if (S.Values.size() > 1 && !W.Scalars.count(S.Name))
        W.Scalars[S.Name] = S.Values[Turn % S.Values.size()];
    ++Turn;
    return W;
  }

  bool add(Workload W) {
    if (Seen.count(W.Axes))
      return false;
    llvm::Expected<Binding> B = bind(Op, W);
    if (!B) {
      llvm::consumeError(B.takeError());
      return false;
    }
    WorkloadCost Cost = costOf(*B);
    if (Cost.Elements > MaxElements || Cost.Steps > MaxSteps ||
        !Shape.admits(*B))
      return false;
    Seen.insert(W.Axes);
    W.Where = Op.EntryPoint.Where;
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
    for (size_t Tries = Bases.size(), I = 0; I != Tries && Added < 2; ++I)
      for (int64_t Step : {1, -1}) {
        Workload W = nextBase();
        int64_t Near = P.step(W.Axes[P.Name], Step);
        if (Near == W.Axes[P.Name])
          continue;
        W.Axes[P.Name] = Near;
        Added += add(std::move(W));
      }
    for (int64_t Value : Values)
      for (size_t Tries = 0; Tries != Bases.size() && Added < Budget; ++Tries) {
        Workload W = nextBase();
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
      Workload W = nextBase();
      W.Axes[P.Name] = A[Draw.below(A.size())];
      W.Axes[Q.Name] = B[Draw.below(B.size())];
      if (W.Axes[P.Name] != W.Axes[Q.Name] && add(std::move(W)))
        return;
    }
  }

  /// The var axis that is the first extent of every output, or empty.
  std::string outermostAxis() const {
    std::string Outer;
    for (const TensorSpec &T : Op.Outputs) {
      if (T.Shape.empty())
        return "";
      std::vector<std::string> Names = T.Shape.front().names();
      if (Names.size() != 1 || T.Shape.front().text() != Names[0] ||
          (!Outer.empty() && Outer != Names[0]))
        return "";
      Outer = Names[0];
    }
    const Axis *A = Op.axis(Outer);
    return A && A->AxisKind == Axis::Kind::Var ? Outer : "";
  }

  /// More of the outermost axis than any workload has: twice as much and one.
  /// Other axes may be bounded by what fits a block; this one is spread over
  /// the grid. A largest value that is round may be a limit itself.
  void addLarger(const std::string &Outer) {
    auto P = llvm::find_if(Shape.Profiles, [&](const AxisProfile &Profile) {
      return Profile.Name == Outer;
    });
    if (P == Shape.Profiles.end() || P->AxisRule != AxisProfile::Rule::Free ||
        P->Listed.back() % RoundValue == 0)
      return;
    Workload W = nextBase();
    W.Axes[Outer] = 2 * P->Listed.back() + 1;
    llvm::Expected<Binding> B = bind(Op, W);
    if (!B) {
      llvm::consumeError(B.takeError());
      return;
    }
    if (Shape.admits(*B, Outer) && costOf(*B).Steps <= MaxLargerSteps &&
        Seen.insert(W.Axes).second)
      Found.push_back(std::move(W));
  }

  /// One shape with nothing to compute: the outermost extent of every output is
  /// 0, and no input bound becomes empty by it.
  void addEmpty(const std::string &Outer) {
    const Axis *A = Op.axis(Outer);
    if (!A)
      return;
    Workload W = nextBase();
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
    if (Seen.insert(W.Axes).second)
      Found.push_back(std::move(W));
  }
};
} // namespace

std::vector<Workload> boundaryWorkloads(const Operator &Op, uint64_t Seed) {
  return BoundaryBuilder(Op, Seed).build();
}

} // namespace kmend
