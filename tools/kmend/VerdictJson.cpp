//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerdictJson.h"
#include "kmend/Evaluate/MismatchMap.h"
#include "llvm/Support/WithColor.h"
#include <cmath>

namespace kmend {

// Wrong elements and failing cases shown for a workload.
static constexpr size_t ShownElements = 3;
static constexpr size_t ShownFailures = 3;

double WorkloadVerdict::matchedRatio() const {
  if (Elements == 0)
    return Failed == 0 ? 1 : 0;
  return 1 - static_cast<double>(Mismatched) / static_cast<double>(Elements);
}

std::vector<WorkloadVerdict> byWorkload(const Verdict &V) {
  std::vector<WorkloadVerdict> Groups;
  std::map<std::string, size_t> Known;
  for (const CaseResult &C : V.Cases) {
    const std::string Key =
        std::to_string(C.Ran.ListedWorkload) + ":" + C.Ran.Bound.str();
    auto [It, New] = Known.try_emplace(Key, Groups.size());
    if (New) {
      Groups.emplace_back();
      Groups.back().Bound = &C.Ran.Bound;
      Groups.back().Listed = C.Ran.ListedWorkload;
      Groups.back().HeldOut = C.Ran.HeldOut;
    }
    WorkloadVerdict &W = Groups[It->second];
    ++W.Cases;
    W.Elements += C.elements();
    W.Mismatched += C.mismatched();
    if (!C.Passed) {
      ++W.Failed;
      W.Failures.push_back(&C);
    }
  }
  // Listed first, by their index; boundary shapes keep their order.
  std::vector<WorkloadVerdict> Sorted;
  int Largest = -1;
  for (const WorkloadVerdict &W : Groups)
    Largest = std::max(Largest, W.Listed);
  for (int Index = 0; Index <= Largest; ++Index)
    for (const WorkloadVerdict &W : Groups)
      if (W.Listed == Index)
        Sorted.push_back(W);
  for (const WorkloadVerdict &W : Groups)
    if (W.Listed < 0)
      Sorted.push_back(W);
  return Sorted;
}

/// JSON has no NaN and no infinity: they are strings.
static llvm::json::Value number(double Value) {
  if (std::isfinite(Value))
    return Value;
  return std::isnan(Value) ? "nan" : Value > 0 ? "inf" : "-inf";
}

static llvm::json::Object axesOf(const Workload &W) {
  llvm::json::Object Axes;
  for (const auto &[Name, Value] : W.Axes)
    Axes[Name] = Value;
  for (const auto &[Name, Value] : W.Scalars)
    Axes[Name] = number(Value);
  return Axes;
}

static llvm::json::Object toJson(const Event &E) {
  llvm::json::Object O{{"kind", name(E.Kind)}, {"message", E.Message}};
  if (!E.Kernel.empty()) {
    O["kernel"] = E.Kernel;
    O["block"] = llvm::json::Array{E.Block[0], E.Block[1], E.Block[2]};
    O["thread"] = llvm::json::Array{E.Thread[0], E.Thread[1], E.Thread[2]};
  }
  if (E.Where.Line) {
    O["file"] = E.Where.File;
    O["line"] = E.Where.Line;
    O["column"] = E.Where.Column;
  }
  return O;
}

static llvm::json::Object toJson(const PowerHistogram &H) {
  return llvm::json::Object{{"first", H.First},
                            {"counts", llvm::json::Array(H.Counts)}};
}

/// What is wrong with one output, in a form whose size does not hang on the
/// tensor's.
static llvm::json::Object toJson(const TensorComparison &T) {
  const MismatchRuns Runs = mismatchRuns(T.Wrong);
  return llvm::json::Object{
      {"tensor", T.Tensor},
      {"shape", llvm::json::Array(T.Shape)},
      {"wrong", T.Mismatched},
      {"unwritten", T.Unwritten},
      {"nonfinite", T.Nonfinite},
      {"max_absolute", number(T.MaxAbsolute)},
      {"max_relative", number(T.MaxRelative)},
      {"ulp", toJson(T.Errors.Units)},
      {"relative", toJson(T.Errors.Relative)},
      {"map", llvm::json::Object{{"cell", Runs.Cell},
                                 {"runs", llvm::json::Array(Runs.Lengths)}}}};
}

static llvm::json::Object failureJson(const CaseResult &C) {
  llvm::json::Array Events, Tensors;
  for (const TensorComparison &T : C.Tensors)
    if (T.Mismatched)
      Tensors.push_back(toJson(T));
  for (const Event &E : C.Events)
    if (Events.size() < ShownFailures)
      Events.push_back(toJson(E));
  return llvm::json::Object{{"case", C.Ran.id()},
                            {"reason", C.Reason},
                            {"tensors", std::move(Tensors)},
                            {"events", std::move(Events)}};
}

/// The worst elements over all failing cases of \p W.
static std::vector<std::pair<std::string, ElementMismatch>>
worstOf(const WorkloadVerdict &W) {
  std::vector<std::pair<std::string, ElementMismatch>> Worst;
  for (const CaseResult *C : W.Failures)
    for (const TensorComparison &T : C->Tensors)
      for (const ElementMismatch &M : T.Worst)
        if (llvm::none_of(Worst, [&](const auto &Known) {
              return Known.first == T.Tensor && Known.second.Flat == M.Flat;
            }))
          Worst.emplace_back(T.Tensor, M);
  llvm::sort(Worst, [](const auto &A, const auto &B) {
    return std::tie(B.second.Excess, A.first, A.second.Flat) <
           std::tie(A.second.Excess, B.first, B.second.Flat);
  });
  if (Worst.size() > ShownElements)
    Worst.resize(ShownElements);
  return Worst;
}

std::string shellWord(llvm::StringRef Text) {
  if (!Text.empty() && llvm::all_of(Text, [](char C) {
        return llvm::isAlnum(C) || llvm::StringRef("_./:=,+-@%").contains(C);
      }))
    return Text.str();
  std::string Word = "'";
  for (char C : Text)
    Word += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Word + "'";
}

static std::string replay(const CaseResult &C, llvm::StringRef Command) {
  return (Command + " --case " + shellWord(C.Ran.id())).str();
}

static llvm::json::Object toJson(const WorkloadVerdict &W,
                                 llvm::StringRef Command) {
  llvm::json::Array Worst, Failures;
  for (const auto &[Tensor, M] : worstOf(W))
    Worst.push_back(llvm::json::Object{{"tensor", Tensor},
                                       {"index", llvm::json::Array(M.Index)},
                                       {"got", number(M.Got)},
                                       {"want", number(M.Want)},
                                       {"unwritten", M.Unwritten}});
  for (const CaseResult *C : W.Failures)
    if (Failures.size() < ShownFailures) {
      llvm::json::Object Failure = failureJson(*C);
      Failure["replay"] = replay(*C, Command);
      Failures.push_back(std::move(Failure));
    }
  llvm::json::Object O{{"axes", axesOf(*W.Bound)},
                       {"verdict", W.Failed ? "fail" : "pass"},
                       {"cases", W.Cases},
                       {"failed", W.Failed},
                       {"matched_ratio", W.matchedRatio()},
                       {"worst", std::move(Worst)},
                       {"failures", std::move(Failures)}};
  O["listed"] = W.Listed < 0 ? llvm::json::Value(nullptr) : W.Listed;
  return O;
}

static llvm::StringRef stageName(Stage S) {
  return S == Stage::Quick ? "quick" : "certify";
}

static llvm::json::Object toJson(const Coverage &C) {
  llvm::json::Array Uncovered;
  for (const BranchWay &Way : C.uncovered())
    Uncovered.push_back(llvm::json::Object{{"file", Way.Where.File},
                                           {"line", Way.Where.Line},
                                           {"column", Way.Where.Column},
                                           {"way", Way.str()}});
  return llvm::json::Object{{"branches", C.branches()},
                            {"covered", C.covered()},
                            {"cases_added", C.CasesAdded},
                            {"uncovered", std::move(Uncovered)}};
}

llvm::json::Object toJson(const Verdict &V, llvm::StringRef Command) {
  llvm::json::Array Workloads, Skipped;
  for (const WorkloadVerdict &W : byWorkload(V))
    Workloads.push_back(toJson(W, Command));
  for (const auto &[Id, Why] : V.Skipped)
    Skipped.push_back(llvm::json::Object{{"case", Id}, {"reason", Why}});
  llvm::json::Object O{
      {"schema_version", 1},
      {"outcome", name(V.Result)},
      {"stage", stageName(V.AtStage)},
      {"reason", V.Reason},
      {"workloads", std::move(Workloads)},
      {"skipped", std::move(Skipped)},
      {"counters", llvm::json::Object{{"cases", V.Cases.size()},
                                      {"planned", V.Planned},
                                      {"seconds", V.Seconds}}}};
  if (V.Interrupted)
    O["interrupted"] = true;
  if (!V.Details.empty())
    O["diagnostics"] = V.Details;
  if (V.Covered.measured())
    O["coverage"] = toJson(V.Covered);
  if (!V.Notes.empty())
    O["notes"] = llvm::json::Array(V.Notes);
  return O;
}

static std::string percent(double Ratio) {
  // Never round a wrong result up to all right.
  const double Shown = Ratio < 1 ? std::min(Ratio * 100, 99.99) : 100;
  return llvm::formatv("{0:f2} %", Shown).str();
}

static void printWorkload(const WorkloadVerdict &W, llvm::StringRef Command,
                          llvm::raw_ostream &OS) {
  const bool Failed = W.Failed != 0;
  OS << "  ";
  llvm::WithColor(OS,
                  Failed ? llvm::raw_ostream::RED : llvm::raw_ostream::GREEN)
      << (Failed ? "FAIL" : "pass");
  OS << "  " << W.Bound->str()
     << (W.Listed >= 0 ? ""
         : W.HeldOut   ? "  (held out)"
                       : "  (boundary)");
  if (!Failed) {
    OS << "\n";
    return;
  }
  OS << ": " << W.Failed << " of " << W.Cases
     << (W.Cases == 1 ? " case" : " cases");
  const bool Ended = llvm::any_of(W.Failures, [](const CaseResult *C) {
    return C->Status == RunStatus::Ok;
  });
  if (Ended)
    OS << ", " << percent(W.matchedRatio()) << " of the elements right";
  OS << "\n";
  for (const auto &[Tensor, M] : worstOf(W)) {
    OS << "          " << Tensor << "[";
    llvm::interleave(M.Index, OS, ", ");
    OS << "]: " << describe(M) << "\n";
  }
  const CaseResult &First = *W.Failures.front();
  for (size_t I = 0; I != std::min(First.Events.size(), ShownFailures); ++I)
    OS << "          " << First.Events[I].str() << "\n";
  if (First.Status != RunStatus::Ok && First.Events.empty())
    OS << "          " << First.Reason << "\n";
  OS << "          case " << First.Ran.id() << "\n"
     << "          replay: " << replay(First, Command) << "\n";
}

static void printCoverage(const Coverage &C, llvm::raw_ostream &OS) {
  if (C.branches() == 0)
    return;
  OS << "coverage: " << C.covered() << " of " << C.branches()
     << " ways of branches taken";
  if (C.CasesAdded)
    OS << "; " << C.CasesAdded << " cases were added for the others";
  OS << "\n";
  for (const std::string &Line : C.describeUncovered())
    OS << "  uncovered: " << Line << "\n";
}

void printVerdict(const Verdict &V, llvm::StringRef Command,
                  llvm::raw_ostream &OS) {
  if (!V.Details.empty())
    OS << V.Details << (llvm::StringRef(V.Details).ends_with("\n") ? "" : "\n");
  for (const WorkloadVerdict &W : byWorkload(V))
    printWorkload(W, Command, OS);
  OS << stageName(V.AtStage) << ": ";
  llvm::WithColor(OS, V.passed() ? llvm::raw_ostream::GREEN
                                 : llvm::raw_ostream::RED)
      << name(V.Result);
  OS << llvm::formatv(", {0} cases in {1:f2} s", V.Cases.size(), V.Seconds);
  if (!V.Skipped.empty())
    OS << ", " << V.Skipped.size() << " left out";
  OS << "\n";
  if (!V.Reason.empty() && V.Details.empty())
    OS << V.Reason << "\n";
  for (const std::string &Note : V.Notes)
    OS << "note: " << Note << "\n";
  printCoverage(V.Covered, OS);
}

} // namespace kmend
