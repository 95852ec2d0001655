//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisProfile.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

namespace kmend {

// An axis whose largest listed value is at most this is a parameter (pad,
// stride, window, group) rather than an extent.
static constexpr int64_t SmallAxis = 8;
// With fewer distinct values nothing can be said of what lies between them.
static constexpr size_t FewValues = 3;

static bool isPowerOfTwo(int64_t Value) {
  return Value > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(Value));
}

static AxisProfile profileOf(std::string Name, std::vector<int64_t> Values) {
  AxisProfile P;
  P.Name = std::move(Name);
  llvm::sort(Values);
  Values.erase(llvm::unique(Values), Values.end());
  P.Listed = std::move(Values);
  if (P.Listed.size() < 2) {
    P.AxisRule = AxisProfile::Rule::Fixed;
    return P;
  }
  if (P.Listed.size() < FewValues || P.Listed.back() <= SmallAxis) {
    P.AxisRule = AxisProfile::Rule::Enumerated;
    return P;
  }
  if (llvm::all_of(P.Listed, isPowerOfTwo)) {
    P.AxisRule = AxisProfile::Rule::PowerOfTwo;
    return P;
  }
  int64_t Gcd = 0;
  for (int64_t Value : P.Listed)
    Gcd = std::gcd(Gcd, Value - P.Listed.front());
  P.Step = Gcd;
  P.AxisRule =
      P.Step > 1 ? AxisProfile::Rule::Congruent : AxisProfile::Rule::Free;
  return P;
}

bool AxisProfile::admits(int64_t Value) const {
  if (Listed.empty() || Value > Listed.back())
    return false;
  return keepsRule(Value);
}

bool AxisProfile::keepsRule(int64_t Value) const {
  if (Value < 1 || Listed.empty())
    return llvm::is_contained(Listed, Value);
  switch (AxisRule) {
  case Rule::Fixed:
  case Rule::Enumerated:
    return llvm::is_contained(Listed, Value);
  case Rule::PowerOfTwo:
    return isPowerOfTwo(Value) && Value >= Listed.front();
  case Rule::Congruent:
    return Value >= Listed.front() && (Value - Listed.front()) % Step == 0;
  case Rule::Free:
    return true;
  }
  return false;
}

std::vector<int64_t> AxisProfile::boundaryValues() const {
  if (AxisRule == Rule::Fixed)
    return {};
  if (AxisRule == Rule::Enumerated)
    return Listed;
  const int64_t Largest = Listed.back();
  std::vector<int64_t> Wanted = {1, Largest, Largest - 1};
  for (int64_t Power = 2; Power <= Largest && Power <= 4096; Power *= 2)
    Wanted.insert(Wanted.end(), {Power - 1, Power, Power + 1, Power + 2});
  // Doubled and fourfold, so that every remainder of a vector width occurs.
  for (int64_t Prime : {3, 5, 7, 13, 23, 37, 61, 97, 139, 251, 397, 509, 769,
                        1021, 1531, 2039, 4093})
    Wanted.insert(Wanted.end(), {Prime, 2 * Prime, 4 * Prime});
  if (AxisRule == Rule::Congruent)
    for (int64_t I = 0, Value = Listed.front(); I != 16 && Value <= Largest;
         ++I, Value += Step)
      Wanted.push_back(Value);

  std::vector<int64_t> Values;
  std::set<int64_t> Seen;
  for (int64_t Value : Wanted)
    if (admits(Value) && Seen.insert(Value).second)
      Values.push_back(Value);
  return Values;
}

int64_t AxisProfile::step(int64_t Value, int64_t Direction) const {
  int64_t Next = Value;
  switch (AxisRule) {
  case Rule::Fixed:
  case Rule::Enumerated: {
    auto It = llvm::find(Listed, Value);
    if (It != Listed.end() && Direction > 0 && It + 1 != Listed.end())
      Next = *(It + 1);
    else if (It != Listed.end() && Direction < 0 && It != Listed.begin())
      Next = *(It - 1);
    break;
  }
  case Rule::PowerOfTwo:
    Next = Direction > 0 ? Value * 2 : Value / 2;
    break;
  case Rule::Congruent:
    Next = Value + Direction * Step;
    break;
  case Rule::Free:
    Next = Value + Direction;
    break;
  }
  return admits(Next) ? Next : Value;
}

