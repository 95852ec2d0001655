//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime.h"
#include "Steps.h"
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <string>

using kmend::RunStatus;
using kmend::Runtime;

//===----------------------------------------------------------------------===//
// Printing goes to the run's own bounded buffer
//===----------------------------------------------------------------------===//

static int printText(const char *Text, size_t Size) {
  if (Runtime::exists())
    Runtime::get().print(Text, Size);
  return int(Size);
}

static int vprint(const char *Format, va_list Arguments) {
  char Text[4096];
  int N = std::vsnprintf(Text, sizeof(Text), Format, Arguments);
  if (N <= 0)
    return N;
  return printText(Text, std::min<size_t>(N, sizeof(Text) - 1));
}

/// How many arguments \p Format asks for.
static int argumentsOf(const char *Format) {
  int Count = 0;
  for (; *Format; ++Format) {
    if (*Format != '%')
      continue;
    for (++Format; *Format && std::strchr("-+ #0123456789.*hlLqjzt", *Format);
         ++Format)
      Count += *Format == '*';
    if (!*Format)
      break;
    Count += *Format != '%';
  }
  return Count;
}

static int printfHere(const char *Format, ...) {
  va_list A;
  va_start(A, Format);
  int N = vprint(Format, A);
  va_end(A);
  // In a kernel the answer is another one (CUDA C++ Programming Guide,
  // "Formatted Output").
  return Runtime::exists() && Runtime::get().running() ? argumentsOf(Format)
                                                       : N;
}

static int fprintfHere(void *, const char *Format, ...) {
  va_list A;
  va_start(A, Format);
  int N = vprint(Format, A);
  va_end(A);
  return N;
}

static int putsHere(const char *Text) {
  printText(Text, std::strlen(Text));
  return printText("\n", 1);
}

static int putcharHere(int C) {
  char Text = char(C);
  return printText(&Text, 1);
}

static int fputsHere(const char *Text, void *) {
  return printText(Text, std::strlen(Text));
}

static size_t fwriteHere(const void *Data, size_t Size, size_t Count, void *) {
  printText(static_cast<const char *>(Data), Size * Count);
  return Count;
}

static int flushHere(void *) { return 0; }

static void *const Stream = nullptr; // stdout and stderr: only handed back

//===----------------------------------------------------------------------===//
// The host heap ends the run when it is exhausted
//===----------------------------------------------------------------------===//

/// Bytes that host code of this run holds.
static uint64_t &held() { return Runtime::get().HostBytes; }

static void *allocate(size_t Bytes) {
  uint64_t Limit = Runtime::get().slot().Limits.MemoryBytes;
  void *P =
      Bytes > Limit - std::min(Limit, held()) ? nullptr : std::malloc(Bytes);
  if (!P)
    Runtime::get().stop(RunStatus::OutOfMemory,
                        "host code exhausted its memory");
  held() += malloc_usable_size(P);
  return P;
}

static void release(void *P) {
  if (!P)
    return;
  // The C++ library's compiled part allocates, too, and is not counted.
  held() -= std::min<uint64_t>(held(), malloc_usable_size(P));
  std::free(P);
}

static void *allocateZeroed(size_t Count, size_t Size) {
  if (Size && Count > ~size_t(0) / Size)
    return nullptr;
  void *P = allocate(Count * Size);
  std::memset(P, 0, Count * Size);
  return P;
}

static void *reallocate(void *Old, size_t Bytes) {
  void *P = allocate(Bytes);
  if (Old) {
    std::memcpy(P, Old, std::min(Bytes, malloc_usable_size(Old)));
    release(Old);
  }
  return P;
}

static void *allocateAligned(size_t Alignment, size_t Bytes) {
  uint64_t Limit = Runtime::get().slot().Limits.MemoryBytes;
  void *P = nullptr;
  if (Bytes > Limit - std::min(Limit, held()))
    Runtime::get().stop(RunStatus::OutOfMemory,
                        "host code exhausted its memory");
  if (posix_memalign(&P, std::max<size_t>(Alignment, 8), Bytes) == 0)
    held() += malloc_usable_size(P);
  return P;
}

static void *newAligned(size_t Bytes, size_t Alignment) {
  return allocateAligned(Alignment, Bytes);
}
static void deleteSized(void *P, size_t) { release(P); }
static void deleteAligned(void *P, size_t) { release(P); }
static void deleteSizedAligned(void *P, size_t, size_t) { release(P); }

//===----------------------------------------------------------------------===//
// What else host code of a launcher may ask for
//===----------------------------------------------------------------------===//

