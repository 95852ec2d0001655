//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace llvm;

namespace kmend {

/// Words that a file may have.
static constexpr size_t Capacity = 16384;

// Device memory is out of reach of host code: what is expected travels there
// like everything else.
static const char Entry[] = R"cu(
extern "C" void kmend_conformance(unsigned *out, unsigned *want, float *ulp,
                                  int *count, int capacity) {
  unsigned *words = (unsigned *)malloc(capacity * sizeof(unsigned));
  float *bounds = (float *)malloc(capacity * sizeof(float));
  int n = expected(words, bounds);
  cudaMemcpy(want, words, n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemcpy(ulp, bounds, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(count, &n, sizeof n, cudaMemcpyHostToDevice);
  conformance(out, n);
  free(words);
  free(bounds);
}
)cu";

static std::string read(const std::string &Path, std::string &Error) {
  auto File = MemoryBuffer::getFile(Path);
  if (File)
    return (*File)->getBuffer().str();
  Error = Path + ": " + File.getError().message();
  return {};
}

ConformanceFile::ConformanceFile(const std::string &Path,
                                 std::vector<std::string> ExtraArgs) {
  SmallString<128> Header(sys::path::parent_path(Path));
  sys::path::append(Header, "conformance.h");
  std::string Helpers = read(Header.str().str(), Error),
              Text = read(Path, Error);
  if (!Error.empty())
    return;
  for (StringRef Line : split(Text, '\n'))
    if (Line.consume_front("// PRINTS: "))
      Prints += (Line + "\n").str();
  CompileOptions Options;
  Options.ExtraArgs = std::move(ExtraArgs);
  std::string Whole = Helpers + "#line 1 \"" + Path + "\"\n" + Text + Entry;
  auto Made = Simt->compile(Path, Whole, "kmend_conformance", 5, Options);
  if (Made) {
    Compiled = std::move(*Made);
    return;
  }
  raw_string_ostream Stream(Error);
  reportError(Made.takeError(), Stream);
}

template <typename T>
static std::vector<T> wordsOf(const std::vector<char> &Bytes, size_t Count) {
  std::vector<T> Words(std::min(Count, Bytes.size() / sizeof(T)));
  if (!Words.empty())
    std::memcpy(Words.data(), Bytes.data(), Words.size() * sizeof(T));
  return Words;
}

ConformanceRun ConformanceFile::run(StringRef Order) {
  ConformanceRun Run;
  Run.Error = Error;
  Run.Prints = Prints;
  if (!Compiled)
    return Run;
  RunRequest R;
  for (const char *Name : {"out", "want", "ulp", "count"}) {
    R.Arguments.push_back(
        {RunArgument::Kind::Buffer, unsigned(R.Buffers.size())});
    R.Buffers.push_back({Name, RunBuffer::Role::Output, Capacity * 4, {}});
  }
  R.Arguments.push_back({RunArgument::Kind::Integer, 0, int64_t(Capacity)});
  R.Order = *Schedule::parse(Order);
  R.Poison = 0xab;
  auto Ran = Compiled->run(R);
  if (!Ran) {
    Run.Error = toString(Ran.takeError());
    return Run;
  }
  for (const Event &E : Ran->Events)
    Run.Events += E.str() + "\n";
  if (Ran->Status != RunStatus::Ok) {
    Run.Error = Ran->Reason;
    return Run;
  }
  int Count = wordsOf<int>(Ran->Outputs[3], 1).front();
  if (Count < 0 || size_t(Count) > Capacity) {
    Run.Error = "expected() returned " + std::to_string(Count) + " words";
    return Run;
  }
  Run.Got = wordsOf<uint32_t>(Ran->Outputs[0], Count);
  Run.Want = wordsOf<uint32_t>(Ran->Outputs[1], Count);
  Run.Ulp = wordsOf<float>(Ran->Outputs[2], Count);
  Run.Printed = Ran->Printed;
  return Run;
}

/// How many numbers of a format lie between two of them; both zeros are one.
template <typename Bits> static double steps(Bits A, Bits B) {
  constexpr Bits Sign = Bits(1) << (8 * sizeof(Bits) - 1);
  Bits SizeA = A & ~Sign, SizeB = B & ~Sign;
  if ((A & Sign) == (B & Sign))
    return double(SizeA > SizeB ? SizeA - SizeB : SizeB - SizeA);
  return double(SizeA + SizeB);
}

double distance(const ConformanceRun &Run, size_t I) {
  constexpr double Far = INFINITY;
  if (Run.Ulp[I] == 0)
    return Run.Got[I] == Run.Want[I] ? 0 : Far;
  if (Run.Ulp[I] > 0) {
    float Got = bit_cast<float>(Run.Got[I]),
          Want = bit_cast<float>(Run.Want[I]);
    if (std::isnan(Want) || std::isnan(Got))
      return std::isnan(Want) == std::isnan(Got) ? 0 : Far;
    return steps(Run.Got[I], Run.Want[I]);
  }
  uint64_t Got = Run.Got[I] | uint64_t(Run.Got[I + 1]) << 32,
           Want = Run.Want[I] | uint64_t(Run.Want[I + 1]) << 32;
  bool GotNot = std::isnan(bit_cast<double>(Got)),
       WantNot = std::isnan(bit_cast<double>(Want));
  if (GotNot || WantNot)
    return GotNot == WantNot ? 0 : Far;
  return steps(Got, Want);
}

std::string ConformanceRun::complaint() const {
  std::string Text;
  raw_string_ostream OS(Text);
  unsigned Wrong = 0;
  for (size_t I = 0; I != Got.size(); I += Ulp[I] < 0 ? 2 : 1) {
    double Away = distance(*this, I);
    if (Away <= std::fabs(Ulp[I]))
      continue;
    if (++Wrong > 5)
      continue;
    OS << "word " << I << ": got " << format_hex(Got[I], 10) << ", want "
       << format_hex(Want[I], 10);
    if (Ulp[I] < 0)
      OS << " (low half; high: got " << format_hex(Got[I + 1], 10) << ", want "
         << format_hex(Want[I + 1], 10) << ")";
    if (Ulp[I] != 0)
      OS << ", " << Away << " ulp, allowed " << std::fabs(Ulp[I]);
    OS << "\n";
  }
  if (Wrong > 5)
    OS << Wrong << " words in all\n";
  if (Printed != Prints)
    OS << "printed:\n" << Printed << "should print:\n" << Prints;
  return Text;
}

double ConformanceRun::worstUlp() const {
  double Worst = 0;
  for (size_t I = 0; I != Got.size(); I += Ulp[I] < 0 ? 2 : 1)
    if (Ulp[I] != 0)
      Worst = std::max(Worst, distance(*this, I));
  return Worst;
}

std::vector<std::string> conformanceFiles(const std::string &Folder) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC), E; I != E && !EC;
       I.increment(EC))
    if (sys::path::extension(I->path()) == ".cu")
      Names.push_back(sys::path::stem(I->path()).str());
  llvm::sort(Names);
  return Names;
}

} // namespace kmend
