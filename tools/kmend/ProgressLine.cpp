//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace kmend {

std::string progressText(size_t Done, size_t Planned, double Seconds) {
  std::string Text = llvm::formatv("{0} of {1} cases", Done, Planned).str();
  if (Seconds < 1 || Done == 0 || Done >= Planned)
    return Text;
  const double Left = std::ceil(Seconds / static_cast<double>(Done) *
                                static_cast<double>(Planned - Done));
  const bool Long = Left >= 100;
  return Text + llvm::formatv(", about {0:f0} {1} left",
                              Long ? std::ceil(Left / 60) : Left,
                              Long ? "min" : "s")
                    .str();
}

void ProgressLine::update(size_t Done, size_t Planned) {
  const Clock::time_point Now = Clock::now();
  if (!Shown || (Dirty && Now - Last < std::chrono::milliseconds(100)))
    return;
  Last = Now;
  Dirty = true;
  llvm::errs() << "\r\x1b[K"
               << progressText(
                      Done, Planned,
                      std::chrono::duration<double>(Now - Start).count());
  llvm::errs().flush();
}

void ProgressLine::clear() {
  if (Dirty)
    llvm::errs() << "\r\x1b[K";
  Dirty = false;
}

} // namespace kmend
