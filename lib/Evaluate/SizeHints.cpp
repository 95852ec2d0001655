//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/SizeHints.h"
#include "kmend/Frontend/SizeConstants.h"

namespace kmend {

std::vector<SizeHint> sizeHints(const Operator &Op,
                                const ParsedSource &Source) {
  std::vector<SizeHint> Hints;
  for (const SizeConstant &C :
       collectSizeConstants(Source, Op.EntryPoint.Symbol)) {
    SizeHint H;
    H.HintKind = C.How == SizeConstant::Use::Tile ? SizeHint::Kind::Tile
                                                  : SizeHint::Kind::Threshold;
    H.Value = C.Value;
    H.Line = C.Line;
    for (unsigned P : C.Parameters)
      if (P < Op.EntryPoint.Arguments.size() &&
          Op.axis(Op.EntryPoint.Arguments[P]))
        H.Axes.push_back(Op.EntryPoint.Arguments[P]);
    // What meets scalars only says nothing of shapes.
    if (H.Axes.empty() && !C.Parameters.empty())
      continue;
    if (C.How == SizeConstant::Use::Product || H.Axes.size() < 2) {
      Hints.push_back(std::move(H));
      continue;
    }
    for (const std::string &Axis : H.Axes) {
      SizeHint One = H;
      One.Axes = {Axis};
      Hints.push_back(std::move(One));
    }
  }
  return Hints;
}

std::vector<SizeHint> sizeHints(const Operator &Op, llvm::StringRef FileName,
                                llvm::StringRef Text,
                                const CompileOptions &Options) {
  auto Source = ParsedSource::parse(FileName, Text, Options);
  if (Source)
    return sizeHints(Op, **Source);
  llvm::consumeError(Source.takeError());
  return {};
}

} // namespace kmend
