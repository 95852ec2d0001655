//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Propose/DeltaDebugger.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <gmock/gmock.h>
#include <set>

using namespace kmend;
using testing::ElementsAre;

namespace {

using Set = std::vector<unsigned>;

/// Runs to the end and checks that no subset is asked twice.
Set minimise(size_t Count, std::function<bool(const Set &)> Holds,
             size_t *Asked = nullptr) {
  DeltaDebugger D(Count);
  std::set<Set> Seen;
  while (auto Subset = D.next()) {
    EXPECT_FALSE(Subset->empty());
    EXPECT_TRUE(Seen.insert(*Subset).second) << "asked twice";
    D.answer(Holds(*Subset));
    if (Seen.size() > 10000) {
      ADD_FAILURE() << "does not end";
      break;
    }
  }
  if (Asked)
    *Asked = Seen.size();
  return D.best();
}

TEST(DeltaDebugger, FindsTheOneThatMatters) {
  for (unsigned Wanted = 0; Wanted < 16; ++Wanted) {
    size_t Asked = 0;
    EXPECT_THAT(minimise(
                    16,
                    [&](const Set &S) { return llvm::is_contained(S, Wanted); },
                    &Asked),
                ElementsAre(Wanted));
    EXPECT_LE(Asked, 8u) << "halving needs about two questions a level";
  }
}

TEST(DeltaDebugger, FindsPairsThatNeedEachOther) {
  for (unsigned A = 0; A < 9; ++A)
    for (unsigned B = A + 1; B < 9; ++B)
      EXPECT_THAT(minimise(9,
                           [&](const Set &S) {
                             return llvm::is_contained(S, A) &&
                                    llvm::is_contained(S, B);
                           }),
                  ElementsAre(A, B));
}

TEST(DeltaDebugger, KeepsEverythingWhenEverythingMatters) {
  EXPECT_THAT(minimise(5, [](const Set &S) { return S.size() == 5; }),
              ElementsAre(0u, 1u, 2u, 3u, 4u));
}

TEST(DeltaDebugger, TheResultIsMinimalForNonMonotoneProperties) {
  // Holds for an odd number of elements that include 3.
  auto Holds = [](const Set &S) {
    return llvm::is_contained(S, 3u) && S.size() % 2;
  };
  EXPECT_THAT(minimise(7, Holds), ElementsAre(3u));
}

TEST(DeltaDebugger, OneOrNoElementAsksNothing) {
  EXPECT_FALSE(DeltaDebugger(1).next());
  EXPECT_FALSE(DeltaDebugger(0).next());
  EXPECT_THAT(DeltaDebugger(1).best(), ElementsAre(0u));
}

} // namespace
