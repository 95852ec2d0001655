//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/UnifiedDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <vector>

using namespace llvm;

namespace kmend {
namespace {

/// Marks the lines that an optimal script deletes and inserts, in linear space.
class LineDiff {
public:
  LineDiff(ArrayRef<unsigned> Before, ArrayRef<unsigned> After)
      : A(Before), B(After), Deleted(Before.size()), Inserted(After.size()) {
    size_t Diagonals = 2 * (A.size() + B.size()) + 4;
    Forward.resize(Diagonals);
    Backward.resize(Diagonals);
    compare(0, A.size(), 0, B.size());
  }

  ArrayRef<unsigned> A, B;
  std::vector<bool> Deleted, Inserted;

private:
  struct Snake {
    int64_t StartX, StartY, EndX, EndY;
  };

  static constexpr int64_t Unreached = -1;
  std::vector<int64_t> Forward, Backward;

  void compare(int64_t AL, int64_t AH, int64_t BL, int64_t BH) {
    while (AL < AH && BL < BH && A[AL] == B[BL])
      ++AL, ++BL;
    while (AL < AH && BL < BH && A[AH - 1] == B[BH - 1])
      --AH, --BH;
    if (AL == AH || BL == BH) {
      std::fill(Deleted.begin() + AL, Deleted.begin() + AH, true);
      std::fill(Inserted.begin() + BL, Inserted.begin() + BH, true);
      return;
    }
    Snake Middle = middleSnake(AL, AH, BL, BH);
    compare(AL, AL + Middle.StartX, BL, BL + Middle.StartY);
    compare(AL + Middle.EndX, AH, BL + Middle.EndY, BH);
  }

  /// The furthest point on diagonal \p K one step on, or Unreached.
  static int64_t step(const int64_t *V, int64_t D, int64_t K, int64_t N,
                      int64_t M) {
    if (D == 0)
      return 0;
    int64_t Best = Unreached;
    if (K != -D && V[K - 1] != Unreached) {
      int64_t X = V[K - 1] + 1;
      if (X <= N && X - K >= 0 && X - K <= M)
        Best = X;
    }
    if (K != D && V[K + 1] != Unreached) {
      int64_t X = V[K + 1];
      if (X - K >= 0 && X - K <= M)
        Best = std::max(Best, X);
    }
    return Best;
  }

  Snake middleSnake(int64_t AL, int64_t AH, int64_t BL, int64_t BH) {
    const int64_t N = AH - AL, M = BH - BL, Delta = N - M;
    const bool Odd = Delta % 2 != 0;
    const int64_t Middle = static_cast<int64_t>(Forward.size() / 2);
    int64_t *F = Forward.data() + Middle, *R = Backward.data() + Middle;
    for (int64_t D = 0; D <= (N + M + 1) / 2; ++D) {
      for (int64_t K = -D; K <= D; K += 2) {
        int64_t X = step(F, D, K, N, M);
        F[K] = X;
        if (X == Unreached)
          continue;
        int64_t StartX = X;
        while (X < N && X - K < M && A[AL + X] == B[BL + X - K])
          ++X;
        F[K] = X;
        int64_t Other = Delta - K;
        if (Odd && Other >= -(D - 1) && Other <= D - 1 &&
            R[Other] != Unreached && X + R[Other] >= N)
          return {StartX, StartX - K, X, X - K};
      }
      for (int64_t K = -D; K <= D; K += 2) {
        int64_t X = step(R, D, K, N, M);
        R[K] = X;
        if (X == Unreached)
          continue;
        int64_t StartX = X;
        while (X < N && X - K < M && A[AH - 1 - X] == B[BH - 1 - (X - K)])
          ++X;
        R[K] = X;
        int64_t Other = Delta - K;
        if (!Odd && Other >= -D && Other <= D && F[Other] != Unreached &&
            X + F[Other] >= N)
          return {N - X, M - (X - K), N - StartX, M - (StartX - K)};
      }
    }
    llvm_unreachable("two paths over one grid always meet");
  }
};

/// Lines with their line ends.
std::vector<StringRef> splitLines(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Length = End == StringRef::npos ? Text.size() : End + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

/// Replaced lines: [A, A + Deleted) became [B, B + Inserted).
struct Change {
  size_t A, B, Deleted, Inserted;
};

void printLine(raw_ostream &OS, char Mark, StringRef Line) {
  OS << Mark << Line;
  if (!Line.ends_with("\n"))
    OS << "\n\\ No newline at end of file\n";
}

void printRange(raw_ostream &OS, char Mark, size_t First, size_t Count) {
  // An empty range stands after the line that it names.
  OS << Mark << (Count == 0 ? First : First + 1);
  if (Count != 1)
    OS << ',' << Count;
}

} // namespace

std::string unifiedDiff(StringRef Before, StringRef After, StringRef BeforeName,
                        StringRef AfterName, unsigned Context) {
  if (Before == After)
    return "";
  std::vector<StringRef> Old = splitLines(Before), New = splitLines(After);
  StringMap<unsigned> Numbers;
  auto NumberLines = [&](ArrayRef<StringRef> Lines) {
    std::vector<unsigned> Result;
    for (StringRef Line : Lines)
      Result.push_back(Numbers.try_emplace(Line, Numbers.size()).first->second);
    return Result;
  };
  std::vector<unsigned> OldNumbers = NumberLines(Old);
  std::vector<unsigned> NewNumbers = NumberLines(New);
  LineDiff Diff(OldNumbers, NewNumbers);

  std::vector<Change> Changes;
  for (size_t I = 0, J = 0; I < Old.size() || J < New.size();) {
    Change C{I, J, 0, 0};
    while (I < Old.size() && Diff.Deleted[I])
      ++I;
    while (J < New.size() && Diff.Inserted[J])
      ++J;
    C.Deleted = I - C.A;
    C.Inserted = J - C.B;
    if (C.Deleted || C.Inserted)
      Changes.push_back(C);
    else
      ++I, ++J;
  }

  std::string Result;
  raw_string_ostream OS(Result);
  OS << "--- " << BeforeName << "\n+++ " << AfterName << '\n';
  for (size_t First = 0; First < Changes.size();) {
    size_t Last = First;
    auto EndOf = [](const Change &C) { return C.A + C.Deleted; };
    while (Last + 1 < Changes.size() &&
           Changes[Last + 1].A - EndOf(Changes[Last]) <= 2 * size_t(Context))
      ++Last;
    size_t Lead = std::min<size_t>(Changes[First].A, Context);
    size_t Tail = std::min<size_t>(Old.size() - EndOf(Changes[Last]), Context);
    size_t A = Changes[First].A - Lead, B = Changes[First].B - Lead;
    size_t AEnd = EndOf(Changes[Last]) + Tail;
    size_t BEnd = Changes[Last].B + Changes[Last].Inserted + Tail;
    OS << "@@ ";
    printRange(OS, '-', A, AEnd - A);
    OS << ' ';
    printRange(OS, '+', B, BEnd - B);
    OS << " @@\n";
    for (size_t I = First; I <= Last; ++I) {
      const Change &C = Changes[I];
      for (; A < C.A; ++A)
        printLine(OS, ' ', Old[A]);
      for (; A < EndOf(C); ++A)
        printLine(OS, '-', Old[A]);
      for (size_t J = 0; J < C.Inserted; ++J)
        printLine(OS, '+', New[C.B + J]);
    }
    for (; A < AEnd; ++A)
      printLine(OS, ' ', Old[A]);
    First = Last + 1;
  }
  return Result;
}

} // namespace kmend
