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
  const ParsedSource *Source = nullptr; ///< the current candidate
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
  /// became of the one before; null at the start or after the source changed.
  virtual std::optional<Proposal> next(const Situation &S,
                                       const Feedback *Last) = 0;
};

/// Turns cards into scripts, with no model: each card at all its sites, then
/// delta debugging to the fewest sites that still help; then pairs of cards
/// that each improved.
std::unique_ptr<Proposer> createSearchProposer(const KnowledgeBase &Base);

} // namespace kmend

#endif // KMEND_PROPOSE_PROPOSER_H
