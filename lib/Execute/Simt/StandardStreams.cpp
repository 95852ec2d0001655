//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::cout and its like, which write into the run's own bounded buffer, and
// clocks that count calls, since a run is deterministic.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime.h"
#include <chrono>
#include <ostream>

using kmend::Runtime;

namespace {

class RunOutput : public std::streambuf {
  std::streamsize xsputn(const char *Text, std::streamsize Size) override {
    if (Runtime::exists())
      Runtime::get().print(Text, size_t(Size));
    return Size;
  }
  int_type overflow(int_type C) override {
    char Text = traits_type::to_char_type(C);
    if (!traits_type::eq_int_type(C, traits_type::eof()))
      xsputn(&Text, 1);
    return traits_type::not_eof(C);
  }
};

} // namespace

static void doNothing(void *) {}

static int64_t ticks() { return Runtime::get().Ticks += 1000; }

static RunOutput &output() {
  static RunOutput &Output = *new RunOutput;
  return Output;
}
/// Made once in the process that runs, and never unmade.
static std::ostream &stream() {
  static std::ostream &Stream = *new std::ostream(&output());
  return Stream;
}

namespace kmend {

void resetStandardStreams() {
  static const std::ios Fresh(nullptr);
  stream().copyfmt(Fresh);
  stream().clear();
}

void addStandardStreams(EntryPointList &List) {
  for (const char *Name : {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog"})
    List.push_back({Name, &stream()});
  List.push_back({"__dso_handle", &output()}); // only handed back
  auto Add = [&](const char *Name, auto *Function) {
    List.push_back({Name, reinterpret_cast<void *>(Function)});
  };
  Add("_ZNSt8ios_base4InitC1Ev", doNothing);
  Add("_ZNSt8ios_base4InitD1Ev", doNothing);
  Add("_ZNSt6chrono3_V212steady_clock3nowEv", ticks);
  Add("_ZNSt6chrono3_V212system_clock3nowEv", ticks);
}

} // namespace kmend
