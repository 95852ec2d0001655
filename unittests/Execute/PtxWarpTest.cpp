//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX that lanes or threads run together: shuffles, votes, barriers,
// asynchronous copies.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "llvm/ADT/Twine.h"
#include <numeric>

using namespace kmend;

namespace {

std::string program(llvm::StringRef Body, llvm::StringRef Launch) {
  return ("#include <cuda_runtime.h>\n"
          "__global__ void k(const unsigned *in, unsigned *out, int n) {\n"
          "  unsigned t = threadIdx.x;\n" +
          Body +
          "\n}\nextern \"C\" void run(const unsigned *x, unsigned *y, int n) "
          "{\n"
          "  k<<<" +
          Launch + ">>>(x, y, n);\n}\n")
      .str();
}

std::vector<uint32_t> ramp(size_t N) {
  std::vector<uint32_t> V(N);
  std::iota(V.begin(), V.end(), 0);
  return V;
}

TEST(PtxWarp, Shuffles) {
  TestKernel<uint32_t, uint32_t> K(program(R"cu(
  unsigned r, p;
  asm volatile("{ .reg .pred q; shfl.sync.down.b32 %0|q, %2, 4, 0x1f, 0xffffffff; selp.u32 %1, 1, 0, q; }" : "=r"(r), "=r"(p) : "r"(t));
  out[t] = r; out[32 + t] = p;
  // Segments of 8 lanes: mask 0x18 in bits 8 to 12.
  asm volatile("shfl.sync.up.b32 %0, %1, 1, 0x1800, 0xffffffff;" : "=r"(r) : "r"(t));
  out[64 + t] = r;
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x181f, 0xffffffff;" : "=r"(r) : "r"(t));
  out[96 + t] = r;)cu",
                                           "1, 32"));
  auto Out = K.run({0}, 128);
  for (unsigned T = 0; T != 32; ++T) {
    EXPECT_EQ(Out[T], T < 28 ? T + 4 : T);
    EXPECT_EQ(Out[32 + T], T < 28);
    EXPECT_EQ(Out[64 + T], T % 8 ? T - 1 : T);
    EXPECT_EQ(Out[96 + T], T / 8 * 8 + 3);
  }
}

TEST(PtxWarp, VotesMatchesReductions) {
  TestKernel<uint32_t, uint32_t> K(program(R"cu(
  unsigned r;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r) : "r"(t)); out[t] = r;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.all.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(t)); out[32 + t] = r;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t % 2)); out[64 + t] = r;
  asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t * 3)); out[96 + t] = r;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(r)); out[128 + t] = r;
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(r)); out[160 + t] = r;
  asm volatile("activemask.b32 %0;" : "=r"(r)); out[192 + t] = r;)cu",
                                           "1, 32"));
  auto Out = K.run({0}, 224);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (unsigned T = 0; T != 32; ++T) {
    EXPECT_EQ(Out[T], 31u);
    EXPECT_EQ(Out[32 + T], 0u);
    EXPECT_EQ(Out[64 + T], T % 2 ? 0xaaaaaaaau : 0x55555555u);
    EXPECT_EQ(Out[96 + T], 93u);
    EXPECT_EQ(Out[128 + T], T == 0);
    EXPECT_EQ(Out[160 + T], (1u << T) - 1);
    EXPECT_EQ(Out[192 + T], ~0u);
  }
}

TEST(PtxWarp, NamedBarriersBetweenProducersAndConsumers) {
  // 32 threads write, 32 read behind barrier 1, which counts both.
  TestKernel<uint32_t, uint32_t> K(program(R"cu(
  __shared__ unsigned s[32];
  if (t < 32) {
    s[t] = in[t] + 1;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync %0, %1;" :: "r"(1), "n"(64) : "memory");
    out[t - 32] = s[63 - t];
  })cu",
                                           "1, 64"));
  for (const char *Order : {"asc", "desc", "shuffle:1"}) {
    auto Out = K.run(ramp(32), 32, Order);
    EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
    for (unsigned T = 0; T != 32; ++T)
      EXPECT_EQ(Out[T], 32 - T) << Order;
  }
}

const char *const CopyAndRead = R"cu(
  __shared__ __align__(16) unsigned s[2][32 * 4];
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[0][4 * t]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(to), "l"(in + 4 * t), "r"(t == 3 ? 4 : 16) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to + 512), "l"(in + t) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  WAIT
  __syncthreads();
  unsigned u = t ^ 1;
  for (int i = 0; i < 4; ++i) out[4 * t + i] = s[0][4 * u + i];
)cu";

std::string withWait(llvm::StringRef Wait) {
  std::string Text = CopyAndRead;
  Text.replace(Text.find("WAIT"), 4, Wait.str());
  return program(Text, "1, 32");
}

TEST(PtxWarp, AsyncCopies) {
  TestKernel<uint32_t, uint32_t> K(
      withWait("asm volatile(\"cp.async.wait_group 1;\" ::: \"memory\");"));
  for (const char *Order : {"asc", "desc", "shuffle:1", "yield:1"}) {
    auto Out = K.run(ramp(128), 128, Order);
    EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
    // Thread 3 took 4 bytes; the other 12 are zeros. Thread 2 reads them.
    for (unsigned I = 0; I != 128; ++I) {
      unsigned From = I ^ 4;
      EXPECT_EQ(Out[I], From > 12 && From < 16 ? 0 : From) << Order;
    }
  }
}

TEST(PtxWarp, AsyncCopiesWithoutTheirWaitHaveNotArrived) {
  TestKernel<uint32_t, uint32_t> K(
      withWait("asm volatile(\"cp.async.wait_group 2;\" ::: \"memory\");"));
  auto Out = K.run(ramp(128), 128, "asc");
  EXPECT_EQ(Out, std::vector<uint32_t>(128, ~0u)); // the poison
  // Hardware may also be quick.
  EXPECT_EQ(K.run(ramp(128), 128, "desc")[0], 4u);
}

TEST(PtxWarp, AsyncCopyOutOfBounds) {
  TestKernel<uint32_t, uint32_t> Far(program(R"cu(
  __shared__ __align__(16) unsigned s[128];
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[4 * t]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(in + 128 * t));)cu",
                                             "1, 32"));
  Far.run(ramp(128), 4);
  ASSERT_EQ(Far.Last.Status, RunStatus::Crash);
  ASSERT_FALSE(Far.Last.Events.empty());
  EXPECT_EQ(Far.Last.Events[0].Kind, EventKind::OutOfBounds);
  EXPECT_EQ(Far.Last.Events[0].Where.Line, 7u);
  EXPECT_EQ(Far.Last.Events[0].Thread[0], 1u);
}

TEST(PtxWarp, MisalignedAccesses) {
  TestKernel<uint32_t, uint32_t> K(program(R"cu(
  unsigned a, b;
  asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(in + t));
  out[t] = a + b;)cu",
                                           "1, 2"));
  K.run(ramp(128), 4);
  ASSERT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_FALSE(K.Last.Events.empty());
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::Misaligned);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 6u);
  EXPECT_EQ(K.Last.Events[0].Thread[0], 1u);
}

TEST(PtxWarp, SharedAddressOutsideOfSharedMemory) {
  TestKernel<uint32_t, uint32_t> K(program(R"cu(
  unsigned a;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(t * 4 + 64));
  out[t] = a;)cu",
                                           "1, 1"));
  K.run(ramp(4), 4);
  ASSERT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_FALSE(K.Last.Events.empty());
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::OutOfBounds);
}

} // namespace
