//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delta debugging over a set of edits or sites.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_PROPOSE_DELTADEBUGGER_H
#define KMEND_PROPOSE_DELTADEBUGGER_H

#include <cstddef>
#include <optional>
#include <vector>

namespace kmend {

/// Reduces a set that has a property to a subset from which no single element
/// can be left out without losing the property: ddmin of Zeller and
/// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), told
/// one answer at a time so that the asker owns the budget. No subset is asked
/// twice.
class DeltaDebugger {
public:
  /// Starts from the elements 0 to \p Count - 1, which together have the
  /// property.
  explicit DeltaDebugger(size_t Count);

  /// The next subset to try, ascending, or none when `best()` is minimal.
  std::optional<std::vector<unsigned>> next();
  /// Says whether the subset that next() returned has the property.
  void answer(bool Holds);
  /// The smallest subset known to have the property.
  const std::vector<unsigned> &best() const { return Current; }

private:
  std::vector<unsigned> part(size_t Index) const;
  std::vector<unsigned> without(size_t Index) const;

  std::vector<unsigned> Current, Asked;
  std::vector<std::vector<unsigned>> Failed; ///< subsets known to lack it
  size_t Parts = 2, Position = 0;
};

} // namespace kmend

#endif // KMEND_PROPOSE_DELTADEBUGGER_H
