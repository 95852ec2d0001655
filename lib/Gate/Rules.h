//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule: one file in Rules/, one line in the list in Rules.cpp, one page in
// docs/gate/, one test.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_RULES_H
#define KMEND_LIB_GATE_RULES_H

#include "Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <map>

namespace kmend {

/// What a rule looks at. Without Before, a source is judged alone.
struct RuleInput {
  const Facts *Before = nullptr;
  const Facts &After;
  const GatePolicy &Policy;

  /// Pairs of entries with the same name. Empty without Before.
  void eachEntry(
      llvm::function_ref<void(const EntryFact &Before, const EntryFact &After)>
          Visit) const;
};

/// What a rule says.
class Findings {
public:
  Findings(llvm::StringRef Rule, std::vector<Violation> &Into)
      : Rule(Rule), Into(Into) {}
  void reject(const SourceLocation &Where, const llvm::Twine &Message) {
    add(Severity::Reject, Where, Message);
  }
  void suspect(const SourceLocation &Where, const llvm::Twine &Message) {
    add(Severity::Suspect, Where, Message);
  }
  void add(Severity Level, const SourceLocation &Where,
           const llvm::Twine &Message) {
    Into.push_back({Rule.str(), Level, Where, Message.str()});
  }

private:
  llvm::StringRef Rule;
  std::vector<Violation> &Into;
};

struct Rule {
  const char *Name, *Summary;
  bool Differential; ///< needs a Before
  Severity Level;    ///< the most it says
  void (*Check)(const RuleInput &, Findings &);
};

/// Every rule, in the order of the documentation.
llvm::ArrayRef<Rule> allRules();

/// Elements of \p After beyond those that \p Before has with the same key.
template <class T, class Key>
std::vector<const T *> added(const std::vector<T> *Before,
                             const std::vector<T> &After, Key KeyOf) {
  std::map<decltype(KeyOf(After.front())), long> Had;
  if (Before)
    for (const T &B : *Before)
      ++Had[KeyOf(B)];
  std::vector<const T *> New;
  for (const T &A : After)
    if (--Had[KeyOf(A)] < 0)
      New.push_back(&A);
  return New;
}

/// Uses of functions of headers that the edit adds; all of them when a source
/// is judged alone.
std::vector<const NamedUse *> addedUses(const RuleInput &In);

/// Whether \p U is one of \p Names, at global scope or in namespace std.
bool isNamed(const NamedUse &U, llvm::ArrayRef<llvm::StringRef> Names);

/// `std::thread::thread` or `getenv`.
std::string fullName(const NamedUse &U);

/// The names of the parameters in \p Mask: `'rows', 'cols'`.
std::string parameterNames(const EntryFact &Entry, uint32_t Mask);

// One line a rule, here and in Rules.cpp.
extern const Rule processRule;
extern const Rule fileRule;
extern const Rule networkRule;
extern const Rule loaderRule;
extern const Rule timerRule;
extern const Rule environmentRule;
extern const Rule threadsRule;
extern const Rule syscallRule;
extern const Rule numericsModeRule;
extern const Rule reservedMacroRule;
extern const Rule pastedNameRule;
extern const Rule reservedSymbolRule;
extern const Rule loadTimeWorkRule;
extern const Rule foreignIncludeRule;
extern const Rule entryChangedRule;
extern const Rule inputDependenceRule;
extern const Rule outputLostRule;
extern const Rule initialContentsRule;
extern const Rule launchLostRule;
extern const Rule extentGateRule;
extern const Rule loopExtentRule;
extern const Rule valueSniffingRule;
extern const Rule answerTableRule;
extern const Rule staticStateRule;
extern const Rule libraryCallRule;
extern const Rule hostComputationRule;
extern const Rule hostCallbackRule;
extern const Rule sideStreamRule;
extern const Rule inputWriteRule;
extern const Rule constCastRule;
extern const Rule fabricatedPointerRule;
extern const Rule parallelismRule;
extern const Rule precisionRule;
extern const Rule rangeReductionRule;
extern const Rule barrierLostRule;
extern const Rule randomNumbersRule;
extern const Rule printingRule;
extern const Rule analysisLimitRule;

} // namespace kmend

#endif // KMEND_LIB_GATE_RULES_H
