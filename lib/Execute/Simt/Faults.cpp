//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signals of the child process become events: which buffer, which side, which
// thread. Nothing is allocated here, and the process always ends.
//
//===----------------------------------------------------------------------===//

#include "../Process/Seal.h"
#include "MisalignedAddress.h"
#include "Runtime.h"
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

extern "C" kmend::ThreadContext *kmend_self;

namespace kmend {

struct FaultHandler {
  static void handle(int Signal, siginfo_t *Info, void *Context);

private:
  static uint64_t placeInCode(const Runtime &R, const ucontext_t &U);
  static void describeAccess(Runtime &R, const void *Address, bool Write,
                             uint64_t ProgramCounter);
  static void describeSystemCall(Runtime &R, int Number, uint64_t PC);
  static void describeJump(Runtime &R, const void *To, uint64_t PC);
  static void describeClock(Runtime &R, uint64_t PC);
  [[noreturn]] static void end(Runtime &R, const char *Reason);
};

void FaultHandler::end(Runtime &R, const char *Reason) {
  // Deterministic, so a second run can afford to keep the coordinates.
  if (R.Running && !kmend_self && !R.S.Careful)
    R.S.RetryCarefully = true;
  R.stop(RunStatus::Crash, Reason);
}

/// The host's stack, from which fibers are apart.
static const char *HostStackTop = nullptr;

/// Where in compiled code it happened: the instruction itself, or the call from
/// which a function of ours (or nothing that is code) was reached. Else the
/// program counter as it is.
uint64_t FaultHandler::placeInCode(const Runtime &R, const ucontext_t &U) {
  auto InCode = [&](uint64_t PC) {
    for (const CodeSection &Part : R.Image.Code)
      if (PC - Part.Address < Part.Bytes)
        return true;
    return false;
  };
  uint64_t PC = U.uc_mcontext.gregs[REG_RIP];
  auto *Sp = reinterpret_cast<const char *>(U.uc_mcontext.gregs[REG_RSP]);
  if (InCode(PC) || reinterpret_cast<uintptr_t>(Sp) % sizeof(uint64_t))
    return PC;
  // Return addresses lie on the stack; only what is surely mapped is read.
  const char *End = nullptr;
  if (Sp < HostStackTop && HostStackTop - Sp < ptrdiff_t(HostStackBytes / 2))
    End = HostStackTop;
  else if (const CudaThread *F = R.Scheduling.ownerOfStack(Sp))
    End = R.Scheduling.endOfStack(*F);
  constexpr ptrdiff_t Most = 64 << 10;
  for (; End && Sp < End && End - Sp > 8; Sp += sizeof(uint64_t)) {
    uint64_t Word;
    std::memcpy(&Word, Sp, sizeof(Word));
    if (InCode(Word))
      return Word - 1;
    if (Sp - reinterpret_cast<const char *>(U.uc_mcontext.gregs[REG_RSP]) >
        Most)
      break;
  }
  return PC;
}

void FaultHandler::describeSystemCall(Runtime &R, int Number, uint64_t PC) {
  char Text[160];
  llvm::StringRef Name = systemCallName(Number);
  if (Name.empty())
    std::snprintf(Text, sizeof(Text), "tried the system call %d", Number);
  else
    std::snprintf(Text, sizeof(Text), "tried the system call %.*s",
                  int(Name.size()), Name.data());
  R.note(EventKind::Forbidden, Text, 0, PC, kmend_self);
  end(R, Text);
}

void FaultHandler::describeJump(Runtime &R, const void *To, uint64_t PC) {
  char Text[160];
  if (reinterpret_cast<uintptr_t>(To) < 4096)
    std::snprintf(Text, sizeof(Text), "a call through a null function pointer");
  else
    std::snprintf(Text, sizeof(Text), "a call to %p, which is no function", To);
  R.note(EventKind::Trap, Text, 0, PC, kmend_self);
  end(R, Text);
}

/// Whether the instruction at \p PC is rdtsc or rdtscp.
static bool isClock(uint64_t PC) {
  auto *Code = reinterpret_cast<const unsigned char *>(PC);
  return Code[0] == 0x0f && (Code[1] == 0x31 || Code[1] == 0x01);
}

void FaultHandler::describeClock(Runtime &R, uint64_t PC) {
  const char *Text = "tried to read the processor's clock";
  R.note(EventKind::Forbidden, Text, 0, PC, kmend_self);
  end(R, Text);
}

void FaultHandler::describeAccess(Runtime &R, const void *Address, bool Write,
                                  uint64_t PC) {
  const char *Verb = Write ? "write" : "read";
  auto *P = static_cast<const char *>(Address);
  char Text[240];
  EventKind Kind = EventKind::OutOfBounds;
  SharedMemory::Place Shared = R.StaticShared.find(Address);
  if (auto Wrong =
          MisalignedAddress::decode(reinterpret_cast<uintptr_t>(Address))) {
    Kind = EventKind::Misaligned;
    std::snprintf(Text, sizeof(Text),
                  "a %s of %llu bytes at an address that is %llu more than a "
                  "multiple of %llu",
                  Verb, static_cast<unsigned long long>(Wrong->Alignment),
                  static_cast<unsigned long long>(Wrong->Excess),
                  static_cast<unsigned long long>(Wrong->Alignment));
  } else if (Shared.Variable) {
    const SharedVariable &V = *Shared.Variable;
    if (Shared.Offset < 0)
      std::snprintf(Text, sizeof(Text),
                    "%s %lld bytes before the start of shared variable "
                    "'%.80s', which has %llu bytes",
                    Verb, static_cast<long long>(-Shared.Offset),
                    V.Name.c_str(), static_cast<unsigned long long>(V.Bytes));
    else
      std::snprintf(Text, sizeof(Text),
                    "%s at byte %lld of shared variable '%.80s', which has "
                    "%llu bytes",
                    Verb, static_cast<long long>(Shared.Offset), V.Name.c_str(),
                    static_cast<unsigned long long>(V.Bytes));
  } else if (R.Scheduling.ownerOfStack(Address)) {
    Kind = EventKind::StackOverflow;
    std::snprintf(Text, sizeof(Text),
                  "a thread used more than 256 KiB of local memory");
  } else if (P < HostStackTop &&
             HostStackTop - P < ptrdiff_t(2 * HostStackBytes)) {
    Kind = EventKind::StackOverflow;
    std::snprintf(Text, sizeof(Text),
                  "host code used more than %llu MiB of "
                  "stack",
                  static_cast<unsigned long long>(HostStackBytes >> 20));
  } else {
    const DeviceHeap::Allocation *A = R.Heap.find(Address);
    if (!A)
      A = R.SharedHeap.find(Address);
    if (!A && reinterpret_cast<uintptr_t>(P) < 4096) {
      std::snprintf(Text, sizeof(Text), "%s through a null pointer", Verb);
    } else if (!A) {
      std::snprintf(Text, sizeof(Text), "%s at %p, which is no device memory",
                    Verb, Address);
    } else if (!A->Live) {
      std::snprintf(Text, sizeof(Text), "%s of %s after it was freed", Verb,
                    A->Name.c_str());
    } else if (!R.Running && P >= A->Data && P < A->Data + A->Bytes) {
      std::snprintf(Text, sizeof(Text),
                    "host code %ss device memory (%s) directly", Verb,
                    A->Name.c_str());
    } else if (P < A->Data) {
      std::snprintf(Text, sizeof(Text), "%s %td bytes before the start of %s",
                    Verb, A->Data - P, A->Name.c_str());
    } else {
      std::snprintf(Text, sizeof(Text),
                    "%s at byte %td of %s, which has %llu bytes", Verb,
                    P - A->Data, A->Name.c_str(),
                    static_cast<unsigned long long>(A->Bytes));
    }
  }
  R.note(Kind, Text, 0, PC, kmend_self);
  end(R, Text);
}

void FaultHandler::handle(int Signal, siginfo_t *Info, void *Context) {
  Runtime &R = Runtime::get();
  auto *U = static_cast<ucontext_t *>(Context);
  uint64_t PC = placeInCode(R, *U);
  // Bit 1 of the page fault's error code: the access was a write.
  bool Write = U->uc_mcontext.gregs[REG_ERR] & 2;
  switch (Signal) {
  case SIGUSR1: { // from kmend, when time is up
    char Text[80];
    std::snprintf(Text, sizeof(Text), "no end within %g s; the run was here",
                  R.S.Limits.Seconds);
    R.note(EventKind::Endless, Text, 0, PC, kmend_self);
    R.stop(RunStatus::Timeout, "out of time");
  }
  case SIGSYS:
    describeSystemCall(R, Info->si_syscall, PC);
    break;
  case SIGSEGV:
  case SIGBUS:
    if (U->uc_mcontext.gregs[REG_RIP] ==
        reinterpret_cast<greg_t>(Info->si_addr))
      describeJump(R, Info->si_addr, PC);
    if (Info->si_code == SI_KERNEL && isClock(U->uc_mcontext.gregs[REG_RIP]))
      describeClock(R, PC);
    describeAccess(R, Info->si_addr, Write, PC);
    break;
  case SIGFPE:
    R.note(EventKind::IntegerDivideByZero, "integer division by zero", 0, PC,
           kmend_self);
    end(R, "integer division by zero");
  case SIGABRT:
    R.note(EventKind::Abort, "abort was called", 0, 0, kmend_self);
    end(R, "abort was called");
  default:
    R.note(EventKind::Trap, "an illegal instruction or trap", 0, PC,
           kmend_self);
    end(R, "an illegal instruction or trap");
  }
}

void installFaultHandlers() {
  // Of its own, since a fault may be that the stack is used up.
  constexpr size_t Size = 64 << 10;
  void *Stack = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t Alternate{};
  Alternate.ss_sp = Stack;
  Alternate.ss_size = Size;
  sigaltstack(&Alternate, nullptr);
  struct sigaction Action{};
  Action.sa_sigaction = FaultHandler::handle;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  HostStackTop = static_cast<const char *>(__builtin_frame_address(0));
  for (int Signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGUSR1})
    sigaction(Signal, &Action, nullptr);
}

} // namespace kmend
