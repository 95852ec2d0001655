//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline PTX: any text is a program or an error.
//
//===----------------------------------------------------------------------===//

#include "../lib/Execute/Ptx/PtxProgram.h"

using namespace kmend;

static void check(const PtxProgram &Program, const PtxOperand &O) {
  if (O.is(PtxOperand::Kind::Register) && O.Index >= Program.Registers.size())
    llvm::report_fatal_error("a register that is not declared");
  for (const PtxOperand &Element : O.Elements)
    check(Program, Element);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<PtxProgram> Program = parsePtx(Text);
  if (!Program) {
    consumeError(Program.takeError());
    return 0;
  }
  for (const PtxInstruction &I : Program->Instructions) {
    if (I.Parts.empty())
      llvm::report_fatal_error("an instruction without a name");
    if (I.Guard)
      check(*Program, *I.Guard);
    for (const PtxOperand &O : I.Operands)
      check(*Program, O);
  }
  return 0;
}
