//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverageGrowth.h"
#include "UnlistedShapes.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <set>

namespace kmend {

// The budget, in cases: a quarter of a usual plan at most, and little of it
// where nothing can be gained.
static constexpr size_t BatchSize = 8, MaxAdded = 24;
static constexpr unsigned MaxBarrenBatches = 2;
// Numbers that may be a size.
static constexpr int64_t Smallest = 2, Largest = 1 << 20;
// A condition is laid out over a few lines.
static constexpr unsigned LinesAround = 2;

//===----------------------------------------------------------------------===//
// Numbers of the source
//===----------------------------------------------------------------------===//

namespace {
struct Token {
  llvm::StringRef Text;
  unsigned Line = 1;
};
} // namespace

/// Names, numbers and single other characters, without comments and strings.
static std::vector<Token> tokensOf(llvm::StringRef Text) {
  std::vector<Token> All;
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  unsigned Line = 1;
  for (size_t I = 0; I < Text.size();) {
    const char C = Text[I];
    size_t End = I + 1;
    if (Text.substr(I).starts_with("//"))
      End = Text.find('\n', I);
    else if (Text.substr(I).starts_with("/*"))
      End = std::min(Text.find("*/", I + 2), Text.size()) + 2;
    else if (C == '"') {
      while (End < Text.size() && Text[End] != '"' && Text[End] != '\n')
        End += Text[End] == '\\' ? 2 : 1;
      End += End < Text.size() && Text[End] == '"';
    } else if (IsWord(C)) {
      while (End < Text.size() && (IsWord(Text[End]) || Text[End] == '\''))
        ++End;
      All.push_back({Text.slice(I, End), Line});
    } else if (!llvm::isSpace(C))
      All.push_back({Text.substr(I, 1), Line});
    End = std::max(I + 1, std::min(End, Text.size()));
    Line += Text.slice(I, End).count('\n');
    I = End;
  }
  return All;
}

static std::optional<int64_t> numberOf(llvm::StringRef Text) {
  int64_t Value;
  std::string Digits = Text.rtrim("uUlLzZ").str();
  llvm::erase(Digits, '\'');
  if (llvm::StringRef(Digits).getAsInteger(0, Value) || Value < Smallest ||
      Value > Largest)
    return std::nullopt;
  return Value;
}

std::vector<int64_t> numbersNear(llvm::StringRef Text,
                                 llvm::ArrayRef<BranchWay> Ways) {
  const std::vector<Token> Tokens = tokensOf(Text);
  auto At = [&](size_t I) {
    return I < Tokens.size() ? Tokens[I].Text : llvm::StringRef();
  };
  // `constexpr int Tile = 64;`, `#define TILE (64)`.
  std::map<llvm::StringRef, int64_t> Named;
  for (size_t I = 0; I != Tokens.size(); ++I) {
    const bool IsMacro = I && At(I - 1) == "define";
    const bool IsDeclared =
        I && (llvm::isAlpha(At(I - 1)[0]) || At(I - 1)[0] == '_');
    if (!IsMacro && !(IsDeclared && At(I + 1) == "="))
      continue;
    size_t Value = I + (IsMacro ? 1 : 2);
    Value += At(Value) == "(";
    if (std::optional<int64_t> Number = numberOf(At(Value)))
      Named.try_emplace(At(I), *Number);
  }
  std::vector<int64_t> Numbers;
  auto Add = [&](llvm::function_ref<bool(unsigned)> IsWanted) {
    for (const Token &T : Tokens) {
      if (!IsWanted(T.Line))
        continue;
      std::optional<int64_t> Number = numberOf(T.Text);
      if (auto It = Named.find(T.Text); !Number && It != Named.end())
        Number = It->second;
      if (Number && !llvm::is_contained(Numbers, *Number))
        Numbers.push_back(*Number);
    }
  };
  auto IsNear = [&](unsigned Line, unsigned Lines) {
    return llvm::any_of(Ways, [&](const BranchWay &W) {
      return Line + Lines >= W.Where.Line && Line <= W.Where.Line + Lines;
    });
  };
  Add([&](unsigned Line) { return IsNear(Line, 0); });
  Add([&](unsigned Line) { return IsNear(Line, LinesAround); });
  Add([](unsigned) { return true; });
  return Numbers;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

namespace {

class CaseSource {
public:
  CaseSource(const Operator &Op, llvm::ArrayRef<Case> Planned)
      : Op(Op), Shapes(Op) {
    for (const Case &C : Planned) {
      Ids.insert(C.id());
      Shapes.isNew(C.Bound.Axes);
      Seed = std::max(Seed, C.Seed);
    }
  }

  /// Up to BatchSize cases that were not asked yet.
  std::vector<Case> next(llvm::ArrayRef<int64_t> Numbers);

private:
  bool addShape(std::vector<Case> &To, Workload W);
  void addAtNumbers(std::vector<Case> &To, llvm::ArrayRef<int64_t> Numbers,
                    size_t Most);
  void addBoundary(std::vector<Case> &To, size_t Most);
  void addFreshInputs(std::vector<Case> &To, size_t Most);

  const Operator &Op;
  UnlistedShapes Shapes;
  std::set<std::string> Ids;
  uint64_t Seed = 0;
  size_t Batch = 0, FreshTurn = 0;
};

/// Adds \p W when it keeps the rules of boundary shapes.
bool CaseSource::addShape(std::vector<Case> &To, Workload W) {
  if (!Shapes.take(W))
    return false;
  Case C;
  C.Bound = std::move(W);
  C.Seed = Seed;
  C.Order.Order =
      To.size() % 2 ? Schedule::Kind::Descending : Schedule::Kind::Ascending;
  C.Poison = To.size() / 2 % 2 ? 0x4b : 0xff;
  To.push_back(std::move(C));
  return true;
}

/// One axis of a listed workload just above a number, just below, at it, and
/// where a second tile of that size begins.
void CaseSource::addAtNumbers(std::vector<Case> &To,
                              llvm::ArrayRef<int64_t> Numbers, size_t Most) {
  for (int Step : {0, 1, 2, 3})
    for (int64_t Number : Numbers)
      for (const AxisProfile &P : Shapes.Rules.Profiles) {
        if (To.size() >= Most)
          return;
        const int64_t Values[] = {Number + 1, Number - 1, Number,
                                  2 * Number + 1};
        if (P.AxisRule == AxisProfile::Rule::Fixed || !P.admits(Values[Step]))
          continue;
        for (size_t Tries = 0; Tries != Shapes.Bases.size(); ++Tries) {
          Workload W = Shapes.nextBase();
          W.Axes[P.Name] = Values[Step];
          if (addShape(To, std::move(W)))
            break;
        }
      }
}

void CaseSource::addBoundary(std::vector<Case> &To, size_t Most) {
  for (Workload &W : boundaryWorkloads(Op, Seed + Batch)) {
    if (To.size() >= Most)
      return;
    addShape(To, std::move(W));
  }
}

void CaseSource::addFreshInputs(std::vector<Case> &To, size_t Most) {
  const std::vector<Distribution> Spreads = allowedDistributions(Op);
  const size_t All = Shapes.Bases.size() * Spreads.size();
  for (size_t Tries = 0; Tries != All && To.size() < Most; ++Tries) {
    const size_t N = FreshTurn++;
    Case C;
    C.ListedWorkload = static_cast<int>(Shapes.Bases[N % Shapes.Bases.size()]);
    C.Bound = Op.Workloads[Shapes.Bases[N % Shapes.Bases.size()]];
    // A workload that leaves scalars open has one case a choice of them, each
    // of which the plan holds.
    if (llvm::any_of(Op.Scalars, [&](const ScalarSpec &S) {
          return S.Values.size() > 1 && !C.Bound.Scalars.count(S.Name);
        }))
      continue;
    C.Spread = Spreads[N / Shapes.Bases.size() % Spreads.size()];
    C.Seed = Seed + 1 + N / All;
    if (Ids.insert(C.id()).second)
      To.push_back(std::move(C));
  }
}

std::vector<Case> CaseSource::next(llvm::ArrayRef<int64_t> Numbers) {
  std::vector<Case> Cases;
  if (Shapes.Bases.empty())
    return Cases;
  ++Batch;
  addAtNumbers(Cases, Numbers, BatchSize / 2);
  addBoundary(Cases, BatchSize * 3 / 4);
  addFreshInputs(Cases, BatchSize);
  return Cases;
}

} // namespace

llvm::Error growCoverage(
    const Operator &Op, llvm::ArrayRef<Case> Planned, llvm::StringRef Text,
    Verdict &V,
    llvm::function_ref<llvm::Expected<bool>(llvm::ArrayRef<Case>)> Run) {
  if (!V.Covered.measured())
    return llvm::Error::success();
  CaseSource Source(Op, Planned);
  unsigned Barren = 0;
  while (!V.Covered.complete() && Barren != MaxBarrenBatches &&
         V.Covered.CasesAdded < MaxAdded) {
    const size_t Before = V.Covered.covered();
    const std::vector<Case> Batch =
        Source.next(numbersNear(Text, V.Covered.uncovered()));
    if (Batch.empty())
      break;
    V.Planned += Batch.size();
    V.Covered.CasesAdded += Batch.size();
    llvm::Expected<bool> GoOn = Run(Batch);
    if (!GoOn)
      return GoOn.takeError();
    if (!*GoOn ||
        llvm::any_of(V.Cases, [](const CaseResult &C) { return !C.Passed; }))
      break;
    Barren = V.Covered.covered() > Before ? 0 : Barren + 1;
  }
  return llvm::Error::success();
}

} // namespace kmend
