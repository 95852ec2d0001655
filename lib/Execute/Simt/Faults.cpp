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
  static void describeAccess(Runtime &R, const void *Address, bool Write,
                             uint64_t ProgramCounter);
  [[noreturn]] static void end(Runtime &R, const char *Reason);
};

void FaultHandler::end(Runtime &R, const char *Reason) {
  // Deterministic, so a second run can afford to keep the coordinates.
  if (R.Running && !kmend_self && !R.S.Careful)
    R.S.RetryCarefully = true;
  R.stop(RunStatus::Crash, Reason);
}

void FaultHandler::describeAccess(Runtime &R, const void *Address, bool Write,
                                  uint64_t PC) {
  const char *Verb = Write ? "write" : "read";
  auto *P = static_cast<const char *>(Address);
  char Text[240];
  EventKind Kind = EventKind::OutOfBounds;
  if (R.Fibers.ownerOfStack(Address)) {
    Kind = EventKind::StackOverflow;
    std::snprintf(Text, sizeof(Text),
                  "a thread used more than 256 KiB of local memory");
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
  uint64_t PC = U->uc_mcontext.gregs[REG_RIP];
  // Bit 1 of the page fault's error code: the access was a write.
  bool Write = U->uc_mcontext.gregs[REG_ERR] & 2;
  switch (Signal) {
  case SIGSEGV:
  case SIGBUS:
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
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigaction(Signal, &Action, nullptr);
}

} // namespace kmend