/// An environment that no run has, and in the layout with guards before buffers
/// one in which everything is set: a source that asks gives two answers.
static char *lookUpEnvironment(const char *) {
  static char Set[] = "1";
  return Runtime::exists() && Runtime::get().slot().GuardBefore ? Set : nullptr;
}
static int registerNothing(void (*)(void *), void *, void *) { return 0; }
static int atexitNothing(void (*)()) { return 0; }

[[noreturn]] static void exitHere(int) {
  if (Runtime::exists())
    Runtime::get().stop(RunStatus::Crash, "host code called exit");
  std::abort();
}

[[noreturn]] static void throwHere() {
  if (Runtime::exists())
    Runtime::get().stop(RunStatus::Crash,
                        "host code threw an exception of the standard library");
  std::abort();
}

[[noreturn]] static void assertFailed(const char *Expression, const char *,
                                      unsigned, const char *) {
  if (Runtime::exists())
    Runtime::get().stop(
        RunStatus::Crash,
        ("assertion `" + std::string(Expression) + "' failed").c_str());
  std::abort();
}

[[noreturn]] static void pureVirtual() { std::abort(); }

static int guardAcquire(uint8_t *Guard) { return *Guard == 0; }
static void guardRelease(uint8_t *Guard) { *Guard = 1; }
static void guardAbort(uint8_t *Guard) { *Guard = 0; }

