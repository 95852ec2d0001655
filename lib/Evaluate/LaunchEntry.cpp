//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchEntry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace kmend {

static constexpr llvm::StringLiteral EntryName = "kmend_launch_entry";
// Dynamic shared memory that a kernel gets without asking (CUDA C++
// Programming Guide, section on shared memory).
static constexpr llvm::StringLiteral FreeSharedBytes = "49152";

/// A pointer that becomes what the kernel's parameter is, as it would in a
/// call from C.
static constexpr llvm::StringLiteral PointerType =
    "namespace kmend_launch { struct Pointer { void *Address; "
    "template <class T> operator T *() const { return (T *)Address; } }; }";

EntrySource withEntry(const Operator &Op, llvm::StringRef Text) {
  const Entry &E = Op.EntryPoint;
  if (!E.KernelLaunch)
    return {Text.str(), E.Symbol, unsigned(E.Arguments.size())};
  const Launch &L = *E.KernelLaunch;

  EntrySource Source;
  Source.Symbol = EntryName.str();
  Source.Arguments = unsigned(E.Arguments.size()) + 7;
  std::string Line;
  llvm::raw_string_ostream LineOS(Line);
  LineOS << "\n#line " << L.Where.Line << " \"";
  llvm::printEscapedString(L.Where.File, LineOS);
  LineOS << "\"\n";

  llvm::raw_string_ostream OS(Source.Text);
  OS << Text << Line << PointerType << Line << "extern \"C\" void " << EntryName
     << "(";
  for (size_t I = 0; I != E.Arguments.size(); ++I) {
    const ScalarSpec *S = Op.scalar(E.Arguments[I]);
    OS << (Op.tensor(E.Arguments[I])     ? "void *"
           : S && isFloating(S->Type)    ? "double "
           : S && S->Type == DType::Bool ? "bool "
                                         : "long long ")
       << "a" << I << ", ";
  }
  OS << "unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, "
        "unsigned bz, unsigned shared) { "
        "if (gx == 0 || gy == 0 || gz == 0) return; "
     << "if (shared > " << FreeSharedBytes
     << ") cudaFuncSetAttribute((const void *)(" << L.Kernel
     << "), cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);"
     << Line
     // The kernel stands in the column that it has in operator.yaml.
     << std::string(L.Where.Column ? L.Where.Column - 1 : 0, ' ') << L.Kernel
     << "<<<dim3(gx, gy, gz), dim3(bx, by, bz), shared>>>(";
  for (size_t I = 0; I != E.Arguments.size(); ++I) {
    OS << (I ? ", " : "");
    if (Op.tensor(E.Arguments[I]))
      OS << "kmend_launch::Pointer{a" << I << "}";
    else
      OS << "a" << I;
  }
  OS << "); }\n";
  return Source;
}

llvm::Error placeInOperator(llvm::Error E, const Operator &Op,
                            llvm::StringRef FileName, llvm::StringRef Text) {
  if (!Op.EntryPoint.KernelLaunch)
    return E;
  const SourceLocation &Where = Op.EntryPoint.KernelLaunch->Where;
  const size_t OwnLines = Text.count('\n') + 1;
  const std::string Mark = (FileName + ":").str();
  return llvm::handleErrors(std::move(E), [&](const KmendError &Known) {
    const std::string Message = Known.message();
    std::string Placed;
    llvm::StringRef Rest = Message;
    while (!Rest.empty()) {
      const size_t At = Rest.find(Mark);
      Placed += Rest.take_front(At);
      Rest = Rest.drop_front(std::min(At, Rest.size()));
      llvm::StringRef After =
          Rest.drop_front(std::min(Mark.size(), Rest.size()));
      size_t Line = 0;
      if (!After.consumeInteger(10, Line) && Line > OwnLines) {
        Placed += Where.File + ":" + std::to_string(Where.Line);
        Rest = After;
      } else if (!Rest.empty()) {
        Placed += Mark;
        Rest = Rest.drop_front(Mark.size());
      }
    }
    return makeError(Known.code(), Known.where(), Placed);
  });
}

} // namespace kmend
