//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineTable.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;

namespace kmend {

LineTable::LineTable(StringRef Object) : Bytes(Object) {}
LineTable::~LineTable() = default;
LineTable::LineTable(LineTable &&) = default;

SourceLocation LineTable::find(uint64_t Section, uint64_t Offset) {
  if (!Lines) {
    auto Read =
        object::ObjectFile::createObjectFile(MemoryBufferRef(Bytes, "object"));
    if (!Read) {
      consumeError(Read.takeError());
      return {};
    }
    File = std::move(*Read);
    Lines = DWARFContext::create(*File);
  }
  DILineInfoSpecifier How(DILineInfoSpecifier::FileLineInfoKind::RawValue,
                          DILineInfoSpecifier::FunctionNameKind::None);
  DIInliningInfo Frames =
      Lines->getInliningInfoForAddress({Offset, Section}, How);
  for (uint32_t I = 0; I != Frames.getNumberOfFrames(); ++I) {
    const DILineInfo &Frame = Frames.getFrame(I);
    if (!StringRef(Frame.FileName).starts_with("/kmend/") && Frame.Line)
      return {Frame.FileName, Frame.Line, Frame.Column};
  }
  return {};
}

} // namespace kmend
