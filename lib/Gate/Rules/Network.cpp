//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static bool matches(const NamedUse &U) {
  return U.Scope.empty() &&
         isNamed(U, {"socket",    "socketpair",  "connect",       "bind",
                     "listen",    "accept",      "accept4",       "send",
                     "sendto",    "sendmsg",     "recv",          "recvfrom",
                     "recvmsg",   "getaddrinfo", "gethostbyname", "inet_pton",
                     "inet_addr", "setsockopt",  "pipe",          "pipe2",
                     "mkfifo",    "eventfd"});
}

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In))
    if (matches(*U))
      Out.reject(U->Where, "'" + fullName(*U) + "' reaches the network");
}

extern const Rule networkRule;
const Rule networkRule = {"network", "no sockets", false, Severity::Reject,
                          check};

} // namespace kmend
