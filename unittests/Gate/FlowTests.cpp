//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What outputs are made of: the analysis of dependence on small sources.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Gate/Facts.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

/// The only entry of a source; x, w and y are parameters 0, 1 and 2.
EntryFact analyse(const std::string &Body) {
  std::string Text = "#include <cuda_runtime.h>\n" + Body;
  auto Source = ParsedSource::parse("test.cu", Text);
  if (!Source) {
    ADD_FAILURE() << llvm::toString(Source.takeError());
    return {};
  }
  Facts F = collectFacts(**Source, Side::Device, {});
  EXPECT_EQ(F.Entries.size(), 1u);
  return F.Entries.empty() ? EntryFact() : F.Entries.front();
}

EntryFact kernel(const std::string &Body, const std::string &Top = "") {
  return analyse(Top +
                 "__global__ void k(const float *x, const float *w, float *y, "
                 "int n) {\n"
                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                 Body +
                 "}\nextern \"C\" void run(const float *x, const float *w, "
                 "float *y, int n) { k<<<(n + 63) / 64, 64>>>(x, w, y, n); }");
}

constexpr uint32_t X = 1, W = 2, Y = 4;

uint32_t data(const EntryFact &E) {
  auto At = E.Outputs.find(2);
  return At == E.Outputs.end() ? 0 : At->second.Data.group(Taint::Contents);
}
uint32_t control(const EntryFact &E) {
  auto At = E.Outputs.find(2);
  return At == E.Outputs.end() ? 0 : At->second.Control.group(Taint::Contents);
}

TEST(Flow, ThroughLocals) {
  EXPECT_EQ(data(kernel("float a = x[i]; float b = a * 2; y[i] = b;")), X);
  EXPECT_EQ(data(kernel("y[i] = x[i] + w[i];")), X | W);
  EXPECT_EQ(data(kernel("y[i] = 1;")), 0u);
}

TEST(Flow, AnOverwrittenLocalIsForgotten) {
  EXPECT_EQ(data(kernel("float a = x[i]; a = w[i]; y[i] = a;")), W);
  EXPECT_EQ(data(kernel("float a = 0; if (n > 3) a = x[i]; y[i] = a;")), X);
}

TEST(Flow, ConditionsAreControl) {
  EntryFact E = kernel("y[i] = x[i] > 0 ? 1.0f : 2.0f;");
  EXPECT_EQ(data(E), 0u);
  EXPECT_EQ(control(E), X);
  E = kernel("if (x[i] > 0) y[i] = w[i]; else y[i] = 0;");
  EXPECT_EQ(data(E), W);
  EXPECT_EQ(control(E), X);
  E = kernel("if (x[i] < 0) return; y[i] = 1;");
  EXPECT_EQ(control(E), X);
}

TEST(Flow, IndicesAreData) {
  EXPECT_EQ(data(kernel("y[(int)x[i]] = 1;")), X);
  EXPECT_EQ(data(kernel("y[i] = w[(int)x[i]];")), X | W);
}

TEST(Flow, ThroughSharedMemoryAndShuffles) {
  EXPECT_EQ(data(kernel("__shared__ float s[64]; s[threadIdx.x] = x[i]; "
                        "__syncthreads(); y[i] = s[63 - threadIdx.x];")),
            X);
  EXPECT_EQ(data(kernel("float v = x[i]; v += __shfl_xor_sync(~0u, v, 1); "
                        "y[i] = v;")),
            X);
}

TEST(Flow, ThroughDeviceFunctionsByValueAndReference) {
  EXPECT_EQ(data(kernel("y[i] = twice(x[i]);",
                        "__device__ float twice(float v) { return v + v; }\n")),
            X);
  EXPECT_EQ(data(kernel("float a = x[i], b = w[i]; swap(a, b); y[i] = a;",
                        "template <class T> __device__ void swap(T &a, T &b) "
                        "{ T c = a; a = b; b = c; }\n")),
            X | W);
  EXPECT_EQ(
      data(kernel("float r; put(&r, x[i]); y[i] = r;",
                  "__device__ void put(float *p, float v) { *p = v; }\n")),
      X);
}

TEST(Flow, FieldsAreApart) {
  const char *Pair = "struct Pair { float a, b; };\n";
  EXPECT_EQ(data(kernel("Pair p{x[i], w[i]}; y[i] = p.b;", Pair)), W);
  EXPECT_EQ(data(kernel("Pair p{x[i], w[i]}; Pair q = p; y[i] = q.a;", Pair)),
            X);
  // Unless they are read as something else.
  EXPECT_EQ(data(kernel("Pair p{x[i], w[i]}; "
                        "y[i] = *reinterpret_cast<float *>(&p);",
                        Pair)),
            X | W);
}

TEST(Flow, VectorsOfAnotherType) {
  EXPECT_EQ(data(kernel("float4 v = reinterpret_cast<const float4 *>(x)[i]; "
                        "reinterpret_cast<float4 *>(y)[i] = v;")),
            X);
  EXPECT_EQ(
      data(kernel("float4 v = *(const float4 *)(x + 4 * i); y[i] = v.z;")), X);
}

TEST(Flow, ThroughLoops) {
  // Three variables deep: the last one hears of x in the third pass.
  EXPECT_EQ(data(kernel("float a = 0, b = 0, c = 0; for (int k = 0; k < n; "
                        "++k) { c = b; b = a; a = x[k]; } y[i] = c;")),
            X);
}

TEST(Flow, ThroughLambdasAndTemplates) {
  EXPECT_EQ(data(kernel("auto f = [&](float v) { return v + w[i]; }; "
                        "y[i] = f(x[i]);")),
            X | W);
  EXPECT_EQ(data(kernel("y[i] = fold(x[i], Max{});",
                        "struct Max { __device__ float operator()(float a) "
                        "const { return a; } };\ntemplate <class Op> "
                        "__device__ float fold(float v, Op op) { return op(v); "
                        "}\n")),
            X);
}

