//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"
#include "Runner.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

// Programs kept in memory: a loop that returns to a source, or that looks at
// it under two schedules in turn, compiles it once.
static constexpr size_t MaxRecent = 16;
// For a run that is out of time.
static constexpr double SecondsToAnswer = 1;

/// A run that is under way in a lane.
struct Processes::UnderWay {
  size_t Case = 0;
  RunRequest Request;
  std::shared_ptr<CompiledImage> Image;
  double Start = 0, Deadline = 0;
  bool Busy = false, Careful = false;
  bool Continues = false; ///< where the call before left its process
  // How it ended.
  bool TimedOut = false, Died = false;
  int WaitStatus = 0;
};

Processes::~Processes() {
  for (unsigned I = 0; I != Arena::Lanes; ++I) {
    retire(Candidates[I]);
    retire(References[I]);
  }
}

Error Processes::start() {
  if (Started)
    return Error::success();
  for (Arena *Memory : {&ForCandidates, &ForReferences})
    if (Error E = Memory->map())
      return E;
  if (Error E = Starter.start(ForCandidates, ForReferences))
    return E;
  Started = true;
  return Error::success();
}

Expected<std::shared_ptr<CompiledImage>>
Processes::compile(const CompileJob &Job) {
  if (Error E = start())
    return std::move(E);
  std::string Key = encode(Job);
  for (auto It = Recent.begin(); It != Recent.end(); ++It)
    if (It->first == Key) {
      Recent.splice(Recent.begin(), Recent, It);
      return It->second;
    }
  Expected<std::string> Bytes = Compiler.compile(Job);
  if (!Bytes)
    return Bytes.takeError();
  Expected<ProgramImage> Image = decodeImage(*Bytes);
  if (!Image)
    return Image.takeError();
  auto Made = std::make_shared<CompiledImage>();
  Made->Id = NextImage++;
  Made->File = makeMemoryFile(*Bytes);
  if (!Made->File)
    return makeError(ExitCode::Undecided, "no memory for a program image");
  for (unsigned I = 0; I != 2; ++I) {
    Made->Objects[I] = std::move(Image->Objects[I]);
    Made->Lines.emplace_back(Made->Objects[I]);
  }
  Made->Branches = std::move(Image->Branches);
  Recent.emplace_front(std::move(Key), Made);
  if (Recent.size() > MaxRecent)
    Recent.pop_back();
  return Made;
}

void Processes::forget(const CompiledImage &Image) {
  for (unsigned I = 0; I != Arena::Lanes; ++I)
    for (Lane *L : {&Candidates[I], &References[I]})
      if (L->Image == Image.Id)
        retire(*L);
}

int Processes::retire(Lane &L) {
  int Status = 0;
  if (L.Runner.Pid > 0) {
    kill(L.Runner.Pid, SIGKILL);
    while (waitpid(L.Runner.Pid, &Status, 0) < 0 && errno == EINTR)
      ;
  }
  L.Runner = RunnerProcess();
  return Status;
}

/// Lays the request out and lets the lane's runner at it.
Error Processes::begin(unsigned Index, UnderWay &U, CompileJob::What Kind) {
  const bool IsReference = Kind == CompileJob::What::Reference;
  const Arena &Memory = IsReference ? ForReferences : ForCandidates;
  Lane &L = (IsReference ? References : Candidates)[Index];
  if (U.Continues && (L.Image != U.Image->Id || L.Runner.Pid < 0))
    return makeError(ExitCode::Undecided,
                     "a process that is to be called again has ended");
  if (L.Image != U.Image->Id) {
    retire(L);
    Memory.clear(Index);
    L.Image = U.Image->Id;
  }
  writeRequest(Memory.slot(Index), U.Request);
  Memory.slot(Index).Careful = U.Careful || U.Request.CheckIndices;
  Memory.slot(Index).Continues = U.Continues;
  U.TimedOut = U.Died = false;
  // A runner may have ended since its last run.
  for (bool Fresh : {false, true}) {
    if (Fresh && U.Continues)
      break;
    if (Fresh || L.Runner.Pid < 0) {
      retire(L);
      auto Made = Starter.startRunner({Kind, Index, U.Image->File.get()});
      if (!Made)
        return Made.takeError();
      L.Runner = std::move(*Made);
    }
    U.Start = secondsNow();
    U.Deadline = U.Start + U.Request.Limits.Seconds;
    if (sendDescriptors(L.Runner.Channel.get(), 'r', {})) {
      U.Busy = true;
      return Error::success();
    }
  }
  return makeError(ExitCode::Undecided, "a process that runs a program ended "
                                        "before it could begin");
}

