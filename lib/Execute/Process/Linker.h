//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects in this process's memory, ready to run: sections placed, symbols
// bound to the allow-list, and writable data put back to its first contents
// before each run.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PROCESS_LINKER_H
#define KMEND_LIB_EXECUTE_PROCESS_LINKER_H

#include "../Simt/EntryPoints.h"
#include "kmend/Support/Error.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace kmend {

/// A text section in memory.
struct CodeSection {
  uint64_t Address = 0, Bytes = 0;
  uint32_t Object = 0;  ///< index in the order of Linker::add
  uint64_t Section = 0; ///< index in the object file
};

class Linker {
public:
  explicit Linker(const EntryPointList &Allowed);
  ~Linker();

  /// Loads \p Object, whose bytes must stay. Errors: Internal.
  llvm::Error add(llvm::StringRef Object);
  /// Null when the object added last has no such global symbol.
  void *find(llvm::StringRef Symbol) const;

  /// Puts all writable data back to what add() left. Pristine until the first
  /// call of code.
  void restoreData();
  /// Where code lies, for telling an address's line later.
  llvm::ArrayRef<CodeSection> code() const { return Code; }

private:
  struct Loaded;
  llvm::StringMap<void *> Allowed;
  std::vector<std::unique_ptr<Loaded>> Objects;
  std::vector<CodeSection> Code;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PROCESS_LINKER_H
