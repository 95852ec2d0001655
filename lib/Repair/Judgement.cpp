//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Repair/Judgement.h"

namespace kmend {

static constexpr double ImprovedFrom = 0.10, RegressedBelow = -0.05;
/// Mismatch of a case without a result; one with all elements wrong has 1.
static constexpr double NoResult = 1.2;

double CaseScore::mismatch() const {
  if (Passed)
    return 0;
  if (Status != RunStatus::Ok)
    return NoResult;
  double Share = Elements ? double(Mismatched) / double(Elements) : 1;
  return 0.5 + 0.5 * Share;
}

size_t Judgement::failedCases() const {
  return llvm::count_if(Cases, [](const CaseScore &C) { return !C.Passed; });
}

double Judgement::matchedRatio() const {
  uint64_t All = 0, Wrong = 0;
  for (const CaseScore &C : Cases) {
    uint64_t Elements = std::max<uint64_t>(C.Elements, 1);
    All += Elements;
    Wrong += C.Passed ? 0 : C.Status == RunStatus::Ok ? C.Mismatched : Elements;
  }
  return All ? double(All - std::min(Wrong, All)) / double(All) : 1;
}

void Judgement::add(const Judgement &Later) {
  if (Result == Outcome::Pass || Cases.empty()) {
    Result = Later.Result;
    Reason = Later.Reason;
  }
  Cases.insert(Cases.end(), Later.Cases.begin(), Later.Cases.end());
  Planned += Later.Planned;
  Seconds += Later.Seconds;
}

Judgement summarise(const Verdict &V) {
  Judgement J;
  J.Result = V.Result;
  J.Reason = V.Reason;
  J.Planned = V.Planned;
  J.Seconds = V.Seconds;
  for (const CaseResult &C : V.Cases) {
    CaseScore S;
    S.Id = C.Ran.id();
    S.Passed = C.Passed;
    S.Status = C.Status;
    S.Elements = C.elements();
    S.Mismatched = C.mismatched();
    S.Reason = C.Reason;
    S.Threads = C.Threads;
    J.Cases.push_back(std::move(S));
  }
  return J;
}

static constexpr std::pair<RunStatus, llvm::StringLiteral> StatusNames[] = {
    {RunStatus::Ok, "ok"},
    {RunStatus::Crash, "crash"},
    {RunStatus::Timeout, "timeout"},
    {RunStatus::OutOfMemory, "out-of-memory"},
    {RunStatus::Unsupported, "unsupported"}};

static constexpr Outcome AllOutcomes[] = {Outcome::Pass,
                                          Outcome::Fail,
                                          Outcome::Build,
                                          Outcome::Crash,
                                          Outcome::Timeout,
                                          Outcome::Unsupported,
                                          Outcome::InvalidOperator,
                                          Outcome::Interrupted};

static constexpr std::pair<Feedback::Kind, llvm::StringLiteral> KindNames[] = {
    {Feedback::Kind::Refused, "refused"},
    {Feedback::Kind::Regressed, "regressed"},
    {Feedback::Kind::Stagnant, "stagnant"},
    {Feedback::Kind::Improved, "improved"},
    {Feedback::Kind::QuickPass, "quick-pass"}};

template <typename Table, typename Value>
static llvm::StringRef nameIn(const Table &Names, Value V) {
  for (const auto &[Known, Name] : Names)
    if (Known == V)
      return Name;
  llvm_unreachable("every value has a name");
}

llvm::StringRef name(Feedback::Kind K) { return nameIn(KindNames, K); }

std::optional<Feedback::Kind> feedbackFromName(llvm::StringRef Name) {
  for (const auto &[Kind, Known] : KindNames)
    if (Known == Name)
      return Kind;
  return std::nullopt;
}

llvm::json::Object toJson(const Judgement &J) {
  llvm::json::Array Cases;
  for (const CaseScore &C : J.Cases) {
    llvm::json::Object O{{"id", C.Id},
                         {"passed", C.Passed},
                         {"status", nameIn(StatusNames, C.Status)},
                         {"elements", static_cast<int64_t>(C.Elements)},
                         {"mismatched", static_cast<int64_t>(C.Mismatched)},
                         {"threads", static_cast<int64_t>(C.Threads)}};
    if (!C.Reason.empty())
      O["reason"] = C.Reason;
    Cases.push_back(std::move(O));
  }
  return llvm::json::Object{{"outcome", name(J.Result)},
                            {"reason", J.Reason},
                            {"planned", static_cast<int64_t>(J.Planned)},
                            {"failed", static_cast<int64_t>(J.failedCases())},
                            {"matched_ratio", J.matchedRatio()},
                            {"seconds", J.Seconds},
                            {"cases", std::move(Cases)}};
}

std::optional<Judgement> judgementFromJson(const llvm::json::Object &O) {
  Judgement J;
  auto ResultName = O.getString("outcome");
  auto Reason = O.getString("reason");
  auto Planned = O.getInteger("planned");
  auto Seconds = O.getNumber("seconds");
  const llvm::json::Array *Cases = O.getArray("cases");
  if (!ResultName || !Reason || !Planned || !Seconds || !Cases)
    return std::nullopt;
  const auto *Known = llvm::find_if(
      AllOutcomes, [&](Outcome R) { return name(R) == *ResultName; });
  if (Known == std::end(AllOutcomes))
    return std::nullopt;
  J.Result = *Known;
  J.Reason = Reason->str();
  J.Planned = static_cast<size_t>(*Planned);
  J.Seconds = *Seconds;
  for (const llvm::json::Value &V : *Cases) {
    const llvm::json::Object *C = V.getAsObject();
    if (!C)
      return std::nullopt;
    auto Id = C->getString("id");
    auto Passed = C->getBoolean("passed");
    auto Status = C->getString("status");
    auto Elements = C->getInteger("elements");
    auto Mismatched = C->getInteger("mismatched");
    if (!Id || !Passed || !Status || !Elements || !Mismatched)
      return std::nullopt;
    CaseScore S;
    S.Id = Id->str();
    S.Passed = *Passed;
    const auto *Found = llvm::find_if(
        StatusNames, [&](const auto &N) { return N.second == *Status; });
    if (Found == std::end(StatusNames))
      return std::nullopt;
    S.Status = Found->first;
    S.Elements = static_cast<uint64_t>(*Elements);
    S.Mismatched = static_cast<uint64_t>(*Mismatched);
    S.Reason = C->getString("reason").value_or("").str();
    S.Threads = static_cast<uint64_t>(C->getInteger("threads").value_or(0));
    J.Cases.push_back(std::move(S));
  }
  return J;
}

std::string degeneration(const ScoreTable &Input, const Judgement &After) {
  for (const CaseScore &C : After.Cases) {
    auto Was = Input.find(C.Id);
    // Nothing is known of an input that crashed or was refused its launch.
    if (Was == Input.end() || !Was->second.Threads || !C.Threads)
      continue;
    uint64_t Before = Was->second.Threads, Now = C.Threads;
    if (Now * FewerThreads < Before && Now < C.Elements)
      return llvm::formatv("gives up parallelism: {0} threads where the input "
                           "launches {1}, for {2} elements",
                           Now, Before, C.Elements);
    // An input that had far too few threads may well need many more.
    bool HadEnough = Before * FewerThreads >= C.Elements;
    if (HadEnough && Now > Before * MoreThreads &&
        Now > C.Elements * MoreThreads)
      return llvm::formatv("launches {0} threads where the input launches {1}, "
                           "for {2} elements",
                           Now, Before, C.Elements);
  }
  return "";
}

double improvement(const ScoreTable &Before, const Judgement &After) {
  double Remaining = 0, Left = 0;
  for (const CaseScore &C : After.Cases) {
    auto Was = Before.find(C.Id);
    assert(Was != Before.end() && "compared over the same cases");
    Remaining += Was->second.mismatch();
    Left += C.mismatch();
  }
  if (Remaining == 0)
    return Left > 0 ? -1 : 0;
  return (Remaining - Left) / Remaining;
}

Feedback::Kind classify(double Improvement) {
  if (Improvement >= ImprovedFrom)
    return Feedback::Kind::Improved;
  if (Improvement < RegressedBelow)
    return Feedback::Kind::Regressed;
  return Feedback::Kind::Stagnant;
}

} // namespace kmend
