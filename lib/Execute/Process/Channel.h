//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages between processes of kmend: whole strings of bytes, and a
// descriptor where one is to be handed over.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_CHANNEL_H
#define KMEND_LIB_EXECUTE_PROCESS_CHANNEL_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace kmend {

/// A descriptor that is closed when it goes.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int Number) : Number(Number) {}
  Descriptor(Descriptor &&Other) : Number(std::exchange(Other.Number, -1)) {}
  Descriptor &operator=(Descriptor &&Other) {
    std::swap(Number, Other.Number);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset();

  int get() const { return Number; }
  explicit operator bool() const { return Number >= 0; }

private:
  int Number = -1;
};

/// The two ends of a stream socket that no exec inherits; both empty when the
/// system grants none (errno says why).
std::pair<Descriptor, Descriptor> makeChannel();

/// False when the other end is gone.
bool sendMessage(int Channel, llvm::StringRef Bytes);
/// Nothing when the other end is gone or a message exceeds \p MaxBytes.
std::optional<std::string> receiveMessage(int Channel, uint64_t MaxBytes);

/// One byte, with up to four descriptors.
bool sendDescriptors(int Channel, char Word, std::initializer_list<int> List);
/// False when the other end is gone or another number of descriptors came.
bool receiveDescriptors(int Channel, char &Word, Descriptor *List,
                        unsigned Count);

/// A file in memory that holds \p Bytes, to be mapped by another process;
/// empty when the system grants none.
Descriptor makeMemoryFile(llvm::StringRef Bytes);

/// Seconds on a clock that only goes forward.
double secondsNow();

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_CHANNEL_H
