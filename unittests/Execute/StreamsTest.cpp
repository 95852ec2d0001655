//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Execute/Simt/Streams.h"
#include "../../lib/Execute/Simt/HostWork.h"
#include "TestKernel.h"

using namespace kmend;

namespace {

bool isUnawaited(const Streams &S) {
  uint64_t ProgramCounter;
  return S.hasUnawaited(ProgramCounter);
}

TEST(Streams, WorkOnABlockingStreamNeedsNoWait) {
  Streams S;
  Streams::Handle A = S.create(/*NonBlocking=*/false);
  S.submit(A, 1);
  S.submit(0, 2);
  EXPECT_FALSE(isUnawaited(S));
}

TEST(Streams, WorkOnANonBlockingStreamNeedsOne) {
  Streams S;
  Streams::Handle A = S.create(true), B = S.create(true);
  EXPECT_NE(A, B);
  EXPECT_FALSE(isUnawaited(S));
  S.submit(A, 7);
  uint64_t ProgramCounter = 0;
  EXPECT_TRUE(S.hasUnawaited(ProgramCounter));
  EXPECT_EQ(ProgramCounter, 7u);
  S.synchronize(B);
  EXPECT_TRUE(isUnawaited(S));
  S.synchronize(A);
  EXPECT_FALSE(isUnawaited(S));
  S.submit(A, 8);
  S.submit(B, 9);
  S.synchronizeAll();
  EXPECT_FALSE(isUnawaited(S));
}

TEST(Streams, AnEventCoversWhatWasBeforeIt) {
  Streams S;
  Streams::Handle A = S.create(true), E = S.createEvent();
  S.synchronizeEvent(E); // never recorded
  S.submit(A, 1);
  EXPECT_TRUE(isUnawaited(S));
  S.record(E, A);
  S.submit(A, 2);
  S.synchronizeEvent(E);
  EXPECT_TRUE(isUnawaited(S));
  S.record(E, A);
  S.synchronizeEvent(E);
  EXPECT_FALSE(isUnawaited(S));
}

TEST(Streams, WaitsAreHandedOn) {
  Streams S;
  Streams::Handle A = S.create(true), B = S.create(true), E = S.createEvent();
  S.submit(A, 1);
  S.record(E, A);
  S.wait(B, E);
  S.submit(B, 2);
  S.synchronize(B); // and with it, for A
  EXPECT_FALSE(isUnawaited(S));
  // A fork from and a join to the default stream.
  S.submit(A, 3);
  S.record(E, A);
  S.wait(0, E);
  EXPECT_FALSE(isUnawaited(S));
}

TEST(HostWork, OnlyWhatTheHostMadeOfTensorDataIsComputed) {
  HostWork W;
  std::vector<char> Table(256, 1), Data(256, 2), Other(256, 3);
  EXPECT_FALSE(W.isComputed(Table.data(), 256)); // it has read nothing
  W.copiedToHost(Other.data(), HostWork::FewBytes);
  EXPECT_FALSE(W.isComputed(Table.data(), 256)); // nothing but a flag
  W.copiedToHost(Data.data(), 256);
  EXPECT_FALSE(W.isComputed(Data.data(), 256)); // staged
  EXPECT_FALSE(W.isComputed(Data.data() + 16, 128));
  EXPECT_FALSE(W.isComputed(Table.data(), HostWork::FewBytes));
  EXPECT_TRUE(W.isComputed(Table.data(), 256));
  Data[200] = 5;
  EXPECT_TRUE(W.isComputed(Data.data(), 256));
  EXPECT_FALSE(W.isComputed(Data.data(), 128));
  W.copiedToHost(Data.data(), 256); // what lies there now is the tensor's again
  EXPECT_FALSE(W.isComputed(Data.data(), 256));
}

/// Calls a source `extern "C" void run(const int *in, int *out, int n)` with
/// these inputs one after another.
struct Sequence {
  std::vector<std::vector<int>> Inputs;
  bool KeepOutputs = false;
  std::vector<RunResult> Results;

