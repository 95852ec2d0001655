//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchProposer.h"
#include <gmock/gmock.h>

using namespace kmend;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

Card makeCard(std::string Id, bool Experiment, unsigned Alternatives = 1,
              std::map<std::string, double> Symptoms = {}) {
  Card C;
  C.Id = C.Title = C.Rule.Id = Id;
  C.Experiment = Experiment;
  C.Symptoms = std::move(Symptoms);
  C.Rule.Rewrites.resize(Alternatives);
  return C;
}

/// Cards in a fixed order with a number of sites each.
class SearchTest : public testing::Test {
protected:
  void add(Card C, size_t Sites, double Score = 1) {
    SiteCount[C.Id] = Sites;
    Scores[C.Id] = Score;
    Cards.push_back(std::make_unique<Card>(std::move(C)));
  }

  std::unique_ptr<SearchProposer> make() {
    SearchInputs In;
    In.Rank = [this](llvm::ArrayRef<Symptom>, llvm::StringRef) {
      std::vector<RankedCard> R;
      for (auto &C : Cards)
        R.push_back({C.get(), Scores[C->Id]});
      return R;
    };
    In.FindSites = [this](const ParsedSource *, const CardRule &Rule,
                          unsigned) {
      ++Searches;
      std::vector<CardSite> Sites;
      for (unsigned I = 0; I < SiteCount[Rule.Id]; ++I) {
        CardSite Site;
        Site.Index = I;
        Site.Where.Line = 10 * (I + 1);
        Site.Function = I < SplitAt ? "f" : "g";
        Sites.push_back(Site);
      }
      return Sites;
    };
    return std::make_unique<SearchProposer>(std::move(In));
  }

  static std::string show(const Proposal &P) {
    std::string Text;
    for (const Edit &E : P.Script.Edits) {
      Text += (Text.empty() ? "" : " ") + E.Fields.at("card") + "/" +
              std::to_string(E.Alternative) + ":";
      for (unsigned Site : E.Sites)
        Text += std::to_string(Site);
    }
    return Text;
  }

  /// Every proposal for one source, with \p Judge saying what became of each.
  std::vector<std::string>
  run(SearchProposer &P, const Situation &S,
      std::function<Feedback(const std::string &)> Judge) {
    std::vector<std::string> All;
    std::optional<Feedback> Last;
    while (auto Next = P.next(S, Last ? &*Last : nullptr)) {
      All.push_back(show(*Next));
      Last = Judge(All.back());
      if (All.size() > 1000)
        break;
    }
    EXPECT_FALSE(P.next(S, nullptr)) << "must stay exhausted";
    return All;
  }

  static Situation at(llvm::StringRef Text) {
    Situation S;
    S.Text = Text;
    return S;
  }

  static Feedback stagnant(const std::string &) {
    return {Feedback::Kind::Stagnant, 0, ""};
  }

  std::vector<std::unique_ptr<Card>> Cards;
  std::map<std::string, size_t> SiteCount;
  std::map<std::string, double> Scores;
  unsigned Searches = 0;
  unsigned SplitAt = ~0u; ///< sites from here on stand in another function
};

TEST_F(SearchTest, SinglesInOrder) {
  add(makeCard("a", false, 2), 2, 8);
  add(makeCard("b", false), 1);
  auto P = make();
  EXPECT_THAT(run(*P, at("x"), stagnant),
              ElementsAre("a/0:0", "a/1:0", "a/0:1", "a/1:1", "b/0:0"));
}

TEST_F(SearchTest, AnExperimentThatChangesNothingPutsItsSitesOff) {
  add(makeCard("a", true), 3);
  add(makeCard("b", false), 1);
  auto P = make();
  EXPECT_THAT(run(*P, at("x"), stagnant),
              ElementsAre("a/0:012", "b/0:0", "a/0:0", "a/0:1", "a/0:2"));
}

TEST_F(SearchTest, AnExperimentThatChangesSomethingKeepsItsSites) {
  add(makeCard("a", true), 2, 8);
  add(makeCard("b", false), 1);
  auto P = make();
  EXPECT_THAT(run(*P, at("x"),
                  [](const std::string &) {
                    return Feedback{Feedback::Kind::Stagnant, 0.02, ""};
                  })
                  .at(1),
              "a/0:0");
}

TEST_F(SearchTest, SitesOfOneFunctionAreTriedTogetherAfterAll) {
  add(makeCard("a", true), 5);
  SplitAt = 2;
  auto P = make();
  auto Different = [](const std::string &) {
    return Feedback{Feedback::Kind::Regressed, -0.2, ""};
  };
  EXPECT_THAT(run(*P, at("x"), Different),
              ElementsAre("a/0:01234", "a/0:01", "a/0:234", "a/0:0", "a/0:1",
                          "a/0:2", "a/0:3", "a/0:4"));
  EXPECT_EQ(run(*P, at("y"), stagnant).size(), 6u)
      << "not where all of them changed nothing";
}

