//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line on stderr that says how far an evaluation is, and how long it takes.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_TOOLS_PROGRESSLINE_H
#define KMEND_TOOLS_PROGRESSLINE_H

#include <chrono>
#include <cstddef>
#include <string>

namespace kmend {

/// `34 of 120 cases, about 5 s left`. Nothing is said of the time that is left
/// before it can be known: in the first second, or without a case that is done.
std::string progressText(size_t Done, size_t Planned, double Seconds);

/// Shows it on a terminal, at most ten times a second. The time that is left is
/// estimated from the mean of the cases that are done.
class ProgressLine {
public:
  explicit ProgressLine(bool Shown) : Shown(Shown) {}
  ~ProgressLine() { clear(); }

  void update(size_t Done, size_t Planned);
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  bool Shown, Dirty = false;
  Clock::time_point Start = Clock::now(), Last = {};
};

} // namespace kmend

#endif // KMEND_TOOLS_PROGRESSLINE_H
