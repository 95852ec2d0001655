//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run of the repair loop.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REPAIR_REPAIRRUN_H
#define KMEND_LIB_REPAIR_REPAIRRUN_H

#include "kmend/Repair/Judgement.h"
#include "kmend/Repair/RepairLoop.h"
#include <set>

namespace kmend {

/// A source that the search can go on from: the input, or what an edit made of
/// another node.
struct Node {
  WorkSource Source;
  std::vector<EditScript> Chain; ///< from the input to here
  std::vector<std::string> Cards;
  unsigned Candidate = 0; ///< number of the proposal, 0 for the input
  ScoreTable Scores;      ///< of the quick cases
  std::vector<Symptom> Symptoms;
  /// Not there when the verdict was read back.
  std::optional<Verdict> Full;
  std::optional<Feedback> Pending; ///< for the proposer
  unsigned Round = 0;              ///< 0: not entered yet
  bool Exhausted = false;
  unsigned Turns = 0, InTurn = 0; ///< proposals without progress
};

/// One proposal that was tried from a node.
struct Trial {
  EditScript Script;
  std::string Card;
  unsigned Candidate = 0;
  Feedback Result;
  std::string By; ///< seen, rewrite, gate, evaluate
  WorkSource Source;
  Judgement Judged;
  std::optional<Verdict> Full;
};

/// The state of one run of the loop.
class RepairRun {
public:
  RepairRun(Workbench &Bench, Proposer *Search, llvm::StringRef OpType,
            llvm::StringRef FileName, llvm::StringRef Text,
            const RepairOptions &Options, RunRecord &Record)
      : Bench(Bench), Search(Search), OpType(OpType), FileName(FileName),
        Text(Text), Options(Options), Record(Record) {}

  llvm::Expected<RepairReport> run();

private:
  // RepairRun.cpp: the course of the loop.
  llvm::Error begin();
  llvm::Error judgeInput(Node &Input);
  llvm::Error advance();
  llvm::Error enter(Node &N);
  void leave(Node &N);
  Node *mostPromising();
  llvm::Error improved(Node &From, Trial T);
  llvm::Error passed(Node &From, Trial T);
  void stop(RepairOutcome Outcome, llvm::Twine Reason);
  bool overBudget();

  // Trials.cpp: one candidate.
  llvm::Expected<Trial> tryScript(Node &From, const EditScript &Script,
                                  llvm::StringRef Card, bool Shrinks);
  llvm::Expected<llvm::json::Object> runTrial(Node &From, Trial &T,
                                              bool MayRepeat);
  llvm::Error evaluateTrial(Node &From, Trial &T);
  llvm::Error knowAllScores(Node &N);
  Node &addNode(Node &From, Trial T);
  double mismatchOf(const Node &N) const;

  // Shrink.cpp: fewer edits with the same effect.
  llvm::Expected<Trial> shrink(Node &From, Trial Wide);
  llvm::Error shortenChain(Node *&N);

  // Certify.cpp: the last word on a source.
  llvm::Expected<bool> certify(Node &N);
  llvm::Error judgeHeldOut(Node &N, llvm::json::Object &O,
                           std::optional<Verdict> &Said);

  // Finish.cpp
  llvm::Expected<RepairReport> finish();
  llvm::Error writeRoundFiles(const Node &N);

  Workbench &Bench;
  Proposer *Search;
  std::string OpType, FileName, Text;
  const RepairOptions &Options;
  RunRecord &Record;

  std::vector<std::unique_ptr<Node>> Nodes;
  Node *Current = nullptr, *Best = nullptr;
  std::vector<Case> Quick;              ///< grows by what certification finds
  std::map<std::string, unsigned> Seen; ///< fingerprint -> candidate
  std::optional<RepairOutcome> Stopped;
  RepairReport Report;
  unsigned Proposed = 0;
  unsigned StagnantRounds = 0; ///< sources exhausted since the last progress
  unsigned Certifications = 0;
  std::optional<uint64_t> DrawnSeed; ///< of the last held-out cases
  bool RefusedUnseen = false; ///< the last certification failed on these alone
  unsigned SeenBefore = 0; ///< proposals that led to a known source
};

/// The score of a case that an early end left out.
CaseScore notRun(const Case &C);

/// Turns an error that is about the candidate or the operator into its code and
/// message; others stay errors.
struct Failure {
  ExitCode Code = ExitCode::Done;
  std::string Message;
};
llvm::Expected<Failure> failureOf(llvm::Error E,
                                  llvm::ArrayRef<ExitCode> Expected);

} // namespace kmend

#endif // KMEND_LIB_REPAIR_REPAIRRUN_H
