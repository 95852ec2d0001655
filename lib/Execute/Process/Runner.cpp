//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "../Compile/BranchCoverage.h"
#include "../Simt/Runtime.h"
#include "Linker.h"
#include "Seal.h"
#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

/// A run that leaves more host memory behind ends its process.
static constexpr uint64_t MaxLeakedBytes = 16ull << 20;

namespace {

struct Linked {
  Linker Objects;
  RuntimeImage Image;
  void (*Entry)(void *) = nullptr;
  void (*Constructors)() = nullptr;

  explicit Linked(const EntryPointList &Allowed) : Objects(Allowed) {}
};

} // namespace

static Expected<ProgramImage> readImage(int File) {
  struct stat Status;
  if (fstat(File, &Status) != 0)
    return makeError(ExitCode::Internal, "a program image cannot be read");
  void *P = mmap(nullptr, Status.st_size, PROT_READ, MAP_PRIVATE, File, 0);
  if (P == MAP_FAILED)
    return makeError(ExitCode::Internal, "a program image cannot be mapped");
  auto Image =
      decodeImage(StringRef(static_cast<const char *>(P), Status.st_size));
  munmap(P, Status.st_size);
  return Image;
}

/// Links \p Image, which must stay.
static Error link(Linked &L, const ProgramImage &Image) {
  auto Find = [&](StringRef Name, auto &Function) -> Error {
    void *Address = L.Objects.find(Name);
    if (!Address)
      return makeError(ExitCode::Internal, "cannot link: " + Name);
    Function =
        reinterpret_cast<std::remove_reference_t<decltype(Function)>>(Address);
    return Error::success();
  };
  if (Error E = L.Objects.add(Image.Objects[ProgramImage::Host]))
    return E;
  if (Error E = Find("kmend_entry", L.Entry))
    return E;
  if (Error E = Find("kmend_constructors", L.Constructors))
    return E;
  L.Image.Sites = &Image.Sites;
  L.Image.HostReadsTensors = Image.HostReadsTensors;
  if (!Image.Objects[ProgramImage::Device].empty()) {
    if (Error E = L.Objects.add(Image.Objects[ProgramImage::Device]))
      return E;
    for (const ImageKernel &K : Image.Kernels) {
      LaunchableKernel Made;
      Made.Name = K.Name;
      Made.DisplayName = K.DisplayName;
      Made.MaxThreads = K.MaxThreads;
      Made.StaticSharedBytes = K.StaticSharedBytes;
      Made.Shared = K.Shared;
      if (K.RunsAs == Tier::Coroutine) {
        if (Error E = Find(K.Name + ".coro", Made.Coroutine))
          return E;
      } else if (K.RunsAs == Tier::Split) {
        if (Error E = Find(K.Name + ".split", Made.Loop))
          return E;
        if (Error E = Find(K.Name + ".ordered", Made.Ordered))
          return E;
      } else if (Error E = Find(K.Name + ".thread", Made.Thread)) {
        return E;
      }
      if (K.RunsAs == Tier::Loop)
        if (Error E = Find(K.Name + ".loop", Made.Loop))
          return E;
      L.Image.Kernels.push_back(std::move(Made));
    }
    if (!Image.Branches.empty()) {
      if (Error E = Find(BranchTableName, L.Image.Branches))
        return E;
      L.Image.BranchWords = (Image.Branches.size() + 31) / 32;
    }
    for (const ImageVariable &V : Image.Variables) {
      void *Address = nullptr;
      if (Error E = Find(V.Name, Address))
        return E;
      L.Image.DeviceVariables[V.Name] = Address;
      L.Image.DeviceVariableBytes[V.Name] = V.Bytes;
    }
  }
  L.Image.Code = L.Objects.code().vec();
  return Error::success();
}

static bool readWord(int Channel) {
  char Word;
  ssize_t N;
  do
    N = read(Channel, &Word, 1);
  while (N < 0 && errno == EINTR);
  return N == 1;
}

static void writeWord(int Channel, RunnerWord Word) {
  ssize_t N;
  do
    N = write(Channel, &Word, 1);
  while (N < 0 && errno == EINTR);
  if (N != 1)
    _exit(0);
}

void runRunner(CompileJob::What Kind, unsigned Lane, const Arena &ForCandidates,
               const Arena &ForReferences, int ImageFile, int Channel) {
  prctl(PR_SET_NAME, "kmend-run");
  const bool IsReference = Kind == CompileJob::What::Reference;
  const Arena &Mine = IsReference ? ForReferences : ForCandidates;
  const Arena &Other = IsReference ? ForCandidates : ForReferences;
  Other.hide();
  Mine.keepOnly(Lane);
  Slot &S = Mine.slot(Lane);

  auto GiveUp = [&](const Twine &Reason) {
    S.Status = RunStatus::Unsupported;
    copyText(S.Reason, sizeof(S.Reason), Reason.str());
    S.Finished = true;
    writeWord(Channel, RunnerWord::Ending);
    _exit(0);
  };
  Expected<ProgramImage> Image = readImage(ImageFile);
  if (!Image)
    GiveUp(toString(Image.takeError()));
  Linked Program(allowList(IsReference));
  if (Error E = link(Program, *Image))
    GiveUp(toString(std::move(E)));

  // Processor time adds up over the runs; kmend watches the clock.
  RunLimits Limits = S.Limits;
  Limits.Seconds = 1e9;
  sealProcess(Limits, {Channel});
  Runtime R(S, std::move(Program.Image));
  installFaultHandlers();
  if (!sealSystemCalls({Channel}))
    GiveUp("this system cannot restrict the system calls of a process, and "
           "candidates run in no other; allow seccomp filters");

  uint64_t Shown = 0;
  while (readWord(Channel)) {
    // Beyond its request the lane is out of reach.
    if (std::exchange(Shown, S.Size) != S.Size)
      Mine.show(Lane, S.Size);
    if (S.Continues) {
      R.beginAgain();
    } else {
      Program.Objects.restoreData();
      R.begin();
      Program.Constructors();
    }
    R.runEntry(Program.Entry, /*HostTouchesDevice=*/IsReference);
    bool Leaked = R.HostBytes > MaxLeakedBytes;
    S.Finished = true;
    writeWord(Channel, Leaked ? RunnerWord::Ending : RunnerWord::Done);
    if (Leaked)
      break;
  }
  _exit(0);
}

} // namespace kmend
