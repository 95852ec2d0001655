//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/CompilerArguments.h"
#include "MachineHeaders.h"
#include "ShimFiles.h"
#include "UserArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace kmend {

/// Calls \p Each with the name in every `#include` of \p Text. A commented one
/// counts: that costs time and nothing else.
static void forEachInclude(StringRef Text, function_ref<void(StringRef)> Each) {
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    if (Line.empty())
      continue;
    char End = Line.front() == '<' ? '>' : '"';
    Each(Line.drop_front().take_until([=](char C) { return C == End; }));
  }
}

/// Whether every `#include` of \p Text names a header that \p Has. A quoted
/// name that it does not have is a file of the user's, which may include
/// anything.
static bool coversIncludes(StringRef Text, function_ref<bool(StringRef)> Has) {
  bool Covered = true;
  forEachInclude(Text, [&](StringRef Name) { Covered &= Has(Name); });
  return Covered;
}

/// Adds what stands before every CUDA source: cuda_runtime.h, with the 16-bit
/// types when \p Text asks for them, precompiled when nothing has changed their
/// meaning.
static void addPreamble(std::vector<std::string> &Args, Side S, StringRef Text,
                        const UserArguments &User) {
  StringRef Header = "cuda_runtime.h";
  forEachInclude(Text, [&](StringRef Name) {
    if (Name == "cuda_bf16.h" || Name == "mma.h") // wmma has both types
      Header = "cuda_bf16.h";
    else if (Name == "cuda_fp16.h" && Header == "cuda_runtime.h")
      Header = Name;
  });
  if (Text.contains("__CUDA_NO_"))
    Header = "cuda_runtime.h";
  bool Changed = User.Standard != "c++17" || User.FastMath ||
                 any_of(User.Rest, [](StringRef A) {
                   return A == "-include" || A.starts_with("__") ||
                          A.starts_with("KMEND") || A.starts_with("NDEBUG");
                 });
  std::string Path =
      ((S == Side::Host ? "host/" : "device/") + Header + ".pch").str();
  if (Changed || !hasPrecompiled(Path))
    append_range(Args, ArrayRef<StringRef>{"-include", "cuda_runtime.h"});
  else
    append_range(Args,
                 ArrayRef<std::string>{"-fno-validate-pch", "-include-pch",
                                       "/kmend/pch/" + Path});
}

/// What every compilation for this machine shares.
static std::vector<std::string> commonArguments() {
  std::string Triple = sys::getProcessTriple();
  // The level that the loop executor is written for, where the machine has it.
  // A fixed level gives the same bits on every such machine.
  StringMap<bool> Features = sys::getHostCPUFeatures();
  bool IsV3 = all_of(ArrayRef<StringRef>{"avx2", "bmi", "bmi2", "f16c", "fma",
                                         "lzcnt", "movbe"},
                     [&](StringRef F) { return Features.lookup(F); });
  std::vector<std::string> Args = {"-triple",
                                   Triple,
                                   "-resource-dir",
                                   "/kmend/resource",
                                   "-nostdsysteminc",
                                   "-O2",
                                   "-disable-llvm-passes",
                                   "-fwrapv",
                                   "-fno-strict-float-cast-overflow",
                                   "-fgnuc-version=4.2.1",
                                   "-fcxx-exceptions",
                                   "-fexceptions",
                                   "-debug-info-kind=line-tables-only",
                                   "-dwarf-version=5",
                                   "-fdeprecated-macro",
                                   "-mrelocation-model",
                                   "pic",
                                   "-pic-level",
                                   "2",
                                   "-funwind-tables=2"};
  if (StringRef(Triple).starts_with("x86_64")) {
    Args.push_back("-target-cpu");
    Args.push_back(IsV3 ? "x86-64-v3" : "x86-64");
  }
  return Args;
}

static void addSystem(std::vector<std::string> &Args, StringRef Folder) {
  Args.push_back("-internal-isystem");
  Args.push_back(Folder.str());
}

static void addMachineHeaders(std::vector<std::string> &Args,
                              const MachineHeaders &Machine) {
  for (const std::string &Folder : Machine.Library)
    addSystem(Args, Folder);
  // One of the two: a header of Clang's that asks for the next of its name must
  // find the C library's.
  addSystem(Args, Machine.Builtin.empty() ? "/kmend/resource/include"
                                          : Machine.Builtin.front());
  for (const std::string &Folder : Machine.C) {
    Args.push_back("-internal-externc-isystem");
    Args.push_back(Folder);
  }
}

