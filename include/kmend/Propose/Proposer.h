//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proposers suggest edit scripts; the engine accepts or refuses them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_PROPOSE_PROPOSER_H
#define KMEND_PROPOSE_PROPOSER_H

#include "kmend/Diagnose/Symptom.h"
#include "kmend/Knowledge/KnowledgeBase.h"
#include "kmend/Rewrite/EditScript.h"

namespace kmend {

/// What a proposer is shown. It never sees held-out shapes.
struct Situation {
  llvm::StringRef Text;                 ///< the current candidate
  const ParsedSource *Source = nullptr; ///< the same, parsed
  /// Null when the verdict was read from a run record, which keeps no maps.
  const Verdict *Failing = nullptr;
  llvm::ArrayRef<Symptom> Symptoms;
  llvm::StringRef OpType;
};

struct Proposal {
  EditScript Script;
  std::string Card; ///< empty when no card is behind it
  unsigned Alternative = 0;
  std::vector<unsigned> Sites;
  std::string Why;
};

/// What became of a proposal.
struct Feedback {
  enum class Kind : uint8_t {
    Refused,
    Regressed,
    Stagnant,
    Improved,
    QuickPass
  };
  Kind Result = Kind::Refused;
  double Improvement = 0; ///< Δmatched / remaining mismatch
  std::string Reason;
};

class Proposer {
public:
  virtual ~Proposer();
  /// The next proposal for \p S, or none when it has no more. \p Last is what
  /// became of the last proposal for this source text; null at its first call.
  /// Calls for several sources may alternate.
  virtual std::optional<Proposal> next(const Situation &S,
                                       const Feedback *Last) = 0;
};

/// Turns cards into scripts, with no model: in the order of fit, each card at
/// all its sites where the card allows that, and at single sites; at the end
/// pairs of what helped a little. The repair loop reduces what helped to the
/// fewest sites. Deterministic; a script is proposed once for a source.
std::unique_ptr<Proposer> createSearchProposer(const KnowledgeBase &Base);

} // namespace kmend

#endif // KMEND_PROPOSE_PROPOSER_H
