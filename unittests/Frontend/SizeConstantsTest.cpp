//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/SizeConstants.h"
#include "gtest/gtest.h"
#include <set>

using namespace kmend;

namespace {

/// Constants as `< 1024 of 2 3`, `tile 16`, `product 4096 of 0 1`.
std::set<std::string> constants(llvm::StringRef Text) {
  auto Source =
      ParsedSource::parse("k.cu", ("#include <cuda_runtime.h>\n" + Text).str());
  EXPECT_TRUE(bool(Source)) << llvm::toString(Source.takeError());
  std::set<std::string> All;
  if (!Source)
    return All;
  for (const SizeConstant &C : collectSizeConstants(**Source, "entry")) {
    EXPECT_NE(C.Line, 0u);
    std::string One = C.How == SizeConstant::Use::Compared  ? "<"
                      : C.How == SizeConstant::Use::Product ? "product"
                                                            : "tile";
    One += " " + std::to_string(C.Value);
    if (!C.Parameters.empty())
      One += " of";
    for (unsigned P : C.Parameters)
      One += " " + std::to_string(P);
    All.insert(One);
  }
  return All;
}

#define EXPECT_HAS(Set, ...)                                                   \
  for (const char *Text : {__VA_ARGS__})                                       \
  EXPECT_TRUE((Set).count(Text))                                               \
      << Text << " not in " << ::testing::PrintToString(Set)

TEST(SizeConstants, FollowsAnArgumentIntoAKernel) {
  auto Found = constants(R"(
__global__ void k(float *y, int columns) {
  int limit = columns;
  for (int c = threadIdx.x; c < limit; c += 192)
    y[c] = limit > 777 ? 1 : 2;
}
extern "C" void entry(float *y, int rows, int cols) {
  int n = cols;
  k<<<rows, 192>>>(y, n);
})");
  EXPECT_HAS(Found, "< 777 of 2", "tile 192 of 2", "tile 192");
  EXPECT_FALSE(Found.count("< 777 of 1"));
}

TEST(SizeConstants, SolvesAComparisonForTheArgument) {
  auto Found = constants(R"(
extern "C" void entry(float *y, int a, int b, int c, int d) {
  if (a + 3 <= 103) y[0] = 1;
  if ((b + 15) / 16 > 40) y[1] = 1;
  if (c * 4 < 4096) y[2] = 1;
  if (500 >= (d >> 3)) y[3] = 1;
  if (a * b > 65536) y[4] = 1;
})");
  EXPECT_HAS(Found, "< 100 of 1", "< 625 of 2", "< 1024 of 3", "< 4000 of 4",
             "product 65536 of 1 2", "tile 16 of 2", "tile 8 of 4");
}

TEST(SizeConstants, KnowsEverySpellingOfAConstant) {
  auto Found = constants(R"(
#define MACRO 301
enum { Enumerator = 302 };
constexpr int Constexpr = 300 + 3;
static const int Static = 304;
template <int N> bool above(int x) { return x > N; }
struct Limits { static constexpr int Most = 306; };
extern "C" void entry(float *y, int n) {
  int local = 307;
  if (n > MACRO) y[0] = 1;
  if (n > Enumerator) y[0] = 1;
  if (n > Constexpr) y[0] = 1;
  if (n > Static) y[0] = 1;
  if (above<305>(n)) y[0] = 1;
  if (n > Limits::Most) y[0] = 1;
  if (n > local) y[0] = 1;
  switch (n - 1) { case 307: y[0] = 1; }
})");
  EXPECT_HAS(Found, "< 301 of 1", "< 302 of 1", "< 303 of 1", "< 304 of 1",
             "< 305 of 1", "< 306 of 1", "< 307 of 1", "< 308 of 1");
}

TEST(SizeConstants, FindsTheReachOfAFixedLoop) {
  auto Found = constants(R"(
constexpr int Tile = 16;
constexpr int Depth = (96 + Tile) / Tile;
__global__ void k(const float *a, float *c, int m, int depth) {
  int row = blockIdx.y * Tile + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < Depth; ++t) {
    int at = t * Tile + threadIdx.x;
    sum += row < m && at < depth ? a[at] : 0;
  }
  c[row] = sum;
}
extern "C" void entry(const float *a, float *c, int m, int n, int depth) {
  k<<<1, dim3(Tile, Tile)>>>(a, c, m, depth);
})");
  EXPECT_HAS(Found, "< 112 of 4", "tile 16 of 2", "tile 16 of 4", "tile 256");
}

TEST(SizeConstants, ReadsTablesAndFields) {
  auto Found = constants(R"(
struct Rung { int reach, blocks; };
constexpr Rung Ladder[] = {{256, 1}, {77824, 304}};
struct Shape { int rows, cols; };
static int plan(Shape s) {
  if (s.rows > 5000)
    return 1;
  for (const Rung &r : Ladder)
    if (s.cols <= r.reach)
      return r.blocks;
  return 0;
}
extern "C" void entry(float *y, int rows, int cols) {
  Shape s{rows, cols};
  y[0] = plan(s);
})");
  EXPECT_HAS(Found, "< 256 of 2", "< 77824 of 2", "< 5000 of 1");
}

TEST(SizeConstants, LeavesDataAndPatternsAlone) {
  auto Found = constants(R"(
template <int N> __global__ void k(const int *x, float *y, int n) {
  if (n > N) y[0] = x[n - 1] > 4321;
}
extern "C" void entry(const int *x, float *y, int n) {
  k<129><<<1, 32>>>(x, y, n);
})");
  EXPECT_HAS(Found, "< 129 of 2");
  for (const std::string &Text : Found)
    EXPECT_EQ(Text.find("4321"), std::string::npos) << Text;
}

TEST(SizeConstants, SurvivesWhatHasNoValueOrNoEnd) {
  auto Found = constants(R"(
template <int N> constexpr int Table[] = {N, 2 * N};
template <class T> struct Holder {
  static constexpr int Sizes[] = {sizeof(T), 3};
  T Value{};
  union { int a; float b; };
  bool above(int n) const { return n > Sizes[0] || n > Table<21>[1]; }
};
template <class T> bool never(T n) {
  T list[] = {n, n};
  for (T i = 0; i < 12; i += 3)
    if (list[i] > Table<sizeof(T)>[0]) return true;
  return n > T(8);
}
enum class Kind : int { Big = 900 };
extern "C" void entry(float *y, int n, long long m) {
  int self = self + n;
  const int &a = n, &b = a > 3 ? a : a, &c = b > 4 ? b : a;
  auto generic = [&](auto x) {
    constexpr int local[] = {int(sizeof(x)), 7};
    return x > local[0] ? x / 5 : n;
  };
  struct Pair { int p : 5, q; } pair{n & 31, n};
  auto [p, q] = pair;
  switch (n) { case 5 ... 9: default: break; }
  if (self > 6 || c > 11 || generic(n) > 13 || q > 17) y[0] = 1;
  if (m > (1ll << 40) || n > int(Kind::Big)) y[1] = 1;
  if (n / 0 > 3 || (n >> 40) > 3 || n * 0 > 3 || n > -5) y[2] = 1;
  Holder<float> h;
  if (h.above(n)) y[3] = 1;
})");
  EXPECT_HAS(Found, "< 900 of 1", "< 5 of 1");
}

TEST(SizeConstants, SurvivesWithoutAnEntry) {
  EXPECT_TRUE(
      constants("__global__ void k(int n) { if (n > 5) return; }").empty());
}

} // namespace
