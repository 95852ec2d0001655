//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four kernels on every tier that can run them. A kernel is launched a few
// times and many times in one run; the difference leaves out process, copies
// and poison. Grids go over the same data again, since opening device memory
// for a launch costs by the page, not by the thread.
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "kmend/Execute/Executor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/resource.h>

namespace kmend {

namespace {

struct BenchKernel {
  const char *Name, *Unit;
  const char *Text;
  double Units;           ///< of work in one launch
  size_t Inputs, Outputs; ///< floats
  const char *HipCpu, *Pocl;
};

// HIP-CPU of March 2024 with the serial back end of its parallel algorithms,
// and PoCL 3.1 with one thread, both measured with the same kernels on a
// two-core AMD EPYC of family 26 (Zen 5).
const BenchKernel Kernels[] = {
    {"element-wise", "ns/thread", R"cu(
#include <cuda_runtime.h>
__global__ void axpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" void run(const float *in, float *out, int repeats) {
  for (int r = 0; r < repeats; ++r)
    axpy<<<dim3(4096, 16), 256>>>(0.5f, in, out, 1 << 20);
})cu",
     1 << 24, 1 << 20, 1 << 20, "0.94 to 2.4", "0.28"},
    {"tree reduction, 9 barriers", "ns/thread", R"cu(
#include <cuda_runtime.h>
__global__ void reduce(const float *x, float *y) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
}
extern "C" void run(const float *in, float *out, int repeats) {
  for (int r = 0; r < repeats; ++r) reduce<<<dim3(256, 4), 256>>>(in, out);
})cu",
     1 << 18, 1 << 18, 1 << 10, "69 to 72", "8.0"},
    {"shuffle reduction, 5 shuffles", "ns/thread", R"cu(
#include <cuda_runtime.h>
__global__ void reduce(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) y[i / 32] = v;
}
extern "C" void run(const float *in, float *out, int repeats) {
  for (int r = 0; r < repeats; ++r) reduce<<<dim3(256, 4), 256>>>(in, out);
})cu",
     1 << 18, 1 << 18, 1 << 13, "-", "-"},
    {"matrix product 256^3, 16x16 tiles", "ns/fma", R"cu(
#include <cuda_runtime.h>
__global__ void product(const float *a, const float *b, float *c) {
  __shared__ float ta[16][16], tb[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < 256; k += 16) {
    ta[y][x] = a[row * 256 + k + x];
    tb[y][x] = b[(k + y) * 256 + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  c[row * 256 + col] = sum;
}
extern "C" void run(const float *in, float *out, int repeats) {
  for (int r = 0; r < repeats; ++r)
    product<<<dim3(16, 16), dim3(16, 16)>>>(in, in + 65536, out);
})cu",
     1 << 24, 1 << 17, 1 << 16, "1.07 to 1.13", "0.70"},
};

/// Seconds of the fastest of \p Tries runs that launch the kernel \p Repeats
/// times.
llvm::Expected<double> fastest(Program &P, const BenchKernel &K,
                               llvm::ArrayRef<char> Input, int Repeats,
                               int Tries = 3, bool Measures = false) {
  double Best = 1e9;
  for (int Try = 0; Try != Tries; ++Try) {
    RunRequest R;
    R.MeasureBranches = Measures;
    R.Buffers = {
        {"in", RunBuffer::Role::Input, Input.size(), Input},
        {"out", RunBuffer::Role::Output, K.Outputs * sizeof(float), {}}};
    R.Arguments = {{RunArgument::Kind::Buffer, 0},
                   {RunArgument::Kind::Buffer, 1},
                   {RunArgument::Kind::Integer, 0, Repeats}};
    R.Limits.Seconds = 60;
    llvm::Expected<RunResult> Result = P.run(R);
    if (!Result)
      return Result.takeError();
    if (Result->Status != RunStatus::Ok)
      return makeError(ExitCode::Internal,
                       llvm::Twine(K.Name) + ": " + Result->Reason);
    Best = std::min(Best, Result->Seconds);
  }
  return Best;
}

std::vector<float> inputOf(const BenchKernel &K) {
  std::vector<float> Input(K.Inputs);
  for (size_t I = 0; I != Input.size(); ++I)
    Input[I] = float(I % 17) * 0.25f;
  return Input;
}

