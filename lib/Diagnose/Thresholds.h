//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every threshold of the symptoms, with its reason.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_THRESHOLDS_H
#define KMEND_LIB_DIAGNOSE_THRESHOLDS_H

#include <cstddef>
#include <cstdint>

namespace kmend::thresholds {

/// \name How much is looked at
/// @{
/// Maps (one tensor of one failing case) looked at. More of the same workload
/// say the same; 24 holds three of each of eight workloads.
inline constexpr size_t MaxMaps = 24;
/// Larger outputs are left out: a pattern shows in the smaller ones too, and
/// several passes over this many elements take about 0.1 s.
inline constexpr uint64_t MaxMapElements = 4u << 20;
/// Wrong elements whose values are compared, evenly spread over the map.
inline constexpr size_t MaxValues = 4096;
/// @}

/// \name Agreement
/// @{
/// Part of the maps that must show a pattern. Below one, since a map with few
/// wrong elements can fit or miss a pattern by chance.
inline constexpr double MapsAgree = 0.6;
/// Part of the wrong elements of a map that must fit. A race or a rounding
/// difference may add a few that do not.
inline constexpr double ElementsAgree = 0.95;
/// "Mostly": enough to name a part, not enough to name all of it.
inline constexpr double Mostly = 0.5;
/// Wrong elements needed before a pattern of positions or values means
/// anything.
inline constexpr size_t FewestElements = 4;
/// Workloads needed on each side before an axis is said to separate them. Two
/// failing and one passing can be told apart by chance; the confidence grows
/// with more.
inline constexpr size_t FewestFailing = 2, FewestPassing = 2;
/// @}

/// \name Positions
/// @{
/// A tail or head is at most this part of its axis; beyond it is no border case
/// but half of the result.
inline constexpr double LargestTail = 0.5;
inline constexpr double LargestHead = 0.25;
/// Part of the tail (or of a residue class) that is wrong. Not all of it: by
/// chance some wrong values are right.
inline constexpr double Dense = 0.5;
/// A row or column counts as wrong from here on, and as right up to the other:
/// a lost element in a long row moves a normalised row as a whole, but rounding
/// hides some.
inline constexpr double LineWrong = 0.5, LineRight = 0.02;
/// Residue classes tried for every-kth: up to the largest block.
inline constexpr int64_t MostPeriod = 1024;
/// Part of a residue class that must be wrong. More than Dense: every fourth
/// element is also half of every second.
inline constexpr double PeriodDense = 0.8;
/// Part of all residues that may be wrong: half would be every second element.
inline constexpr double FewResidues = 0.5;
/// Border width tried: half a filter of 15.
inline constexpr int64_t MostBorder = 7;
/// Shifts tried in each direction along the flat index.
inline constexpr int64_t MostShift = 64;
/// @}

/// \name Values
/// @{
/// Spread allowed around a constant ratio or offset. Float16 results carry
/// 0.05 %, sums of such some times more.
inline constexpr double RatioSpread = 0.02;
/// A ratio this close to 1 is not a scale.
inline constexpr double RatioNearOne = 1e-3;
/// Values this close, relative, are the same value in another place.
inline constexpr double SameValue = 1e-3;
/// Rank correlation from which an error is said to follow a size.
inline constexpr double Correlated = 0.8;
/// Workloads needed for a rank correlation.
inline constexpr size_t FewestRanks = 4;
/// Part of pairs (wrong, right) in which the wrong element is larger.
inline constexpr double LargerPairs = 0.8;
/// Parts of a map that must hold wrong elements before they are "scattered".
inline constexpr unsigned ScatterParts = 16;
/// @}

} // namespace kmend::thresholds

#endif // KMEND_LIB_DIAGNOSE_THRESHOLDS_H