static std::string describeTimeout(const Slot &S, double Seconds) {
  std::string Kernel(S.CurrentKernel,
                     strnlen(S.CurrentKernel, sizeof(S.CurrentKernel)));
  std::string Text;
  raw_string_ostream(Text) << "did not end within " << format("%g", Seconds)
                           << " s, in "
                           << (Kernel.empty() ? "host code"
                                              : "kernel " + Kernel);
  return Text;
}

static std::string describeDeath(int Status) {
  if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGSYS)
    return "ended for a system call that no run may make";
  if (WIFSIGNALED(Status))
    return WTERMSIG(Status) == SIGKILL
               ? "killed by the system, most likely for memory"
               : formatv("ended by signal {0}", WTERMSIG(Status)).str();
  return formatv("ended the process with code {0}", WEXITSTATUS(Status)).str();
}

static std::vector<BranchOutcome> branchesOf(const Slot &Fields,
                                             ArrayRef<BranchWay> Ways) {
  std::vector<BranchOutcome> All;
  const size_t Words = std::min(Fields.BranchWords, MaxBranchWords);
  if (Words * 32 >= Ways.size())
    for (auto [I, Way] : enumerate(Ways))
      All.push_back({Way, (Fields.Branches[I / 32] >> I % 32 & 1) != 0});
  return All;
}

RunResult Processes::harvest(unsigned Index, UnderWay &U,
                             CompileJob::What Kind) {
  const Arena &Memory =
      Kind == CompileJob::What::Reference ? ForReferences : ForCandidates;
  const Slot &Shared = Memory.slot(Index);
  // The runner may be anything by now: nothing is looked at twice where it can
  // still write.
  std::unique_ptr<Slot> Fields = copyFields(Shared);
  Slot &S = *Fields;
  if (U.TimedOut) {
    S.Status = RunStatus::Timeout;
    copyText(S.Reason, sizeof(S.Reason),
             describeTimeout(S, U.Request.Limits.Seconds));
  } else if (U.Died && (!S.Finished || S.Status == RunStatus::Ok)) {
    // Whoever says that all is well says it through the channel.
    bool Killed =
        WIFSIGNALED(U.WaitStatus) && WTERMSIG(U.WaitStatus) == SIGKILL;
    S.Status = Killed ? RunStatus::OutOfMemory : RunStatus::Crash;
    copyText(S.Reason, sizeof(S.Reason), describeDeath(U.WaitStatus));
  }
  for (SlotEvent &E :
       MutableArrayRef(S.Events, std::min(S.EventCount, MaxEvents)))
    if (E.Code.Known && E.Code.Object < 2 && !E.Line) {
      SourceLocation L =
          U.Image->Lines[E.Code.Object].find(E.Code.Section, E.Code.Offset);
      copyText(E.File, sizeof(E.File), L.File);
      E.Line = L.Line;
      E.Column = L.Column;
    }
  RunResult R = readResult(S, Shared, U.Request);
  R.Branches = branchesOf(S, U.Image->Branches);
  R.Seconds = secondsNow() - U.Start;
  Memory.release(Index, slotSize(U.Request));
  return R;
}

