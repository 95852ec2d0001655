//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Worker.h"
#include "Arena.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

WorkerTask::~WorkerTask() = default;

namespace {

/// A candidate compiles in tens of milliseconds; with the machine's standard
/// library, in seconds.
constexpr unsigned CompileSeconds = 120;

/// What kmend and the worker say to each other; the rest lies in the arena.
struct Message {
  enum class Kind : uint8_t { Prepared, Failed, Run, Done, CancelAll };
  Kind What;
  uint32_t Lane;
  double Seconds;
};

/// An error on its way out of the worker, in lane 0.
struct ErrorRecord {
  ExitCode Code;
  uint32_t Line, Column;
  uint32_t FileSize, TextSize;
};

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

bool send(int Socket, const Message &M) {
  ssize_t N;
  do
    N = ::send(Socket, &M, sizeof(M), MSG_NOSIGNAL);
  while (N < 0 && errno == EINTR);
  return N == sizeof(M);
}

bool receive(int Socket, Message &M) {
  ssize_t N;
  do
    N = ::recv(Socket, &M, sizeof(M), 0);
  while (N < 0 && errno == EINTR);
  return N == sizeof(M);
}

//===----------------------------------------------------------------------===//
// The worker's side
//===----------------------------------------------------------------------===//

class Worker {
public:
  Worker(WorkerTask &Task, const Arena &Memory, int Socket)
      : Task(Task), Memory(Memory), Socket(Socket) {}

  /// Serves until kmend closes the socket.
  void serve();

private:
  struct Child {
    pid_t Pid;
    int PidFd;
    unsigned Lane;
    double Start, Deadline;
    bool TimedOut = false;
  };

  void start(unsigned Lane);
  void reap(Child &C);
  void answer(unsigned Lane, double Seconds);
  [[noreturn]] void runChild(unsigned Lane);

  WorkerTask &Task;
  const Arena &Memory;
  int Socket;
  SmallVector<Child, 16> Children;
};

void Worker::answer(unsigned Lane, double Seconds) {
  if (!send(Socket, {Message::Kind::Done, Lane, Seconds}))
    _exit(1);
}

void Worker::start(unsigned Lane) {
  Slot &S = Memory.slot(Lane);
  if (Error E = Task.prepareRun(S)) {
    S.Status = RunStatus::Unsupported;
    S.Finished = true;
    copyText(S.Reason, sizeof(S.Reason), toString(std::move(E)));
    answer(Lane, 0);
    return;
  }
  double Start = now();
  pid_t Pid = fork();
  if (Pid == 0)
    runChild(Lane);
  if (Pid < 0) {
    S.Status = RunStatus::OutOfMemory;
    copyText(S.Reason, sizeof(S.Reason), "no process could be started");
    answer(Lane, 0);
    return;
  }
  int PidFd = syscall(SYS_pidfd_open, Pid, 0);
  Children.push_back({Pid, PidFd, Lane, Start, Start + S.Limits.Seconds});
}

void Worker::runChild(unsigned Lane) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Slot &S = Memory.slot(Lane);
  Memory.keepOnly(Lane, S.Size);
  close(Socket);
  int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int Fd = 0; Fd != 3; ++Fd)
    dup2(Null, Fd);
  rlimit None{0, 0};
  setrlimit(RLIMIT_CORE, &None);
  setrlimit(RLIMIT_FSIZE, &None);
  Task.run(S);
  S.Finished = true;
  _exit(0);
}

