//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that travel inside the binary. The tables are made by
// cmake/KmendEmbed.cmake.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SUPPORT_EMBEDDEDFILE_H
#define KMEND_SUPPORT_EMBEDDEDFILE_H

#include <cstddef>

namespace kmend {

/// One embedded file. `*End` is a NUL byte that is not part of the contents, so
/// [Begin, End) can be used as a C string and as a memory buffer.
struct EmbeddedFile {
  const char *Name;
  const char *Begin;
  const char *End;
};

} // namespace kmend

#endif // KMEND_SUPPORT_EMBEDDEDFILE_H