TEST(Flow, ThroughSeveralKernelsAndBuffers) {
  EntryFact E = analyse(
      "__global__ void a(const float *x, float *t) { t[threadIdx.x] = "
      "x[threadIdx.x]; }\n"
      "__global__ void b(const float *t, const float *w, float *y) { "
      "y[threadIdx.x] = t[threadIdx.x] + w[0]; }\n"
      "extern \"C\" void run(const float *x, const float *w, float *y, int n) "
      "{ float *t; cudaMalloc(&t, n * 4); a<<<n, 64>>>(x, t); b<<<n, 64>>>(t, "
      "w, y); cudaFree(t); }");
  EXPECT_EQ(data(E), X | W);
  EXPECT_EQ(E.Launches.size(), 2u);
  EXPECT_TRUE(E.States.empty());
}

TEST(Flow, ByCudaLaunchKernel) {
  EntryFact E = analyse(
      "__global__ void k(const float *x, const float *w, float *y, int n) { "
      "y[threadIdx.x] = w[threadIdx.x]; }\n"
      "extern \"C\" void run(const float *x, const float *w, float *y, int n) "
      "{ void *args[] = {&x, &w, &y, &n}; cudaLaunchKernel((const void *)k, "
      "dim3(n), dim3(64), args, 0, 0); }");
  EXPECT_EQ(data(E), W);
}

TEST(Flow, AtomicsReadWhatIsThere) {
  EXPECT_EQ(data(kernel("atomicAdd(&y[i], x[i]);")), X | Y);
  EntryFact E = analyse(
      "__global__ void k(const float *x, float *y) { atomicAdd(&y[0], "
      "x[threadIdx.x]); }\n"
      "extern \"C\" void run(const float *x, const float *w, float *y, int n) "
      "{ cudaMemsetAsync(y, 0, 4); k<<<n, 64>>>(x, y); }");
  EXPECT_EQ(data(E), X);
}

TEST(Flow, GatesSeeThroughArithmetic) {
  auto Literals = [](const EntryFact &E) {
    std::set<int64_t> L;
    for (const GateFact &G : E.Gates)
      L.insert(G.Literal);
    return L;
  };
  EXPECT_EQ(Literals(kernel("if (n - 1 == 998 + 1) y[i] = x[i];")),
            std::set<int64_t>{1000});
  EXPECT_EQ(Literals(kernel("if (!(n ^ 77)) y[i] = x[i];")),
            std::set<int64_t>{77});
  EXPECT_EQ(Literals(kernel("if (is(n)) y[i] = x[i];",
                            "constexpr int K = 1 << 10; __host__ __device__ "
                            "constexpr bool is(int n) { return n == K - 25; "
                            "}\n")),
            std::set<int64_t>{999});
  EXPECT_TRUE(Literals(kernel("if (i < n) y[i] = x[i];")).empty());
  EXPECT_TRUE(
      Literals(kernel("for (int k = 16; k > 0; k /= 2) y[i] = x[i + k];"))
          .empty());
}

TEST(Flow, StateOfAnEarlierCall) {
  EntryFact E = kernel("y[i] = kept; kept = x[i];", "__device__ float kept;\n");
  ASSERT_EQ(E.States.size(), 1u);
  EXPECT_TRUE(E.States[0].KeepsTensor);
  EXPECT_TRUE(E.Outputs.at(2).Data.has(Taint::State, 0));
  // Written before it is read: a workspace.
  E = kernel("kept = x[i]; y[i] = kept;", "__device__ float kept;\n");
  EXPECT_FALSE(E.Outputs.at(2).Data.has(Taint::State, 0));
}

TEST(Flow, SamplesAreSeen) {
  EntryFact E = kernel("y[i] = x[0] < 3.0f ? x[i] : 0.0f;");
  EXPECT_EQ(E.BulkTensors, X);
  ASSERT_EQ(E.Sniffs.size(), 1u);
  EXPECT_EQ(E.Sniffs[0].Tensors, X);
  EXPECT_TRUE(E.Sniffs[0].Literal);
  // One thread's own element, and a number that is no tensor's sample.
  EXPECT_TRUE(kernel("y[i] = x[i] < 3.0f ? w[i] : 0.0f;").Sniffs.empty());
}

TEST(Flow, HostWorkIsSeen) {
  EntryFact E = analyse(
      "__global__ void k(float *y) { y[0] = 1; }\n"
      "extern \"C\" void run(const float *x, const float *w, float *y, int n) "
      "{ float h[4]; cudaMemcpy(h, x, 16, cudaMemcpyDeviceToHost); for (int i "
      "= 0; i < 4; ++i) h[i] *= 2; cudaMemcpy(y, h, 16, "
      "cudaMemcpyHostToDevice); }");
  EXPECT_TRUE(E.Outputs.at(2).Data.has(Taint::HostPath));
  EXPECT_EQ(data(E), X);
}

TEST(Flow, EveryShapeOfControlEnds) {
  EntryFact E = kernel("for (;;) { if (i > n) break; ++i; if (x[i] > 1) "
                       "continue; do { y[i] = x[i]; } while (x[i] > w[i]); }");
  EXPECT_TRUE(E.Complete);
  EXPECT_EQ(data(E), X);
  EXPECT_EQ(control(E), X | W);
}

TEST(Flow, RecursionEnds) {
  EntryFact E = kernel("y[i] = f(x[i], n);",
                       "__device__ float f(float v, int n) { return n ? f(v, "
                       "n - 1) + 1 : v; }\n");
  EXPECT_EQ(data(E), X);
}

} // namespace
