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
  // The names as they were given may lack their folder, which says what is
  // ours.
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  auto Frames = [&](Kind Names) {
    return Lines->getInliningInfoForAddress(
        {Offset, Section},
        DILineInfoSpecifier(Names,
                            DILineInfoSpecifier::FunctionNameKind::None));
  };
  DIInliningInfo Given = Frames(Kind::RawValue),
                 Whole = Frames(Kind::AbsoluteFilePath);
  for (uint32_t I = 0; I != Given.getNumberOfFrames(); ++I) {
    const DILineInfo &Frame = Given.getFrame(I);
    if (!StringRef(Whole.getFrame(I).FileName).starts_with("/kmend/") &&
        Frame.Line)
      return {Frame.FileName, Frame.Line, Frame.Column};
  }
  return {};
}

} // namespace kmend
