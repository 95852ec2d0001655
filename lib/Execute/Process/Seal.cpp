//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Seal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

/// Addresses are cheap, and freed device memory keeps its own; this only stops
/// what goes round the allocators.
static constexpr rlim_t AddressSpace = 1ull << 40;
/// Stacks of resident threads (65536 times 256 KiB), and what the worker held
/// when this process was forked from it.
static constexpr rlim_t OtherData = (16ull << 30) + (6ull << 30);

static void limit(int Resource, rlim_t Soft, rlim_t Hard) {
  rlimit Now{};
  if (getrlimit(__rlimit_resource_t(Resource), &Now) != 0)
    return;
  // A limit that is stricter already stays.
  rlimit New{std::min(Soft, Now.rlim_max), std::min(Hard, Now.rlim_max)};
  setrlimit(__rlimit_resource_t(Resource), &New);
}

static void limit(int Resource, rlim_t Most) { limit(Resource, Most, Most); }

static void closeAllBut(ArrayRef<int> Keep) {
  SmallVector<int, 8> Kept(Keep);
  llvm::sort(Kept);
  unsigned From = 3;
  for (int Fd : Kept) {
    if (Fd < 3)
      continue;
    if (unsigned(Fd) > From)
      syscall(SYS_close_range, From, Fd - 1, 0);
    From = Fd + 1;
  }
  syscall(SYS_close_range, From, ~0u, 0);
}

void sealProcess(const RunLimits &Limits, ArrayRef<int> Keep) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Nobody may look into this process, its siblings least of all.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  // Time is no input of a run, so that every run gives the same bits.
  prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
  setsid();

  // What our own runtime says when an assertion of it fails goes nowhere.
  int Null = open("/dev/null", O_RDWR);
  for (int Fd = 0; Fd != 3; ++Fd)
    dup2(Null, Fd);
  closeAllBut(Keep);

  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NPROC, 0);
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_STACK, HostStackBytes);
  limit(RLIMIT_AS, AddressSpace);
  limit(RLIMIT_DATA, Limits.MemoryBytes + OtherData);
  // The wall clock ends a run; this is for a worker that is stopped itself.
  double Seconds = std::clamp(Limits.Seconds, 0.0, 1e9);
  auto Cpu = rlim_t(std::ceil(Seconds)) + 5;
  limit(RLIMIT_CPU, Cpu, Cpu + 1);
}

//===----------------------------------------------------------------------===//
// System calls
//===----------------------------------------------------------------------===//

namespace {

/// A seccomp program: one block of instructions a system call, each of which
/// ends in an answer, and a trap after the last.
class Filter {
public:
  Filter();
  /// Allows \p Number whatever its arguments.
  void allow(long Number);
  /// Allows \p Number when argument \p Argument is one of \p Values.
  void allowWhenOneOf(long Number, unsigned Argument,
                      ArrayRef<uint32_t> Values);
  /// Allows \p Number when argument 2 has none of \p Clear set, and argument 3
  /// some of \p Set (whatever it is, when that is 0).
  void allowWhenBits(long Number, uint32_t Clear, uint32_t Set = 0);
  bool install();

private:
  void add(uint16_t Code, uint32_t K, uint8_t True = 0, uint8_t False = 0) {
    Program.push_back({Code, True, False, K});
  }
  void answer(uint32_t What) { add(BPF_RET | BPF_K, What); }
  void loadArgument(unsigned I) {
    // The low half: flags and descriptors are 32 bits wide.
    add(BPF_LD | BPF_W | BPF_ABS,
        offsetof(seccomp_data, args) + I * sizeof(uint64_t));
  }
  /// Skips the next \p Count instructions unless the number is \p Number.
  void onlyFor(long Number, size_t Count) {
    add(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(Number), 0, uint8_t(Count));
  }

  SmallVector<sock_filter, 96> Program;
};

Filter::Filter() {
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  answer(SECCOMP_RET_KILL_PROCESS);
  // Numbers of the x32 interface have bit 30 set and match nothing below.
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
}

void Filter::allow(long Number) {
  onlyFor(Number, 1);
  answer(SECCOMP_RET_ALLOW);
}

void Filter::allowWhenOneOf(long Number, unsigned Argument,
                            ArrayRef<uint32_t> Values) {
  onlyFor(Number, 3 + Values.size());
  loadArgument(Argument);
  for (size_t I = 0; I != Values.size(); ++I)
    add(BPF_JMP | BPF_JEQ | BPF_K, Values[I], uint8_t(Values.size() - I), 0);
  answer(SECCOMP_RET_TRAP);
  answer(SECCOMP_RET_ALLOW);
}

void Filter::allowWhenBits(long Number, uint32_t Clear, uint32_t Set) {
  onlyFor(Number, Set ? 6 : 4);
  loadArgument(2);
  add(BPF_JMP | BPF_JSET | BPF_K, Clear, Set ? 3 : 1, 0);
  if (Set) {
    loadArgument(3);
    add(BPF_JMP | BPF_JSET | BPF_K, Set, 0, 1);
  }
  answer(SECCOMP_RET_ALLOW);
  answer(SECCOMP_RET_TRAP);
}

bool Filter::install() {
  answer(SECCOMP_RET_TRAP);
  sock_fprog All{static_cast<unsigned short>(Program.size()), Program.data()};
  // Without new privileges, which sealProcess has given up, anyone may.
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &All, 0, 0) == 0;
}

} // namespace

bool sealSystemCalls(ArrayRef<int> Keep) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  Filter F;
  // Memory of one's own, none of it executable: what a candidate unmaps or
  // changes of the slot is unmapped or changed for itself alone.
  F.allowWhenBits(SYS_mmap, PROT_EXEC, MAP_ANONYMOUS);
  F.allowWhenBits(SYS_mprotect, PROT_EXEC);
  F.allow(SYS_munmap);
  F.allow(SYS_mremap);
  F.allow(SYS_brk);
  F.allowWhenOneOf(SYS_madvise, 2,
                   {MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE});
  // The end, and what the fault handlers and abort() need on the way there.
  F.allow(SYS_exit);
  F.allow(SYS_exit_group);
  F.allow(SYS_rt_sigreturn);
  F.allow(SYS_rt_sigprocmask);
  F.allow(SYS_getpid);
  F.allow(SYS_gettid);
  F.allowWhenOneOf(SYS_tgkill, 0, {uint32_t(getpid())});
  // /dev/null, and what the worker and its child talk through.
  SmallVector<uint32_t, 8> Fds{0, 1, 2};
  for (int Fd : Keep)
    Fds.push_back(uint32_t(Fd));
  F.allowWhenOneOf(SYS_write, 0, Fds);
  if (!Keep.empty()) {
    Fds.erase(Fds.begin(), Fds.begin() + 3);
    F.allowWhenOneOf(SYS_read, 0, Fds);
  }
  return F.install();
}

} // namespace kmend
