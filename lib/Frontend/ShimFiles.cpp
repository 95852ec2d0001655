//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShimFiles.h"
#include "FileFence.h"
#include "kmend/Frontend/CompilerArguments.h"
#include "kmend/Support/EmbeddedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

// Made by cmake/KmendEmbed.cmake, see runtime/CMakeLists.txt. Names are paths
// below /kmend/.
extern const EmbeddedFile ShimFiles[], BuiltinFiles[];
extern const size_t ShimFilesCount, BuiltinFilesCount;
extern const EmbeddedFile PrecompiledFiles[];
extern const size_t PrecompiledFilesCount;

static auto embeddedFiles() {
  return concat<const EmbeddedFile>(
      ArrayRef(ShimFiles, ShimFilesCount),
      ArrayRef(BuiltinFiles, BuiltinFilesCount),
      ArrayRef(PrecompiledFiles, PrecompiledFilesCount));
}

static bool isEmbedded(StringRef Folder, StringRef Name) {
  return any_of(embeddedFiles(), [&](const EmbeddedFile &File) {
    StringRef Path = File.Name;
    return Path.consume_front(Folder) && Path == Name;
  });
}

/// What stands behind a header that the embedded executor does not have, or
/// nothing when \p Name is no such header. Prefixes end in a slash or are the
/// beginning of a file's name.
static StringRef refusedFeature(StringRef Name) {
  static constexpr struct {
    StringLiteral Prefix, Feature;
  } Refused[] = {
      {"cub/", "CUB"},
      {"thrust/", "Thrust"},
      {"cutlass/", "CUTLASS"},
      {"cute/", "CuTe"},
      {"cuda/", "libcu++"},
      {"nv/", "libcu++"},
      {"torch/", "PyTorch"},
      {"ATen/", "PyTorch"},
      {"c10/", "PyTorch"},
      {"pybind11/", "pybind11"},
      {"Python.h", "Python"},
      {"mma.h", "wmma"},
      {"cuda_pipeline", "asynchronous copies"},
      {"cuda_awbarrier", "asynchronous barriers"},
      {"cuda/pipeline", "asynchronous copies"},
      {"cuda_fp8", "8-bit floating point"},
      {"cuda_fp6", "6-bit floating point"},
      {"cuda_fp4", "4-bit floating point"},
      {"cublas", "cuBLAS"},
      {"cudnn", "cuDNN"},
      {"cufft", "cuFFT"},
      {"curand", "cuRAND"},
      {"cusparse", "cuSPARSE"},
      {"cusolver", "cuSOLVER"},
      {"nvrtc.h", "NVRTC"},
      {"nvJitLink.h", "nvJitLink"},
      {"nccl", "NCCL"},
      {"nvshmem", "NVSHMEM"},
      {"cudaTypedefs.h", "the driver API"},
      {"cudaProfiler.h", "the driver API"},
      {"texture_", "textures"},
      {"surface_", "surfaces"},
      {"cuda_texture_types.h", "textures"},
      {"cuda_surface_types.h", "surfaces"},
      {"nvtx3/", "NVTX"},
      {"nvToolsExt", "NVTX"},
      {"nvfunctional", "nvfunctional"},
      {"crt/", "a header internal to the CUDA toolkit"},
  };
  for (const auto &Entry : Refused)
    if (Name.starts_with(Entry.Prefix))
      return Entry.Feature;
  return {};
}

/// A header of the C++ library, whose functions become callable from device
/// code.
static bool isStandardHeader(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "algorithm",
      "any",
      "array",
      "atomic",
      "bit",
      "bits/stdc++.h",
      "bitset",
      "cctype",
      "cerrno",
      "cfenv",
      "cfloat",
      "charconv",
      "chrono",
      "cinttypes",
      "ciso646",
      "climits",
      "clocale",
      "cmath",
      "compare",
      "complex",
      "concepts",
      "condition_variable",
      "csetjmp",
      "csignal",
      "cstdarg",
      "cstdbool",
      "cstddef",
      "cstdint",
      "cstdio",
      "cstdlib",
      "cstring",

      "cuchar",
      "cwchar",
      "cwctype",
      "deque",
      "exception",
      "execution",
      "filesystem",
      "forward_list",
      "fstream",
      "functional",
      "future",
      "initializer_list",
      "iomanip",
      "ios",
      "iosfwd",
      "iostream",
      "istream",
      "iterator",
      "limits",
      "list",
      "locale",
      "map",
      "math.h",
      "memory",
      "memory_resource",
      "mutex",

      "numbers",
      "numeric",
      "optional",
      "ostream",
      "queue",
      "random",
      "ranges",
      "ratio",
      "regex",
      "scoped_allocator",
      "set",
      "shared_mutex",
      "source_location",
      "span",
      "sstream",
      "stack",
      "stdexcept",
      "stdio.h",
      "stdlib.h",
      "streambuf",
      "string",
      "string.h",
      "string_view",
      "system_error",
      "thread",
      "tuple",
      "type_traits",
      "typeindex",
      "typeinfo",
      "unordered_map",
      "unordered_set",
      "utility",
      "valarray",
      "variant",
      "vector",
  };
  return is_contained(Names, Name);
}

