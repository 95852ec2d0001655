//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Knowledge/KnowledgeBase.h"
#include "kmend/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kmend;
using testing::HasSubstr;

static Card make(llvm::StringRef Id, std::map<std::string, double> Symptoms,
                 double Prior = 0.5, std::vector<std::string> Ops = {}) {
  Card C;
  C.Id = Id.str();
  C.File = (Id + ".yaml").str();
  C.Symptoms = std::move(Symptoms);
  C.Prior = Prior;
  C.OpTypes = std::move(Ops);
  return C;
}

static std::vector<Symptom> seen(llvm::StringRef Name, double Confidence) {
  std::vector<Symptom> Symptoms(1);
  Symptoms[0].Name = Name.str();
  Symptoms[0].Confidence = Confidence;
  return Symptoms;
}

static std::vector<std::string> ids(const std::vector<RankedCard> &Ranked) {
  std::vector<std::string> Ids;
  for (const RankedCard &R : Ranked)
    Ids.push_back(R.Fit->Id);
  return Ids;
}

TEST(KnowledgeBase, RanksByConfidenceTimesWeight) {
  KnowledgeBase Base;
  ASSERT_FALSE(bool(Base.add(make("weak", {{"tail-only", 1}}))));
  ASSERT_FALSE(bool(Base.add(make("strong", {{"tail-only", 3}}))));
  ASSERT_FALSE(bool(Base.add(make("likely", {{"nan", 3}}, 0.9))));
  ASSERT_FALSE(bool(Base.add(make("general", {}, 0.1))));
  EXPECT_THAT(ids(Base.rank(seen("tail-only", 1), "")),
              testing::ElementsAre("strong", "weak", "likely", "general"));
  // A symptom that is hardly there counts as missing, more so for a card that
  // rests on it; what no symptom names comes last, and is never left out.
  EXPECT_THAT(ids(Base.rank(seen("tail-only", 0.01), "")),
              testing::ElementsAre("weak", "strong", "likely", "general"));
  EXPECT_THAT(ids(Base.rank({}, "")),
              testing::ElementsAre("likely", "weak", "strong", "general"));
}

TEST(KnowledgeBase, OperatorTypeDecidesBetweenEquals) {
  KnowledgeBase Base;
  ASSERT_FALSE(bool(Base.add(make("any", {{"nan", 2}}))));
  ASSERT_FALSE(bool(Base.add(make("own", {{"nan", 2}}, 0.5, {"softmax"}))));
  EXPECT_THAT(ids(Base.rank(seen("nan", 1), "softmax")),
              testing::ElementsAre("own", "any"));
  EXPECT_THAT(ids(Base.rank(seen("nan", 1), "gemm")),
              testing::ElementsAre("any", "own"));
}

TEST(KnowledgeBase, WordsOfOperatorTypes) {
  KnowledgeBase Base;
  ASSERT_FALSE(bool(Base.add(make("any", {{"nan", 2}}))));
  ASSERT_FALSE(bool(Base.add(make("own", {{"nan", 2}}, 0.5, {"norm"}))));
  EXPECT_THAT(ids(Base.rank(seen("nan", 1), "layernorm_backward")),
              testing::ElementsAre("own", "any"));
}

TEST(KnowledgeBase, TellingSymptomsThatAreMissingCount) {
  KnowledgeBase Base;
  // A race would show in the order of threads; it does not.
  ASSERT_FALSE(bool(
      Base.add(make("race", {{"schedule-sensitive", 5}, {"scattered", 1}}))));
  ASSERT_FALSE(bool(Base.add(make("rounding", {{"scattered", 1}}))));
  EXPECT_THAT(ids(Base.rank(seen("scattered", 1), "")),
              testing::ElementsAre("rounding", "race"));
  EXPECT_THAT(ids(Base.rank(seen("schedule-sensitive", 1), "")),
              testing::ElementsAre("race", "rounding"));
}

TEST(KnowledgeBase, TwoCardsWithOneIdAreRefused) {
  KnowledgeBase Base;
  ASSERT_FALSE(bool(Base.add(make("one", {}))));
  EXPECT_THAT(llvm::toString(Base.add(make("one", {}))), HasSubstr("one.yaml"));
  EXPECT_NE(Base.find("one"), nullptr);
  EXPECT_EQ(Base.find("two"), nullptr);
}

TEST(KnowledgeBase, BuiltinCardsAreThere) {
  llvm::Expected<KnowledgeBase> Base = KnowledgeBase::builtin();
  ASSERT_TRUE(bool(Base)) << llvm::toString(Base.takeError());
  EXPECT_NE(Base->find("grid-floor-division"), nullptr);
}

TEST(KnowledgeBase, FolderMustHoldCards) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("kb", Folder));
  EXPECT_THAT(llvm::toString(KnowledgeBase::fromFolder(Folder).takeError()),
              HasSubstr("holds no card"));
  llvm::SmallString<128> File(Folder);
  llvm::sys::path::append(File, "a.yaml");
  ASSERT_FALSE(bool(writeFile(File, "id: a\n")));
  EXPECT_THAT(llvm::toString(KnowledgeBase::fromFolder(Folder).takeError()),
              HasSubstr("needs 'title'"));
  EXPECT_THAT(
      llvm::toString(KnowledgeBase::fromFolder("/no/folder").takeError()),
      HasSubstr("not a folder"));
  llvm::sys::fs::remove_directories(Folder);
}
