//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who waits for whom. Work is done when it is submitted, so nothing is ever
// late here; on a GPU, work on a stream that does not block with the default
// one is late for everybody who does not wait for it.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_STREAMS_H
#define KMEND_LIB_EXECUTE_SIMT_STREAMS_H

#include <cstdint>
#include <map>

namespace kmend {

/// Streams and events of a process, by handle. Streams that block with the
/// default one count as the default stream, and so does the host: who reads
/// outputs after the call is behind all of their work.
class Streams {
public:
  using Handle = uint64_t; ///< the value of a cudaStream_t or cudaEvent_t

  Handle create(bool NonBlocking);
  bool isNonBlocking(Handle Stream) const { return Known.count(Stream); }
  /// Something was put into \p Stream, by the call at \p ProgramCounter.
  void submit(Handle Stream, uint64_t ProgramCounter);
  /// The host waits for \p Stream, or for everything.
  void synchronize(Handle Stream);
  void synchronizeAll();

  Handle createEvent() { return NextHandle += 16; }
  void record(Handle Event, Handle Stream);
  /// \p Stream, or the host, waits for what was before \p Event.
  void wait(Handle Stream, Handle Event);
  void synchronizeEvent(Handle Event) { wait(0, Event); }

  /// Whether nobody waits for some work, and which call submitted it.
  bool hasUnawaited(uint64_t &ProgramCounter) const;

private:
  /// By stream, how many of its submissions lie before a point.
  using Before = std::map<Handle, uint64_t>;
  struct Stream {
    uint64_t Submitted = 0;
    uint64_t ProgramCounter = 0; ///< of the last
    Before Waits;                ///< what all further work waits for
  };
  Before pointOf(Handle Stream) const;
  static void join(Before &Into, const Before &From);

  Handle NextHandle = 0x10;
  std::map<Handle, Stream> Known; ///< those that do not block
  std::map<Handle, Before> Events;
  Before Default;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_STREAMS_H
