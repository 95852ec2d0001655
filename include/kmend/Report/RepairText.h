//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repair for people.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REPORT_REPAIRTEXT_H
#define KMEND_REPORT_REPAIRTEXT_H

#include "kmend/Repair/RepairLoop.h"
#include "llvm/Support/raw_ostream.h"

namespace kmend {

/// Renders the events of a run, as events.jsonl holds them, while they happen.
/// In a pipe every candidate is a line; on a terminal one line is kept up to
/// date and only what matters stays.
class RepairText {
public:
  /// How much is shown while the run goes on.
  enum class Mode { Lines, Terminal, Quiet };

  RepairText(llvm::raw_ostream &OS, Mode Shown) : OS(OS), Shown(Shown) {}

  void event(const llvm::json::Object &Event);
  /// Takes the line of a terminal away; called before anything else is printed.
  void clear();

private:
  void line(const llvm::Twine &Text);
  void progress();
  void judged(const llvm::json::Object &Event);
  void diagnosed(const llvm::json::Object &Event);
  void result(const llvm::json::Object &Event);
  void certified(const llvm::json::Object &Event);

  llvm::raw_ostream &OS;
  Mode Shown;
  bool LineShown = false;
  std::string InTrial;
  int64_t Round = 0, Tried = 0;
  double Best = 0;
};

/// What a script does, in one line: `grid-floor-division at site 2`.
std::string describeScript(const llvm::json::Value &Script);

/// The outcome of a run, and the unified diff where there is one.
void printReport(const RepairReport &R, llvm::raw_ostream &OS);

} // namespace kmend

#endif // KMEND_REPORT_REPAIRTEXT_H
