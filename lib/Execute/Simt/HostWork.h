//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells results that the host computed: tensor data that were copied to the
// host, and other data that went back.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_HOSTWORK_H
#define KMEND_LIB_EXECUTE_SIMT_HOSTWORK_H

#include <cstdint>
#include <vector>

namespace kmend {

/// What host and device gave each other since the process began. A few bytes (a
/// flag, a count, some extents) are what an honest host reads to decide what to
/// launch, and uploads as parameters: they do not count.
class HostWork {
public:
  static constexpr uint64_t FewBytes = 64;

  void copiedToHost(const void *Host, uint64_t Bytes);
  /// Whether these data are of the host's making, and made after it had read
  /// tensor data: no unchanged part of what it was given.
  bool isComputed(const void *Host, uint64_t Bytes) const;

private:
  struct Copy {
    const char *Host;
    std::vector<char> Data;
  };
  std::vector<Copy> Copies;
  uint64_t Kept = 0;
  bool HasRead = false;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_HOSTWORK_H
