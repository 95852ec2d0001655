//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of one inline assembly statement, parsed. Nothing is known here of
// what an instruction means.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_PTX_PTXPROGRAM_H
#define KMEND_LIB_EXECUTE_PTX_PTXPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace kmend {

/// A register that the statement declares, `.reg .b32 t`.
struct PtxRegister {
  std::string Name;
  unsigned Bits = 0; ///< 1 of a predicate
};

struct PtxOperand {
  enum class Kind : uint8_t {
    Register, ///< Index into PtxProgram::Registers
    Argument, ///< Index of an operand of the asm statement, `%0`
    Integer,  ///< Bits
    Float,    ///< Bits, of the width FloatBits; a decimal literal is a double
    Special,  ///< Name, `%tid.x`
    Vector,   ///< Elements
    Address,  ///< Elements[0] + Bits, or Bits alone
    Pair,     ///< `p|q`: Elements
    Sink      ///< `_`
  };
  Kind OperandKind = Kind::Sink;
  unsigned Index = 0;
  uint64_t Bits = 0;
  unsigned FloatBits = 0;
  bool Negated = false; ///< `!p`
  std::string Name;
  std::vector<PtxOperand> Elements;

  bool is(Kind K) const { return OperandKind == K; }
};

struct PtxInstruction {
  std::string Name; ///< as written, `ld.global.nc.v4.f32`
  /// Name at its dots; `L1::no_allocate` is one part.
  std::vector<std::string> Parts;
  std::optional<PtxOperand> Guard; ///< `@p`, `@!p`
  std::vector<PtxOperand> Operands;

  bool has(llvm::StringRef Part) const;
};

struct PtxProgram {
  std::vector<PtxRegister> Registers;
  std::vector<PtxInstruction> Instructions;
};

/// Parses \p Text as LLVM holds it: `$0` and `${0}` are operands, `$$` is a
/// dollar. An error is a plain message; a label is an error.
llvm::Expected<PtxProgram> parsePtx(llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_PTX_PTXPROGRAM_H
