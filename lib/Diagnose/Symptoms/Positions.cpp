//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Positions.h"
#include "../Thresholds.h"
#include <algorithm>

namespace kmend {

static bool fewElements(const MismatchMap &M) {
  return M.Wrong.empty() || M.Wrong.size() == M.size();
}

std::optional<AxisRange> wrongRange(const MismatchMap &M, bool AtEnd) {
  if (fewElements(M))
    return std::nullopt;
  std::optional<AxisRange> Best;
  double BestPart = AtEnd ? thresholds::LargestTail : thresholds::LargestHead;
  const size_t Rank = M.T->Shape.size();
  for (size_t D = 0; D <= Rank; ++D) {
    const bool Flat = D == Rank;
    const int64_t Extent = Flat ? static_cast<int64_t>(M.size()) : M.extent(D);
    if (Extent < 2)
      continue;
    int64_t Least = Extent, Most = -1;
    for (uint64_t I : M.Wrong) {
      const int64_t At = Flat ? static_cast<int64_t>(I) : M.coordinate(I, D);
      Least = std::min(Least, At);
      Most = std::max(Most, At);
    }
    AxisRange R{D, AtEnd ? Least : 0, AtEnd ? Extent : Most + 1, Extent};
    const double Part =
        static_cast<double>(R.End - R.Begin) / static_cast<double>(Extent);
    const double Slab = Part * static_cast<double>(M.size());
    if (Part < BestPart &&
        static_cast<double>(M.Wrong.size()) >= thresholds::Dense * Slab) {
      BestPart = Part;
      Best = R;
    }
  }
  return Best;
}

/// Whether coordinates with some residues modulo \p Every hold all wrong
/// elements; \p Counts is by coordinate, \p Each how many elements share one.
static std::optional<Period> tryPeriod(llvm::ArrayRef<uint64_t> Counts,
                                       uint64_t Each, int64_t Every) {
  std::vector<uint64_t> Wrong(static_cast<size_t>(Every)),
      All(static_cast<size_t>(Every));
  for (size_t At = 0; At != Counts.size(); ++At) {
    Wrong[At % Every] += Counts[At];
    All[At % Every] += Each;
  }
  Period P;
  P.Every = Every;
  for (int64_t R = 0; R != Every; ++R) {
    if (!Wrong[R])
      continue;
    if (static_cast<double>(Wrong[R]) <
        thresholds::PeriodDense * static_cast<double>(All[R]))
      return std::nullopt;
    P.Residues.push_back(R);
  }
  if (P.Residues.empty() ||
      static_cast<double>(P.Residues.size()) >
          thresholds::FewResidues * static_cast<double>(Every))
    return std::nullopt;
  return P;
}

/// Whether the wrong elements hit too many residues for a period; most periods
/// are refused after a few elements.
static bool hitsMostResidues(const MismatchMap &M, int64_t Every) {
  std::vector<bool> Seen(static_cast<size_t>(Every));
  size_t Count = 0;
  for (uint64_t I : M.Wrong) {
    const size_t R = I % static_cast<uint64_t>(Every);
    if (Seen[R])
      continue;
    Seen[R] = true;
    if (static_cast<double>(++Count) >
        thresholds::FewResidues * static_cast<double>(Every))
      return true;
  }
  return false;
}

std::optional<Period> wrongPeriod(const MismatchMap &M) {
  if (fewElements(M) || M.T->Shape.empty() ||
      M.Wrong.size() < thresholds::FewestElements)
    return std::nullopt;
  const int64_t Last = M.T->Shape.back();
  std::vector<uint64_t> Columns = M.wrongAlong(M.T->Shape.size() - 1);
  std::vector<uint64_t> Flat;
  if (M.T->Shape.size() > 1) {
    Flat.resize(M.size());
    for (uint64_t I : M.Wrong)
      Flat[I] = 1;
  }
  // Three periods must be seen, or two halves would do.
  for (int64_t Every = 2; Every <= thresholds::MostPeriod; ++Every) {
    if (3 * Every <= Last)
      if (std::optional<Period> P = tryPeriod(
              Columns, M.size() / static_cast<uint64_t>(Last), Every)) {
        P->AlongLastAxis = true;
        return P;
      }
    // A flat period of whole rows is a pattern of columns.
    if (!Flat.empty() && Every % Last != 0 &&
        3 * static_cast<uint64_t>(Every) <= M.size() &&
        !hitsMostResidues(M, Every))
      if (std::optional<Period> P = tryPeriod(Flat, 1, Every))
        return P;
    if (3 * Every > Last && 3 * static_cast<uint64_t>(Every) > M.size())
      break;
  }
  return std::nullopt;
}

std::optional<int64_t> wrongBorder(const MismatchMap &M) {
  const size_t Rank = M.T->Shape.size();
  if (fewElements(M) || Rank == 0)
    return std::nullopt;
  const size_t First = Rank >= 2 ? Rank - 2 : 0;
  int64_t Width = 0;
  bool Low = false, High = false;
  for (uint64_t I : M.Wrong) {
    int64_t Nearest = thresholds::MostBorder + 1;
    for (size_t D = First; D != Rank; ++D) {
      // An axis without an inside says nothing.
      if (M.extent(D) < 4)
        continue;
      const int64_t At = M.coordinate(I, D), Back = M.extent(D) - 1 - At;
      Nearest = std::min({Nearest, At, Back});
      Low |= At <= thresholds::MostBorder;
      High |= Back <= thresholds::MostBorder;
    }
    Width = std::max(Width, Nearest + 1);
  }
  if (Width > thresholds::MostBorder || !Low || !High)
    return std::nullopt;
  // The inside must be there, and be most of the tensor.
  double Inside = 1;
  for (size_t D = First; D != Rank; ++D)
    if (M.extent(D) >= 4)
      Inside *=
          std::max<double>(0, static_cast<double>(M.extent(D) - 2 * Width) /
                                  static_cast<double>(M.extent(D)));
  if (Inside < 0.25)
    return std::nullopt;
  return Width;
}

/// Classes the slices whose wrong counts are \p Counts, of \p Each elements.
static std::optional<WrongLines> classify(llvm::ArrayRef<uint64_t> Counts,
                                          uint64_t Each, size_t Axis) {
  WrongLines L;
  L.Axis = Axis;
  size_t Unclear = 0;
  for (size_t At = 0; At != Counts.size(); ++At) {
    const double Part =
        static_cast<double>(Counts[At]) / static_cast<double>(Each);
    if (Part >= thresholds::LineWrong) {
      if (L.Wrong++ == 0)
        L.FirstWrong = static_cast<int64_t>(At);
    } else if (Part <= thresholds::LineRight) {
      ++L.Right;
    } else {
      ++Unclear;
    }
  }
  if (L.Wrong == 0 || L.Right == 0 ||
      static_cast<double>(Unclear) >
          (1 - thresholds::ElementsAgree) * static_cast<double>(Counts.size()))
    return std::nullopt;
  return L;
}

std::optional<WrongLines> wrongRows(const MismatchMap &M) {
  const size_t Rank = M.T->Shape.size();
  if (fewElements(M) || Rank < 2 || M.T->Shape.back() < 2)
    return std::nullopt;
  for (size_t D = 0; D + 1 != Rank; ++D)
    if (M.extent(D) >= 2)
      if (std::optional<WrongLines> L =
              classify(M.wrongAlong(D),
                       M.size() / static_cast<uint64_t>(M.extent(D)), D))
        return L;
  const uint64_t Columns = static_cast<uint64_t>(M.T->Shape.back());
  std::vector<uint64_t> Counts(M.size() / Columns);
  for (uint64_t I : M.Wrong)
    ++Counts[I / Columns];
  return classify(Counts, Columns, Rank);
}

std::optional<WrongLines> wrongColumns(const MismatchMap &M) {
  const size_t Rank = M.T->Shape.size();
  if (fewElements(M) || Rank < 2 || M.T->Shape.back() < 2)
    return std::nullopt;
  const uint64_t Rows = M.size() / static_cast<uint64_t>(M.T->Shape.back());
  if (Rows < 2)
    return std::nullopt;
  return classify(M.wrongAlong(Rank - 1), Rows, Rank - 1);
}

std::string axisText(const Evidence &E, const MismatchMap &M, size_t D,
                     llvm::StringRef Beyond) {
  const TensorSpec *Spec = E.Op.tensor(M.T->Tensor);
  if (Spec && D < Spec->Shape.size())
    return Spec->Shape[D].text().str();
  return D < M.T->Shape.size() ? std::to_string(D) : Beyond.str();
}

} // namespace kmend