/// The arguments that parse against a real toolkit, as Clang's driver gives
/// them. The resource folder is the machine's: its wrappers of the toolkit's
/// headers go with the toolkit, not with the shim.
static std::vector<std::string> toolkitArguments(Side S, StringRef CudaPath) {
  bool IsDevice = S == Side::Device;
  std::string Host = sys::getProcessTriple(), Device = "nvptx64-nvidia-cuda";
  MachineHeaders Machine = findMachineHeaders();
  std::string Resource = Machine.Builtin.empty() ? "/kmend/resource/include"
                                                 : Machine.Builtin.front();
  std::vector<std::string> Args = {"-triple",
                                   IsDevice ? Device : Host,
                                   "-aux-triple",
                                   IsDevice ? Host : Device,
                                   "-target-sdk-version=12.9",
                                   "-resource-dir",
                                   StringRef(Resource).rsplit('/').first.str(),
                                   "-nostdsysteminc",
                                   "-fcuda-allow-variadic-functions",
                                   "-fgnuc-version=4.2.1",
                                   "-fcxx-exceptions",
                                   "-fexceptions",
                                   "-fdeprecated-macro"};
  if (IsDevice)
    append_range(Args, ArrayRef<StringRef>{"-fcuda-is-device", "-target-cpu",
                                           "sm_90", "-target-feature", "+ptx88",
                                           "-aux-target-cpu", "x86-64"});
  addSystem(Args, Resource + "/cuda_wrappers");
  Args.push_back("-include");
  Args.push_back("__clang_cuda_runtime_wrapper.h");
  for (const std::string &Folder : Machine.Library)
    addSystem(Args, Folder);
  addSystem(Args, Resource);
  addSystem(Args, (CudaPath + "/include").str());
  // CUDA 13 keeps Thrust, CUB and libcu++ in a folder of their own.
  addSystem(Args, (CudaPath + "/include/cccl").str());
  for (const std::string &Folder : Machine.C) {
    Args.push_back("-internal-externc-isystem");
    Args.push_back(Folder);
  }
  return Args;
}

std::vector<std::string> cudaArguments(Side S, StringRef Text,
                                       const CompileOptions &Options) {
  UserArguments User = readUserArguments(Options.ExtraArgs);
  std::vector<std::string> Args;
  if (!Options.CudaPath.empty()) {
    Args = toolkitArguments(S, Options.CudaPath);
  } else {
    Args = commonArguments();
    append_range(Args, ArrayRef<StringRef>{
                           "-aux-triple", "-fcuda-allow-variadic-functions",
                           "-target-sdk-version=12.6", "-fdeclspec"});
    Args.insert(llvm::find(Args, "-aux-triple") + 1, Args[1]);
    Args.push_back(User.Contract ? "-ffp-contract=fast" : "-ffp-contract=off");
    if (S == Side::Device) {
      append_range(Args,
                   ArrayRef<StringRef>{"-fcuda-is-device",
                                       "-ftrivial-auto-var-init=pattern"});
    } else {
      Args.push_back("-fcuda-include-gpubinary");
      Args.push_back("/kmend/empty");
    }
    if (User.FastMath)
      Args.push_back("-D__USE_FAST_MATH__=1");
    addSystem(Args, "/kmend/cuda");
    if (User.HasFiles || !coversIncludes(Text, hasCudaHeader)) {
      addSystem(Args, "/kmend/wrap");
      addMachineHeaders(Args, findMachineHeaders());
      append_range(Args, ArrayRef<StringRef>{"-include", "cuda_runtime.h"});
    } else {
      addSystem(Args, "/kmend/std");
      addSystem(Args, "/kmend/resource/include");
      addPreamble(Args, S, Text, User);
    }
    addSystem(Args, "/kmend/include");
    addSystem(Args, "/kmend/refused");
  }
  Args.push_back("-x");
  Args.push_back("cuda");
  Args.push_back("-std=" + User.Standard);
  append_range(Args, User.Rest);
  return Args;
}

std::vector<std::string> referenceArguments(StringRef Text,
                                            const CompileOptions &Options) {
  UserArguments User = readUserArguments(Options.ExtraArgs);
  std::vector<std::string> Args = commonArguments();
  // A reference is written in double and must mean what it says.
  Args.push_back("-ffp-contract=off");
  if (User.HasFiles || !coversIncludes(Text, hasSmallHeader)) {
    addMachineHeaders(Args, findMachineHeaders());
  } else {
    addSystem(Args, "/kmend/std");
    addSystem(Args, "/kmend/resource/include");
  }
  addSystem(Args, "/kmend/include");
  Args.push_back("-x");
  Args.push_back("c++");
  Args.push_back("-std=" + User.Standard);
  append_range(Args, User.Rest);
  return Args;
}

} // namespace kmend
