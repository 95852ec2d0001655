//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integrity gate: refuses sources and edits that cheat.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_GATE_GATE_H
#define KMEND_GATE_GATE_H

#include "kmend/Frontend/ParsedSource.h"
#include "kmend/Operator/Operator.h"
#include <string>
#include <vector>

namespace kmend {

enum class Severity : uint8_t { Suspect, Reject };

/// One broken rule at one place.
struct Violation {
  std::string Rule; ///< name of the rule, also of its page in docs/gate/
  Severity Level = Severity::Reject;
  SourceLocation Where;
  std::string Message;
};

struct GateVerdict {
  enum class Answer : uint8_t { Accept, Reject, Undecided };
  Answer Result = Answer::Accept;
  std::vector<Violation> Violations;
};
llvm::StringRef name(GateVerdict::Answer A);

struct GatePolicy {
  std::vector<std::string> Allow; ///< of operator.yaml: libraries, constructs
  /// Host function under test, where paths of launches begin; empty: every
  /// extern "C" host function.
  std::string EntrySymbol;
  /// The entry with its template arguments, `scale<float, 256>`; empty when it
  /// is no template. No host code of the source may name it.
  std::string EntryInstance;
  /// Names of the entry's parameters that are outputs, by position; empty:
  /// every pointer to non-const.
  std::vector<unsigned> OutputParameters;
  /// Outputs whose initial contents are data.
  std::vector<unsigned> InOutParameters;
  /// Integer parameters that are extents and may vary; empty: all of them.
  std::vector<unsigned> ExtentParameters;
};

/// The policy that an operator asks for.
GatePolicy policyOf(const Operator &Op);

/// Judges one source by the absolute rules.
GateVerdict checkSource(const ParsedSource &Source, const GatePolicy &Policy);

/// Judges an edit: the absolute rules on what it adds, and the differential
/// rules. What \p Before already had is not charged to the edit.
GateVerdict checkEdit(const ParsedSource &Before, const ParsedSource &After,
                      const GatePolicy &Policy);

/// Every rule with a one-sentence summary, for --list-rules and the docs.
struct RuleInfo {
  std::string Name, Summary;
  bool Differential = false;
  Severity Level = Severity::Reject;
};
std::vector<RuleInfo> gateRules();

/// The page of docs/gate/ about \p Rule, or empty when there is no such rule.
llvm::StringRef gatePage(llvm::StringRef Rule);

} // namespace kmend

#endif // KMEND_GATE_GATE_H
