//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an offset in an object's section to the source line it came from.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_LINETABLE_H
#define KMEND_LIB_EXECUTE_COMPILE_LINETABLE_H

#include "kmend/Support/Error.h"
#include <memory>

namespace llvm {
class DWARFContext;
namespace object {
class ObjectFile;
}
} // namespace llvm

namespace kmend {

class LineTable {
public:
  /// \p Object must outlive the table; its lines are read at the first find().
  explicit LineTable(llvm::StringRef Object);
  ~LineTable();
  LineTable(LineTable &&);

  /// The innermost place that is not in a header of kmend's; Line 0 when there
  /// is none.
  SourceLocation find(uint64_t Section, uint64_t Offset);

private:
  llvm::StringRef Bytes;
  std::unique_ptr<llvm::object::ObjectFile> File;
  std::unique_ptr<llvm::DWARFContext> Lines;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_LINETABLE_H
