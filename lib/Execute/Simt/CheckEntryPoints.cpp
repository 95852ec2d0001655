//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the checks of a checked program call.
//
//===----------------------------------------------------------------------===//

#include "../Compile/IndexOverflow.h"
#include "EntryPoints.h"
#include "Runtime.h"
#include <cstdio>

extern "C" kmend::ThreadContext *kmend_self;

namespace kmend {

// Events of one place; what the next thread does there is the same, mostly.
static constexpr unsigned MaxToldOfPlace = 2;

[[gnu::noinline]] static void indexOverflow(int64_t Exact, unsigned Code) {
  Runtime &R = Runtime::get();
  const auto From = reinterpret_cast<uint64_t>(__builtin_return_address(0));
  if (R.timesToldOf(From) >= MaxToldOfPlace)
    return;
  const WrappedOperation What = WrappedOperation::decode(Code);
  const char *Operation = "a sum";
  switch (What.Operation) {
  case WrappedOperation::Kind::Sum:
    break;
  case WrappedOperation::Kind::Difference:
    Operation = "a difference";
    break;
  case WrappedOperation::Kind::Product:
    Operation = "a product";
    break;
  case WrappedOperation::Kind::Shift:
    Operation = "a shifted number";
    break;
  case WrappedOperation::Kind::Conversion:
    Operation = "a converted number";
    break;
  }
  const char *Sign = What.Signed ? "signed" : "unsigned";
  char Text[160];
  if (What.Signed)
    std::snprintf(Text, sizeof(Text),
                  "%s that an index is made of is %lld and wraps in %u %s bits",
                  Operation, static_cast<long long>(Exact), What.Bits, Sign);
  else
    std::snprintf(Text, sizeof(Text),
                  "%s that an index is made of is %llu and wraps in %u %s bits",
                  Operation, static_cast<unsigned long long>(Exact), What.Bits,
                  Sign);
  R.note(EventKind::IndexOverflow, Text, 0, From - 1, kmend_self);
}

void addCheckEntryPoints(EntryPointList &List) {
  List.push_back(
      {"kmend_index_overflow", reinterpret_cast<void *>(indexOverflow)});
}

} // namespace kmend