  void run(llvm::StringRef Text) {
    std::unique_ptr<Executor> Simt = createSimtExecutor();
    auto P = Simt->compile("test.cu", Text, "run", 3, {});
    ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
    auto Make = [&](size_t I) {
      RunRequest R = requestFor<int, int>(Inputs[I], Inputs[I].size());
      R.KeepOutputs = KeepOutputs;
      return R;
    };
    llvm::Error E =
        (*P)->runSequence(Inputs.size(), Make, [&](size_t, RunResult R) {
          Results.push_back(std::move(R));
          return true;
        });
    EXPECT_FALSE(bool(E)) << llvm::toString(std::move(E));
  }
  int first(size_t Call) const { return outputOf<int>(Results[Call], 1)[0]; }
};

constexpr const char *Counter = R"cu(#include <cuda_runtime.h>
static int calls = 0;
__device__ int total = 10;
__global__ void k(const int *x, int *y, int c) {
  y[0] = total + 100 * c;
  total += x[0];
}
extern "C" void run(const int *x, int *y, int n) {
  k<<<1, 1>>>(x, y, calls++);
})cu";

TEST(Sequences, StateIsKeptFromCallToCallAndNoLonger) {
  Sequence S{{{1}, {2}, {3}}, false, {}};
  S.run(Counter);
  ASSERT_EQ(S.Results.size(), 3u);
  EXPECT_EQ(S.first(0), 10);
  EXPECT_EQ(S.first(1), 111);
  EXPECT_EQ(S.first(2), 213);
  // A sequence starts anew, in the same runner or not.
  S.Results.clear();
  S.run(Counter);
  EXPECT_EQ(S.first(0), 10);
}

TEST(Sequences, TensorsOfOneSizeLieAtOnePlace) {
  Sequence S{{{0}, {0, 0, 0}, {0}}, false, {}};
  S.run(R"cu(#include <cuda_runtime.h>
static const int *seen = nullptr;
__global__ void k(int *y, int v) { y[0] = v; }
extern "C" void run(const int *x, int *y, int n) {
  if (!seen)
    seen = x;
  k<<<1, 1>>>(y, x == seen);
})cu");
  ASSERT_EQ(S.Results.size(), 3u);
  EXPECT_EQ(S.first(0), 1);
  EXPECT_EQ(S.first(1), 0);
  EXPECT_EQ(S.first(2), 1);
}

TEST(Sequences, OutputsArePoisonedOrKept) {
  for (bool Keep : {false, true}) {
    Sequence S{{{1}, {2}}, Keep, {}};
    S.run(R"cu(#include <cuda_runtime.h>
static int calls = 0;
__global__ void k(const int *x, int *y) { y[0] = x[0]; }
extern "C" void run(const int *x, int *y, int n) {
  if (!calls++)
    k<<<1, 1>>>(x, y);
})cu");
    ASSERT_EQ(S.Results.size(), 2u);
    EXPECT_EQ(S.first(0), 1);
    EXPECT_EQ(S.first(1), Keep ? 1 : -1);
  }
}

TEST(Sequences, EndWithTheCallThatCrashes) {
  Sequence S{{{0}, {1 << 24}, {0}}, false, {}};
  S.run(R"cu(#include <cuda_runtime.h>
__global__ void k(const int *x, int *y) { y[x[0]] = 1; }
extern "C" void run(const int *x, int *y, int n) { k<<<1, 1>>>(x, y); })cu");
  ASSERT_EQ(S.Results.size(), 2u);
  EXPECT_EQ(S.Results[0].Status, RunStatus::Ok);
  EXPECT_EQ(S.Results[1].Status, RunStatus::Crash);
  ASSERT_FALSE(S.Results[1].Events.empty());
  EXPECT_EQ(S.Results[1].Events[0].Where.Line, 2u);
}

} // namespace
