//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams and events of the runtime API. Handles are what Streams gives.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime.h"
#include "runtime_api.h"

using kmend::Runtime;
using kmend::Streams;

static Streams &streams() { return Runtime::get().streams(); }

template <typename T> static Streams::Handle handleOf(T *Object) {
  return reinterpret_cast<Streams::Handle>(Object);
}

extern "C" {

void kmend_stream_submit(cudaStream_t Stream) {
  streams().submit(handleOf(Stream),
                   reinterpret_cast<uint64_t>(__builtin_return_address(0)) - 1);
}

cudaStream_t kmend_stream_create(unsigned Flags) {
  return reinterpret_cast<cudaStream_t>(
      streams().create(Flags & cudaStreamNonBlocking));
}

unsigned kmend_stream_flags(cudaStream_t Stream) {
  return streams().isNonBlocking(handleOf(Stream)) ? cudaStreamNonBlocking
                                                   : cudaStreamDefault;
}

void kmend_stream_synchronize(cudaStream_t Stream) {
  streams().synchronize(handleOf(Stream));
}

void kmend_device_synchronize() { streams().synchronizeAll(); }

cudaEvent_t kmend_event_create() {
  return reinterpret_cast<cudaEvent_t>(streams().createEvent());
}

void kmend_event_record(cudaEvent_t Event, cudaStream_t Stream) {
  streams().record(handleOf(Event), handleOf(Stream));
}

void kmend_stream_wait(cudaStream_t Stream, cudaEvent_t Event) {
  streams().wait(handleOf(Stream), handleOf(Event));
}

} // extern "C"

namespace kmend {

void addStreamApi(EntryPointList &List) {
#define ADD(NAME) List.push_back({#NAME, reinterpret_cast<void *>(::NAME)})
  ADD(kmend_stream_submit);
  ADD(kmend_stream_create);
  ADD(kmend_stream_flags);
  ADD(kmend_stream_synchronize);
  ADD(kmend_device_synchronize);
  ADD(kmend_event_create);
  ADD(kmend_event_record);
  ADD(kmend_stream_wait);
#undef ADD
}

} // namespace kmend
