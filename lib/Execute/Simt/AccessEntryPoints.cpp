//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What checked accesses call.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "kmend/Execute/Run.h"
#include <cstdio>

using namespace kmend;

/// The parameters are those of Compile/AccessChecks.
[[gnu::noinline]] static void outsideLocal(const char *Name, int64_t Offset,
                                           uint64_t Bytes, unsigned Writes) {
  char Text[200], Array[100] = "a local array";
  if (*Name)
    std::snprintf(Array, sizeof(Array), "local array '%.80s'", Name);
  const char *Verb = Writes ? "write" : "read";
  if (Offset < 0)
    std::snprintf(Text, sizeof(Text),
                  "%s %lld bytes before the start of %s, which has %llu bytes",
                  Verb, -static_cast<long long>(Offset), Array,
                  static_cast<unsigned long long>(Bytes));
  else
    std::snprintf(Text, sizeof(Text),
                  "%s at byte %lld of %s, which has %llu bytes", Verb,
                  static_cast<long long>(Offset), Array,
                  static_cast<unsigned long long>(Bytes));
  stopAt(EventKind::OutOfBounds, Text, __builtin_return_address(0));
}

void kmend::addAccessEntryPoints(EntryPointList &List) {
  List.push_back(
      {"kmend_outside_local", reinterpret_cast<void *>(outsideLocal)});
}
