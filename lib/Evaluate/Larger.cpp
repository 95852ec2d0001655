//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Larger.h"
#include "HintValues.h"
#include "Judge.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace kmend {

// An axis that stays within two warps may be held by a warp, or in registers.
static constexpr int64_t SmallExtent = 64;
// A threshold of the candidate so many times above what is listed is no matter
// of these workloads.
static constexpr int64_t MostGrowth = 4;
// Limits are round numbers: multiples of a warp.
static constexpr int64_t RoundValue = 32;
// Limits that come from what a block has (threads, shared memory, registers)
// are powers of two up to this.
static constexpr int64_t LargestBlockLimit = 16384;

std::string outermostAxis(const Operator &Op) {
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

/// Whether \p Text holds \p Number as a number of its own.
static bool mentions(llvm::StringRef Text, int64_t Number) {
  const std::string Digits = std::to_string(Number);
  for (size_t At = Text.find(Digits); At != llvm::StringRef::npos;
       At = Text.find(Digits, At + 1)) {
    const size_t End = At + Digits.size();
    if ((At == 0 || !llvm::isAlnum(Text[At - 1])) &&
        (End == Text.size() || !llvm::isAlnum(Text[End])))
      return true;
  }
  return false;
}

std::vector<int64_t> largerValues(const Operator &Op, const Workload &W,
                                  const AxisProfile &P,
                                  llvm::ArrayRef<SizeHint> Hints) {
  using Rule = AxisProfile::Rule;
  if (P.AxisRule == Rule::Fixed || P.AxisRule == Rule::Enumerated)
    return {};
  const int64_t Largest = P.Listed.back();
  const bool Outer = P.Name == outermostAxis(Op);
  if (mentions(Op.Description, Largest) || (!Outer && Largest <= SmallExtent))
    return {};

  std::vector<int64_t> Values;
  switch (P.AxisRule) {
  case Rule::PowerOfTwo:
    return {2 * Largest};
  case Rule::Congruent: {
    const int64_t Steps = (Largest / 2 + P.Step) / P.Step;
    Values.push_back(Largest + Steps * P.Step);
    break;
  }
  default:
    Values.push_back(Outer ? 2 * Largest + 1
                           : nextPrime(Largest + Largest / 2 + 1));
    break;
  }
  for (const SizeHint &H : Hints)
    if (H.HintKind == SizeHint::Kind::Threshold)
      if (auto First = firstAbove(Op, W, P.Name, H, MostGrowth * Largest + 1);
          First && *First > Largest && P.keepsRule(*First) &&
          !llvm::is_contained(Values, *First))
        Values.push_back(*First);
  return Values;
}

/// Var axes of \p W that are larger than in any listed workload, with the
/// largest listed value.
static std::map<std::string, int64_t> largerAxes(const Operator &Op,
                                                 const Workload &W) {
  std::map<std::string, int64_t> Found;
  for (const auto &[Name, Value] : W.Axes) {
    int64_t Largest = 0;
    for (const Workload &Listed : Op.Workloads)
      if (auto It = Listed.Axes.find(Name); It != Listed.Axes.end())
        Largest = std::max(Largest, It->second);
    if (Value > Largest)
      Found[Name] = Largest;
  }
  return Found;
}

/// Whether the fault is a resource of a block that is used up.
static bool usesUpABlock(const Event &E) {
  llvm::StringRef Message = E.Message;
  if (E.Kind == EventKind::LaunchFailed)
    return Message.starts_with("a block of") ||
           Message.contains("shared memory");
  return E.Kind == EventKind::OutOfBounds &&
         (Message.contains(" of shared variable ") ||
          Message.contains(" of local array ") ||
          Message.contains(" of a local array"));
}

std::string ownLimit(const Operator &Op, const CaseResult &R,
                     llvm::function_ref<std::vector<SizeHint>()> Hints) {
  if (R.Passed || R.Ran.ListedWorkload >= 0)
    return "";
  const std::map<std::string, int64_t> Larger = largerAxes(Op, R.Ran.Bound);
  if (Larger.empty())
    return "";
  const std::string Name = Larger.begin()->first;
  // More work than anything that is listed may take more than the limits.
  const bool Slow = llvm::all_of(R.Events, [](const Event &E) {
    return E.Kind == EventKind::Endless || !isFault(E, false);
  });
  if (Slow && R.Status == RunStatus::Timeout)
    return "no end within the limit with this '" + Name + "'";
  if (Slow && R.Status == RunStatus::OutOfMemory)
    return "more memory than the limit with this '" + Name + "'";

  const std::string Outer = outermostAxis(Op);
  // What is spread over the grid has no end, unless it stops at a round number.
  if (Larger.count(Outer) && Larger.at(Outer) % RoundValue != 0)
    return "";

  auto Fault =
      llvm::find_if(R.Events, [](const Event &E) { return isFault(E, false); });
  if (Fault != R.Events.end()) {
    if (!usesUpABlock(*Fault))
      return "";
    return "the candidate ends below this '" + Name + "': " + Fault->str();
  }
  // Nothing was launched, and nothing written: the candidate refuses, if it
  // names a limit to which a block may be held.
  const bool Untouched = llvm::all_of(R.Tensors, [](const TensorComparison &T) {
    return T.Unwritten == T.Mismatched;
  });
  if (R.Status != RunStatus::Ok || R.Launches != 0 || !Untouched)
    return "";
  for (const SizeHint &H : Hints())
    if (auto It = Larger.find(H.Axes.size() == 1 ? H.Axes.front() : "");
        It != Larger.end() && H.HintKind == SizeHint::Kind::Threshold)
      // `n > 32` and `n >= 33` say the same.
      for (int64_t Limit : {H.Value, H.Value - 1})
        if (Limit >= It->second && Limit < R.Ran.Bound.Axes.at(It->first) &&
            Limit <= LargestBlockLimit &&
            llvm::isPowerOf2_64(static_cast<uint64_t>(Limit)))
          return llvm::formatv("the candidate refuses '{0}' above {1} (line "
                               "{2})",
                               It->first, Limit, H.Line)
              .str();
  return "";
}

} // namespace kmend