llvm::ArrayRef<char> bytesOf(llvm::ArrayRef<float> Input) {
  return {reinterpret_cast<const char *>(Input.data()),
          Input.size() * sizeof(float)};
}

constexpr int Few = 1, Many = 5;

/// Processor time of children that have ended, in seconds.
double childSeconds() {
  rusage Used;
  getrusage(RUSAGE_CHILDREN, &Used);
  return Used.ru_utime.tv_sec + Used.ru_utime.tv_usec * 1e-6;
}

/// How many times as long \p K runs while it measures branches. In processor
/// time of the process that runs it: a few per cent are lost in the noise of
/// the clock.
llvm::Expected<double> costOfMeasuring(Executor &Simt, const BenchKernel &K) {
  const std::vector<float> Input = inputOf(K);
  double Seconds[2][2] = {};
  // In turns, so that both meet the same machine.
  for (int Try = 0; Try != 3; ++Try)
    for (bool Measures : {false, true})
      for (bool Long : {false, true}) {
        auto P = Simt.compile("bench.cu", K.Text, "run", 3, {});
        if (!P)
          return P.takeError();
        const double Before = childSeconds();
        auto Ran = fastest(**P, K, bytesOf(Input), Long ? 41 : 1, /*Tries=*/1,
                           Measures);
        if (!Ran)
          return Ran.takeError();
        P->reset(); // ends the process
        Seconds[Measures][Long] += childSeconds() - Before;
      }
  return (Seconds[1][1] - Seconds[1][0]) / (Seconds[0][1] - Seconds[0][0]);
}

/// Nanoseconds a unit of work, or nothing when \p T cannot run the kernel.
llvm::Expected<std::optional<double>> measure(Executor &Simt,
                                              const BenchKernel &K, Tier T) {
  CompileOptions Options;
  Options.ForcedTier = T;
  auto P = Simt.compile("bench.cu", K.Text, "run", 3, Options);
  if (!P) {
    llvm::Error Other = llvm::handleErrors(
        P.takeError(), [](std::unique_ptr<KmendError> E) -> llvm::Error {
          if (E->code() == ExitCode::Undecided &&
              llvm::StringRef(E->message()).contains("--tier"))
            return llvm::Error::success();
          return llvm::Error(std::move(E));
        });
    if (Other)
      return std::move(Other);
    return std::nullopt;
  }
  const std::vector<float> Input = inputOf(K);
  auto Short = fastest(**P, K, bytesOf(Input), Few);
  if (!Short)
    return Short.takeError();
  auto Long = fastest(**P, K, bytesOf(Input), Many);
  if (!Long)
    return Long.takeError();
  return (*Long - *Short) / (Many - Few) / K.Units * 1e9;
}

llvm::Error run() {
  llvm::raw_ostream &OS = llvm::outs();
  std::unique_ptr<Executor> Simt = createSimtExecutor();
  OS << "thread throughput (HIP-CPU, PoCL: other runs, same kernels, same "
        "kind of machine)\n"
     << llvm::format("  %-34s %9s %9s %9s %9s  %-9s %9s  %-13s %s\n", "kernel",
                     "loop", "split", "coroutine", "fiber", "unit", "coverage",
                     "HIP-CPU", "PoCL 3.1");
  for (const BenchKernel &K : Kernels) {
    OS << llvm::format("  %-34s", K.Name);
    for (Tier T : {Tier::Loop, Tier::Split, Tier::Coroutine, Tier::Fiber}) {
      auto Nanoseconds = measure(*Simt, K, T);
      if (!Nanoseconds)
        return Nanoseconds.takeError();
      if (*Nanoseconds)
        OS << llvm::format(" %9.3f", **Nanoseconds);
      else
        OS << llvm::format(" %9s", "-");
      OS.flush();
    }
    auto Cost = costOfMeasuring(*Simt, K);
    if (!Cost)
      return Cost.takeError();
    OS << llvm::format("  %-9s %8.2fx  %-13s %s\n", K.Unit, *Cost, K.HipCpu,
                       K.Pocl);
  }
  return llvm::Error::success();
}

} // namespace

const BenchSection ThroughputSection = {"throughput", run};

} // namespace kmend