namespace kmend {

void addLibraryFunctions(EntryPointList &List) {
  addStepCounter(List);
  addStandardLibrary(List);
  auto Add = [&](const char *Name, auto *Function) {
    List.push_back({Name, reinterpret_cast<void *>(Function)});
  };
  Add("printf", printfHere);
  Add("fprintf", fprintfHere);
  Add("vprintf", vprint);
  Add("puts", putsHere);
  Add("putchar", putcharHere);
  Add("fputs", fputsHere);
  Add("fwrite", fwriteHere);
  Add("fflush", flushHere);
  Add("snprintf", std::snprintf);
  Add("vsnprintf", std::vsnprintf);
  List.push_back({"stdout", const_cast<void **>(&Stream)});
  List.push_back({"stderr", const_cast<void **>(&Stream)});

  Add("malloc", allocate);
  Add("free", release);
  Add("calloc", allocateZeroed);
  Add("realloc", reallocate);
  Add("aligned_alloc", allocateAligned);
  Add("_Znwm", allocate);
  Add("_Znam", allocate);
  Add("_ZdlPv", release);
  Add("_ZdaPv", release);
  Add("_ZdlPvm", deleteSized);
  Add("_ZdaPvm", deleteSized);
  Add("_ZnwmSt11align_val_t", newAligned);
  Add("_ZnamSt11align_val_t", newAligned);
  Add("_ZdlPvSt11align_val_t", deleteAligned);
  Add("_ZdaPvSt11align_val_t", deleteAligned);
  Add("_ZdlPvmSt11align_val_t", deleteSizedAligned);
  Add("_ZdaPvmSt11align_val_t", deleteSizedAligned);

  Add("getenv", lookUpEnvironment);
  Add("secure_getenv", lookUpEnvironment);
  Add("__cxa_atexit", registerNothing);
  Add("atexit", atexitNothing);
  Add("abort", std::abort);
  Add("exit", exitHere);
  Add("_exit", exitHere);
  Add("__assert_fail", assertFailed);
  Add("__cxa_pure_virtual", pureVirtual);
  Add("__cxa_guard_acquire", guardAcquire);
  Add("__cxa_guard_release", guardRelease);
  Add("__cxa_guard_abort", guardAbort);
  for (const char *Name :
       {"__cxa_throw", "__cxa_rethrow", "__cxa_allocate_exception",
        "__cxa_free_exception", "__cxa_begin_catch", "__cxa_end_catch",
        "__gxx_personality_v0", "_Unwind_Resume", "_ZSt9terminatev",
        "_ZSt16__throw_bad_castv", "_ZSt17__throw_bad_allocv",
        "_ZSt28__throw_bad_array_new_lengthv", "_ZSt20__throw_length_errorPKc",
        "_ZSt19__throw_logic_errorPKc", "_ZSt20__throw_out_of_rangePKc",
        "_ZSt24__throw_out_of_range_fmtPKcz",
        "_ZSt24__throw_invalid_argumentPKc", "_ZSt25__throw_bad_function_callv",
        "__clang_call_terminate"})
    Add(Name, throwHere);

  Add("memcpy", std::memcpy);
  Add("memmove", std::memmove);
  Add("memset", std::memset);
  Add("memcmp", std::memcmp);
  Add("bcmp", std::memcmp);
  Add("strlen", std::strlen);
  Add("strcmp", std::strcmp);
  Add("strncmp", std::strncmp);
  List.push_back(
      {"memchr", reinterpret_cast<void *>(
                     static_cast<const void *(*)(const void *, int, size_t)>(
                         std::memchr))});
  Add("qsort", std::qsort);
  Add("abs", static_cast<int (*)(int)>(std::abs));
  Add("labs", ::labs);
  Add("llabs", ::llabs);

#define ADD_REAL(NAME)                                                         \
  List.push_back({#NAME, reinterpret_cast<void *>(                             \
                             static_cast<double (*)(double)>(::NAME))});       \
  List.push_back({#NAME "f", reinterpret_cast<void *>(                         \
                                 static_cast<float (*)(float)>(::NAME##f))})
#define ADD_REAL2(NAME)                                                        \
  List.push_back(                                                              \
      {#NAME, reinterpret_cast<void *>(                                        \
                  static_cast<double (*)(double, double)>(::NAME))});          \
  List.push_back(                                                              \
      {#NAME "f", reinterpret_cast<void *>(                                    \
                      static_cast<float (*)(float, float)>(::NAME##f))})
  ADD_REAL(exp);
  ADD_REAL(exp2);
  ADD_REAL(exp10);
  ADD_REAL(expm1);
  ADD_REAL(log);
  ADD_REAL(log2);
  ADD_REAL(log10);
  ADD_REAL(log1p);
  ADD_REAL(logb);
  ADD_REAL(sin);
  ADD_REAL(cos);
  ADD_REAL(tan);
  ADD_REAL(asin);
  ADD_REAL(acos);
  ADD_REAL(atan);
  ADD_REAL(sinh);
  ADD_REAL(cosh);
  ADD_REAL(tanh);
  ADD_REAL(asinh);
  ADD_REAL(acosh);
  ADD_REAL(atanh);
  ADD_REAL(sqrt);
  ADD_REAL(cbrt);
  ADD_REAL(fabs);
  ADD_REAL(erf);
  ADD_REAL(erfc);
  ADD_REAL(lgamma);
  ADD_REAL(tgamma);
  ADD_REAL(ceil);
  ADD_REAL(floor);
  ADD_REAL(trunc);
  ADD_REAL(round);
  ADD_REAL(rint);
  ADD_REAL(nearbyint);
  ADD_REAL(roundeven);
  ADD_REAL(j0);
  ADD_REAL(j1);
  ADD_REAL(y0);
  ADD_REAL(y1);
  ADD_REAL2(pow);
  ADD_REAL2(atan2);
  ADD_REAL2(fmod);
  ADD_REAL2(hypot);
  ADD_REAL2(fmax);
  ADD_REAL2(fmin);
  ADD_REAL2(fdim);
  ADD_REAL2(copysign);
  ADD_REAL2(nextafter);
  ADD_REAL2(remainder);
#undef ADD_REAL
#undef ADD_REAL2
  Add("fma", static_cast<double (*)(double, double, double)>(::fma));
  Add("fmaf", ::fmaf);
  Add("ldexp", static_cast<double (*)(double, int)>(::ldexp));
  Add("ldexpf", ::ldexpf);
  Add("scalbn", static_cast<double (*)(double, int)>(::scalbn));
  Add("scalbnf", ::scalbnf);
  Add("frexp", static_cast<double (*)(double, int *)>(::frexp));
  Add("frexpf", ::frexpf);
  Add("modf", static_cast<double (*)(double, double *)>(::modf));
  Add("modff", ::modff);
  Add("ilogb", static_cast<int (*)(double)>(::ilogb));
  Add("ilogbf", ::ilogbf);
  Add("lround", static_cast<long (*)(double)>(::lround));
  Add("lroundf", ::lroundf);
  Add("llround", static_cast<long long (*)(double)>(::llround));
  Add("llroundf", ::llroundf);
  Add("lrint", static_cast<long (*)(double)>(::lrint));
  Add("lrintf", ::lrintf);
  Add("llrint", static_cast<long long (*)(double)>(::llrint));
  Add("llrintf", ::llrintf);
  Add("remquo", static_cast<double (*)(double, double, int *)>(::remquo));
  Add("remquof", ::remquof);
  Add("sincos", ::sincos);
  Add("sincosf", ::sincosf);
  Add("jn", static_cast<double (*)(int, double)>(::jn));
  Add("jnf", ::jnf);
  Add("yn", static_cast<double (*)(int, double)>(::yn));
  Add("ynf", ::ynf);
}

} // namespace kmend