/// Axes and whole scalars of \p B by name. Relations compare them.
static std::map<std::string, int64_t> numbersOf(const Binding &B) {
  std::map<std::string, int64_t> Numbers = B.Axes;
  for (const auto &[Name, Value] : B.Scalars) {
    const ScalarSpec *S = B.Op->scalar(Name);
    if (S && !isFloating(S->Type))
      Numbers[Name] = static_cast<int64_t>(Value);
  }
  return Numbers;
}

ShapeRules::ShapeRules(const Operator &Op) {
  std::map<std::string, std::vector<int64_t>> Values;
  std::map<std::pair<std::string, std::string>, unsigned> Multiples;
  bool First = true;
  for (const Workload &W : Op.Workloads) {
    llvm::Expected<Binding> B = bind(Op, W);
    if (!B) {
      llvm::consumeError(B.takeError());
      continue;
    }
    const std::map<std::string, int64_t> Numbers = numbersOf(*B);
    for (const auto &[A, X] : Numbers)
      for (const auto &[C, Y] : Numbers) {
        if (A == C)
          continue;
        const std::pair<std::string, std::string> Key{A, C};
        if (First) {
          NotAbove.insert(Key);
          Below.insert(Key);
          Divides.insert(Key);
        }
        if (X > Y)
          NotAbove.erase(Key);
        if (X >= Y)
          Below.erase(Key);
        if (X <= 0 || Y % X != 0)
          Divides.erase(Key);
        else if (X > 1)
          ++Multiples[Key];
      }
    LargestTensor.resize(B->Tensors.size());
    for (size_t I = 0; I != B->Tensors.size(); ++I)
      LargestTensor[I] = std::max(LargestTensor[I], B->Tensors[I].Elements);
    for (const auto &[Name, Value] : B->Axes) {
      auto [It, New] = Largest.try_emplace(Name, Value);
      It->second = std::max(It->second, Value);
      int64_t &Least = Smallest.try_emplace(Name, Value).first->second;
      Least = std::min(Least, Value);
      Values[Name].push_back(Value);
    }
    First = false;
  }
  // 1 divides everything: a relation needs two workloads that show it.
  for (auto It = Divides.begin(); It != Divides.end();)
    It = Multiples[*It] >= 2 ? std::next(It) : Divides.erase(It);

  for (const Axis &A : Op.Axes)
    if (A.AxisKind == Axis::Kind::Var && Values.count(A.Name))
      Profiles.push_back(profileOf(A.Name, Values[A.Name]));
}

bool ShapeRules::admits(const Binding &B, llvm::StringRef Grown) const {
  for (const AxisProfile &P : Profiles) {
    auto It = B.Axes.find(P.Name);
    if (It == B.Axes.end() ||
        !(P.Name == Grown ? P.keepsRule(It->second) : P.admits(It->second)))
      return false;
  }
  for (const auto &[Name, Value] : B.Axes) {
    auto It = Largest.find(Name);
    const Axis *A = B.Op->axis(Name);
    if (It == Largest.end() || (Grown.empty() && Value > It->second))
      return false;
    // A computed extent that vanishes is the sign of a shape that does not
    // exist, such as a window larger than its image.
    if (A && A->AxisKind == Axis::Kind::Expr && Value <= 0 &&
        Value < Smallest.at(Name))
      return false;
  }
  for (size_t I = 0; I != B.Tensors.size(); ++I)
    if (I >= LargestTensor.size() ||
        (Grown.empty() && B.Tensors[I].Elements > LargestTensor[I]))
      return false;

  const std::map<std::string, int64_t> Numbers = numbersOf(B);
  auto Holds = [&](const auto &Pairs, auto Relation) {
    return llvm::all_of(Pairs, [&](const auto &Pair) {
      auto X = Numbers.find(Pair.first), Y = Numbers.find(Pair.second);
      return X == Numbers.end() || Y == Numbers.end() ||
             Relation(X->second, Y->second);
    });
  };
  return Holds(NotAbove, [](int64_t X, int64_t Y) { return X <= Y; }) &&
         Holds(Below, [](int64_t X, int64_t Y) { return X < Y; }) &&
         Holds(Divides,
               [](int64_t X, int64_t Y) { return X > 0 && Y % X == 0; });
}

} // namespace kmend