void Worker::reap(Child &C) {
  int Status = 0;
  while (waitpid(C.Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  close(C.PidFd);
  Slot &S = Memory.slot(C.Lane);
  if (S.RetryCarefully && !S.Careful) {
    // The same run once more, this time with coordinates; it is deterministic.
    S.Careful = true;
    S.RetryCarefully = S.Finished = false;
    S.EventCount = 0;
    S.PrintedBytes = S.Launches = S.Threads = 0;
    start(C.Lane);
    return;
  }
  if (C.TimedOut) {
    S.Status = RunStatus::Timeout;
    S.CurrentKernel[sizeof(S.CurrentKernel) - 1] = 0;
    std::string Where = S.CurrentKernel[0]
                            ? ("kernel " + StringRef(S.CurrentKernel)).str()
                            : "host code";
    std::string Text;
    raw_string_ostream(Text)
        << "did not end within " << format("%g", S.Limits.Seconds) << " s, in "
        << Where;
    copyText(S.Reason, sizeof(S.Reason), Text);
  } else if (!S.Finished) {
    bool Killed = WIFSIGNALED(Status) && WTERMSIG(Status) == SIGKILL;
    S.Status = Killed ? RunStatus::OutOfMemory : RunStatus::Crash;
    copyText(
        S.Reason, sizeof(S.Reason),
        Killed ? std::string("killed by the system, most likely for memory")
        : WIFSIGNALED(Status)
            ? formatv("ended by signal {0}", WTERMSIG(Status)).str()
            : formatv("ended the process with code {0}", WEXITSTATUS(Status))
                  .str());
  }
  Task.finish(S);
  answer(C.Lane, now() - C.Start);
}

void Worker::serve() {
  while (true) {
    SmallVector<pollfd, 17> Polls{{Socket, POLLIN, 0}};
    double Nearest = 1e9;
    for (const Child &C : Children) {
      Polls.push_back({C.PidFd, POLLIN, 0});
      if (!C.TimedOut)
        Nearest = std::min(Nearest, C.Deadline - now());
    }
    int Wait = Nearest > 1e8 ? -1 : std::max(0, int(Nearest * 1000) + 1);
    if (poll(Polls.data(), Polls.size(), Wait) < 0 && errno != EINTR)
      return;

    // Children first: a new run may need the lane of one that has ended.
    SmallVector<Child, 16> Ended, Running;
    for (auto [I, C] : enumerate(Children)) {
      if (Polls[I + 1].revents)
        Ended.push_back(C);
      else {
        if (now() > C.Deadline && !C.TimedOut) {
          C.TimedOut = true;
          kill(C.Pid, SIGKILL);
        }
        Running.push_back(C);
      }
    }
    Children = Running;
    for (Child &C : Ended)
      reap(C);

    if (!Polls[0].revents)
      continue;
    Message M;
    if (!receive(Socket, M))
      return;
    if (M.What == Message::Kind::Run)
      start(M.Lane);
    else
      for (Child &C : Children)
        kill(C.Pid, SIGKILL);
  }
}

void reportFailure(const Arena &Memory, int Socket, Error E) {
  char *Out = reinterpret_cast<char *>(&Memory.slot(0));
  ErrorRecord Record{ExitCode::Internal, 0, 0, 0, 0};
  std::string File, Text;
  handleAllErrors(
      std::move(E),
      [&](const KmendError &K) {
        Record.Code = K.code();
        Record.Line = K.where().Line;
        Record.Column = K.where().Column;
        File = K.where().File;
        Text = K.message();
      },
      [&](const ErrorInfoBase &Other) { Text = Other.message(); });
  Text.resize(std::min<size_t>(Text.size(), 4 << 20));
  Record.FileSize = File.size();
  Record.TextSize = Text.size();
  std::memcpy(Out, &Record, sizeof(Record));
  std::memcpy(Out + sizeof(Record), File.data(), File.size());
  std::memcpy(Out + sizeof(Record) + File.size(), Text.data(), Text.size());
  send(Socket, {Message::Kind::Failed, 0, 0});
}

Error readFailure(const Arena &Memory) {
  const char *In = reinterpret_cast<const char *>(&Memory.slot(0));
  ErrorRecord Record;
  std::memcpy(&Record, In, sizeof(Record));
  StringRef File(In + sizeof(Record), Record.FileSize);
  StringRef Text(In + sizeof(Record) + Record.FileSize, Record.TextSize);
  return makeError(Record.Code, {File.str(), Record.Line, Record.Column}, Text);
}

//===----------------------------------------------------------------------===//
// kmend's side
//===----------------------------------------------------------------------===//

class WorkerProgram final : public Program {
public:
  WorkerProgram(std::unique_ptr<Arena> Memory, int Socket, pid_t Pid)
      : Memory(std::move(Memory)), Socket(Socket), Pid(Pid) {}

  ~WorkerProgram() override {
    close(Socket);
    kill(Pid, SIGKILL);
    while (waitpid(Pid, nullptr, 0) < 0 && errno == EINTR)
      ;
  }

  Expected<RunResult> run(const RunRequest &Request) override {
    std::optional<RunResult> Result;
    if (Error E = runAll(
            1, 1, [&](size_t) { return Request; },
            [&](size_t, RunResult R) {
              Result = std::move(R);
              return true;
            }))
      return std::move(E);
    return std::move(*Result);
  }

  Error runAll(size_t Count, unsigned Jobs,
               function_ref<RunRequest(size_t)> Make,
               function_ref<bool(size_t, RunResult)> Done) override;

  const Arena &memory() const { return *Memory; }

private:
  std::unique_ptr<Arena> Memory;
  int Socket;
  pid_t Pid;
};

Error WorkerProgram::runAll(size_t Count, unsigned Jobs,
                            function_ref<RunRequest(size_t)> Make,
                            function_ref<bool(size_t, RunResult)> Done) {
  struct UnderWay {
    size_t Index = 0;
    RunRequest Request;
    bool Busy = false;
  };
  Jobs = std::clamp(Jobs, 1u, Arena::Lanes);
  SmallVector<UnderWay, Arena::Lanes> Lanes(Jobs);
  size_t Next = 0, Running = 0;
  bool Stopped = false;

  while (Running || (!Stopped && Next != Count)) {
    for (unsigned Lane = 0; Lane != Jobs && !Stopped && Next != Count; ++Lane) {
      UnderWay &U = Lanes[Lane];
      if (U.Busy)
        continue;
      U.Index = Next++;
      U.Request = Make(U.Index);
      if (slotSize(U.Request) > Arena::LaneBytes) {
        RunResult R;
        R.Status = RunStatus::Unsupported;
        R.Reason = "the tensors of this case take more than 6 GiB; simt runs "
                   "smaller cases only";
        Stopped = !Done(U.Index, std::move(R));
        continue;
      }
      writeRequest(Memory->slot(Lane), U.Request);
      if (!send(Socket, {Message::Kind::Run, Lane, 0}))
        return makeError(ExitCode::Internal, "a worker process ended early");
      U.Busy = true;
      ++Running;
    }
    if (!Running)
      continue;
    Message M;
    if (!receive(Socket, M))
      return makeError(ExitCode::Internal, "a worker process ended early");
    UnderWay &U = Lanes[M.Lane];
    U.Busy = false;
    --Running;
    Slot &S = Memory->slot(M.Lane);
    if (!Stopped) {
      RunResult R = readResult(S, U.Request);
      R.Seconds = M.Seconds;
      if (!Done(U.Index, std::move(R))) {
        Stopped = true;
        send(Socket, {Message::Kind::CancelAll, 0, 0});
      }
    }
    Memory->release(M.Lane, slotSize(U.Request));
  }
  return Error::success();
}

} // namespace

Expected<std::unique_ptr<Program>>
startWorker(std::unique_ptr<WorkerTask> Task) {
  auto Memory = std::make_unique<Arena>();
  if (Error E = Memory->map())
    return std::move(E);
  int Sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, Sockets) != 0)
    return makeError(ExitCode::Undecided, "cannot make a socket pair: " +
                                              Twine(std::strerror(errno)));
  // What is buffered would be written by both processes.
  outs().flush();
  errs().flush();
  pid_t Pid = fork();
  if (Pid < 0) {
    close(Sockets[0]);
    close(Sockets[1]);
    return makeError(ExitCode::Undecided, "cannot start a worker process: " +
                                              Twine(std::strerror(errno)));
  }
  if (Pid == 0) {
    // A process group of its own: a ctrl-C is for kmend, which then ends us.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(Sockets[0]);
    if (Error E = Task->prepare()) {
      reportFailure(*Memory, Sockets[1], std::move(E));
      _exit(0);
    }
    // Every run is a fork of this process: what compiling took goes back first.
    malloc_trim(0);
    if (send(Sockets[1], {Message::Kind::Prepared, 0, 0}))
      Worker(*Task, *Memory, Sockets[1]).serve();
    _exit(0);
  }
  close(Sockets[1]);
  auto P = std::make_unique<WorkerProgram>(std::move(Memory), Sockets[0], Pid);
  // Templates can make a compiler run for ever.
  pollfd Answer{Sockets[0], POLLIN, 0};
  double Deadline = now() + CompileSeconds;
  int Ready;
  do
    Ready = poll(&Answer, 1, std::max(0, int((Deadline - now()) * 1000)));
  while (Ready < 0 && errno == EINTR);
  if (Ready == 0)
    return makeError(ExitCode::DoesNotCompile,
                     "compiling took more than " + Twine(CompileSeconds) +
                         " s and was ended");
  Message M;
  if (!receive(Sockets[0], M))
    return makeError(ExitCode::Undecided,
                     "the compiler crashed on this source; please report it "
                     "with the file");
  if (M.What == Message::Kind::Failed)
    return readFailure(P->memory());
  return P;
}

} // namespace kmend