TEST_F(SearchTest, AnExperimentThatIsRefusedFallsBackToSingles) {
  add(makeCard("a", true), 2, 8);
  add(makeCard("b", false), 1);
  auto P = make();
  EXPECT_THAT(run(*P, at("x"),
                  [](const std::string &) {
                    return Feedback{Feedback::Kind::Refused, 0, "no"};
                  }),
              ElementsAre("a/0:01", "a/0:0", "a/0:1", "b/0:0"));
}

TEST_F(SearchTest, OneSiteIsNoExperiment) {
  add(makeCard("a", true), 1);
  auto P = make();
  EXPECT_THAT(run(*P, at("x"), stagnant), ElementsAre("a/0:0"));
}

TEST_F(SearchTest, ManySitesDoNotStarveOtherCards) {
  add(makeCard("a", false), 12, /*Score=*/6);
  add(makeCard("b", false), 1, /*Score=*/1);
  auto P = make();
  auto All = run(*P, at("x"), stagnant);
  ASSERT_EQ(All.size(), 13u);
  auto B = llvm::find(All, "b/0:0");
  ASSERT_NE(B, All.end());
  EXPECT_GT(B - All.begin(), 2) << "the better card has several sites first";
  EXPECT_LT(B - All.begin(), 10);
}

TEST_F(SearchTest, OneSiteComesBeforeManyOfAnEqualCard) {
  add(makeCard("a", false), 9);
  add(makeCard("b", false), 1);
  auto P = make();
  auto All = run(*P, at("x"), stagnant);
  EXPECT_EQ(All.front(), "b/0:0");
}

TEST_F(SearchTest, SitesAreLookedForWhenTheirTurnComes) {
  add(makeCard("a", false), 1, 3);
  add(makeCard("b", false), 1, 2);
  auto P = make();
  P->next(at("x"), nullptr);
  EXPECT_EQ(Searches, 1u);
}

TEST_F(SearchTest, SitesNearAnEventComeFirst) {
  add(makeCard("a", false), 3);
  auto P = make();
  std::vector<Symptom> Seen(1);
  Seen[0].Name = "out-of-bounds";
  Seen[0].Where.Line = 29;
  Situation S;
  S.Text = "x";
  S.Symptoms = Seen;
  EXPECT_THAT(run(*P, S, stagnant), ElementsAre("a/0:2", "a/0:1", "a/0:0"));
}

TEST_F(SearchTest, PairsOfWhatHelped) {
  add(makeCard("a", false), 2, 8);
  add(makeCard("b", false), 1);
  auto P = make();
  auto All = run(*P, at("x"), [](const std::string &Shown) {
    double Gain = Shown == "a/0:1" ? 0.05 : Shown == "b/0:0" ? 0.3 : 0;
    return Feedback{Gain >= 0.1 ? Feedback::Kind::Improved
                                : Feedback::Kind::Stagnant,
                    Gain, ""};
  });
  EXPECT_THAT(All, ElementsAre("a/0:0", "a/0:1", "b/0:0", "b/0:0 a/0:1"));
}

TEST_F(SearchTest, PairsAreBoundedAndNeverRepeat) {
  add(makeCard("a", false), 40);
  auto P = make();
  auto All = run(*P, at("x"), [](const std::string &) {
    return Feedback{Feedback::Kind::Improved, 0.2, ""};
  });
  EXPECT_EQ(All.size(), 40u + 24u);
  std::set<std::string> Unique(All.begin(), All.end());
  EXPECT_EQ(Unique.size(), All.size());
}

TEST_F(SearchTest, SourcesAlternateWithStatesOfTheirOwn) {
  add(makeCard("a", false), 2);
  auto P = make();
  Feedback None = stagnant("");
  EXPECT_EQ(show(*P->next(at("x"), nullptr)), "a/0:0");
  EXPECT_EQ(show(*P->next(at("y"), nullptr)), "a/0:0");
  EXPECT_EQ(show(*P->next(at("x"), &None)), "a/0:1");
  EXPECT_FALSE(P->next(at("x"), &None));
  EXPECT_EQ(show(*P->next(at("y"), &None)), "a/0:1");
  EXPECT_EQ(Searches, 2u) << "sites are looked for once a source and lane";
}

TEST_F(SearchTest, NoCardsNoProposal) {
  auto P = make();
  EXPECT_THAT(run(*P, at("x"), stagnant), IsEmpty());
}

} // namespace