Error Processes::runAll(
    CompileJob::What Kind,
    function_ref<Expected<std::shared_ptr<CompiledImage>>(const RunRequest &)>
        ImageFor,
    size_t Count, unsigned Jobs, function_ref<RunRequest(size_t)> Make,
    function_ref<bool(size_t, RunResult)> Done, Calls How) {
  const bool IsReference = Kind == CompileJob::What::Reference;
  Lane *Lanes = IsReference ? References : Candidates;
  const Arena &Memory = IsReference ? ForReferences : ForCandidates;
  Jobs = std::clamp(Jobs, 1u, Arena::Lanes);
  SmallVector<UnderWay, 0> All(Jobs);
  size_t Next = 0, Running = 0;
  bool Stopped = false;

  auto Refuse = [&](size_t Case, const Twine &Reason) {
    RunResult R;
    R.Status = RunStatus::Unsupported;
    R.Reason = Reason.str();
    Stopped = !Done(Case, std::move(R)) || How == Calls::InSequence;
  };
  auto StopAll = [&] {
    for (unsigned I = 0; I != Jobs; ++I)
      if (std::exchange(All[I].Busy, false))
        retire(Lanes[I]);
    Running = 0;
    Stopped = true;
  };

  while (Running || (!Stopped && Next != Count)) {
    for (unsigned I = 0; I != Jobs && !Stopped && Next != Count; ++I) {
      UnderWay &U = All[I];
      if (U.Busy)
        continue;
      U.Case = Next++;
      U.Request = Make(U.Case);
      U.Careful = false;
      U.Continues = How == Calls::InSequence && U.Case;
      if (slotSize(U.Request) > Arena::LaneBytes) {
        Refuse(U.Case, "the tensors of this case take more than 6 GiB; simt "
                       "runs smaller cases only");
        continue;
      }
      auto Image = ImageFor(U.Request);
      if (!Image) {
        Refuse(U.Case, toString(Image.takeError()));
        continue;
      }
      U.Image = std::move(*Image);
      if (Error E = begin(I, U, Kind)) {
        StopAll();
        return E;
      }
      ++Running;
    }
    if (!Running)
      continue;

    if (any_of(All, [](const UnderWay &U) {
          return U.Busy && U.Request.Limits.interrupted();
        })) {
      StopAll();
      break;
    }
    SmallVector<pollfd, Arena::Lanes> Polls;
    SmallVector<unsigned, Arena::Lanes> Polled;
    // A signal may come just before the wait.
    double Nearest = 0.2;
    for (unsigned I = 0; I != Jobs; ++I)
      if (All[I].Busy) {
        Polls.push_back({Lanes[I].Runner.Channel.get(), POLLIN, 0});
        Polled.push_back(I);
        Nearest = std::min(Nearest, All[I].Deadline - secondsNow());
      }
    if (poll(Polls.data(), Polls.size(), std::max(0, int(Nearest * 1000) + 1)) <
            0 &&
        errno != EINTR)
      return makeError(ExitCode::Internal, "cannot wait for a process");

    for (auto [P, I] : zip(Polls, Polled)) {
      UnderWay &U = All[I];
      if (Stopped)
        break;
      if (P.revents) {
        char Word;
        U.Died = !receiveDescriptors(P.fd, Word, nullptr, 0);
        if (U.Died || RunnerWord(Word) != RunnerWord::Done)
          U.WaitStatus = retire(Lanes[I]);
      } else if (secondsNow() > U.Deadline && !U.TimedOut) {
        // It is asked where it is, and has a moment to say so.
        U.TimedOut = true;
        U.Deadline = secondsNow() + SecondsToAnswer;
        kill(Lanes[I].Runner.Pid, SIGUSR1);
        continue;
      } else if (secondsNow() > U.Deadline) {
        retire(Lanes[I]);
      } else {
        continue;
      }
      if (Memory.slot(I).RetryCarefully && !U.Careful && U.Died &&
          !U.TimedOut && !U.Continues) {
        // The same once more, this time with coordinates; it is deterministic.
        U.Careful = true;
        if (Error E = begin(I, U, Kind)) {
          StopAll();
          return E;
        }
        continue;
      }
      U.Busy = false;
      --Running;
      RunResult R = harvest(I, U, Kind);
      const bool Last = How == Calls::InSequence &&
                        (R.Status != RunStatus::Ok || Lanes[I].Runner.Pid < 0);
      if (!Done(U.Case, std::move(R)) || Last)
        StopAll();
    }
  }
  return Error::success();
}

} // namespace kmend
