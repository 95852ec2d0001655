//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR to callable code. Host and device code live in libraries of their own
// (both may define one inline function), and both see the allow-list and
// nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_JIT_H
#define KMEND_LIB_EXECUTE_COMPILE_JIT_H

#include "../Simt/EntryPoints.h"
#include "ClangCompiler.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class TargetMachine;
namespace orc {
class JITDylib;
class LLJIT;
} // namespace orc
} // namespace llvm

namespace kmend {

class Jit {
public:
  /// \p Symbols is the allow-list.
  static llvm::Expected<std::unique_ptr<Jit>>
  create(const EntryPointList &Symbols);
  ~Jit();

  /// The machine that code is compiled for.
  llvm::TargetMachine &machine() const { return *Machine; }

  /// Adds an optimised module to the library \p Library, made when new.
  llvm::Error add(llvm::StringRef Library, CompiledSide Side);

  /// The address of \p Symbol; compiles the module on first use. A symbol that
  /// it needs and the allow-list lacks is an error with exit code Undecided
  /// that names it.
  llvm::Expected<void *> lookup(llvm::StringRef Library,
                                llvm::StringRef Symbol);

  /// The source line of an address in compiled code, Line 0 when unknown.
  SourceLocation lineOf(uint64_t Address) const;

private:
  Jit();
  struct CompiledObject;
  std::unique_ptr<llvm::TargetMachine> Machine;
  std::unique_ptr<llvm::orc::LLJIT> Session;
  std::vector<std::unique_ptr<CompiledObject>> Objects;
  EntryPointList Symbols;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_JIT_H