bool hasSmallHeader(StringRef Name) {
  return isEmbedded("std/", Name) || isEmbedded("resource/include/", Name) ||
         isEmbedded("include/", Name);
}

bool hasCudaHeader(StringRef Name) {
  return isEmbedded("cuda/", Name) || hasSmallHeader(Name) ||
         !refusedFeature(Name).empty();
}

bool hasPrecompiled(StringRef Path) { return isEmbedded("pch/", Path); }

namespace {

/// The files under /kmend. Refusals and wrappers are made when they are asked
/// for: there is no end of names like cub/block/block_reduce.cuh.
class ShimFileSystem : public vfs::ProxyFileSystem {
public:
  explicit ShimFileSystem(IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files)
      : ProxyFileSystem(Files), Files(std::move(Files)) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    makeOnDemand(Path);
    return ProxyFileSystem::status(Path);
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    makeOnDemand(Path);
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files;

  void add(StringRef Path, const Twine &Contents) {
    Files->addFile(Path, 0,
                   MemoryBuffer::getMemBufferCopy(Contents.str(), Path));
  }

  void makeOnDemand(const Twine &Path) {
    SmallString<128> Storage;
    StringRef Name = Path.toStringRef(Storage);
    StringRef Full = Name;
    if (!Name.consume_front("/kmend/") || Files->exists(Full))
      return;
    if (Name.consume_front("refused/"))
      makeRefusal(Full, Name);
    else if (Name.consume_front("wrap/"))
      makeWrapper(Full, Name);
  }

  void makeRefusal(StringRef Full, StringRef Name) {
    // Clang asks for the folder of a header before the header. Only libcu++
    // has headers without an extension.
    bool IsFolder = Name == "cuda/std" ||
                    (!Name.contains('.') && !Name.starts_with("cuda/"));
    if (IsFolder && !refusedFeature((Name + "/").str()).empty()) {
      add((Full + "/.folder").str(), "");
      return;
    }
    StringRef Feature = refusedFeature(Name);
    if (!Feature.empty() && !IsFolder)
      add(Full, "#error kmend-unsupported: <" + Name + "> (" + Feature +
                    "); use --executor cuda\n");
  }

  void makeWrapper(StringRef Full, StringRef Name) {
    if (Name == "bits") {
      add((Full + "/.folder").str(), "");
      return;
    }
    if (!isStandardHeader(Name))
      return;
    // The random numbers of libstdc++ have an SSE path, whose intrinsics the
    // compiler declares for one side only.
    add(Full, "#if __has_include_next(<" + Name +
                  ">)\n"
                  "#include <kmend_first.h>\n"
                  "#pragma clang force_cuda_host_device begin\n"
                  "#pragma push_macro(\"__SSE3__\")\n"
                  "#undef __SSE3__\n"
                  "#include_next <" +
                  Name +
                  ">\n"
                  "#pragma pop_macro(\"__SSE3__\")\n"
                  "#pragma clang force_cuda_host_device end\n"
                  "#else\n"
                  "#error kmend-unsupported: <" +
                  Name +
                  "> has no small form and this machine has no C++ standard "
                  "library; install one (libstdc++-dev)\n"
                  "#endif\n");
  }
};

} // namespace

static IntrusiveRefCntPtr<vfs::FileSystem>
overlaid(IntrusiveRefCntPtr<vfs::FileSystem> Machine) {
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const EmbeddedFile &File : embeddedFiles()) {
    std::string Path = ("/kmend/" + Twine(File.Name)).str();
    MemoryBufferRef Contents(StringRef(File.Begin, File.End - File.Begin),
                             Path);
    Files->addFileNoOwn(Path, 0, Contents);
  }
  for (StringRef Folder : {"/kmend/refused/.folder", "/kmend/wrap/.folder"})
    Files->addFile(Folder, 0, MemoryBuffer::getMemBuffer(""));
  // Stands for the device code that a host module would embed.
  Files->addFile("/kmend/empty", 0, MemoryBuffer::getMemBuffer(""));
  auto Layer = makeIntrusiveRefCnt<ShimFileSystem>(std::move(Files));
  auto All = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Machine));
  All->pushOverlay(std::move(Layer));
  return All;
}

IntrusiveRefCntPtr<vfs::FileSystem> shimFileSystem() {
  return overlaid(vfs::getRealFileSystem());
}

IntrusiveRefCntPtr<vfs::FileSystem>
shimFileSystem(StringRef SourceFile, ArrayRef<std::string> Arguments) {
  return overlaid(
      fenced(vfs::getRealFileSystem(), reachableFrom(SourceFile, Arguments)));
}

} // namespace kmend
