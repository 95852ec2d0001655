//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUDA source as two syntax trees, one for each side. Everything that looks
// at code starts from here; the text enters once and is never read again.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_PARSEDSOURCE_H
#define KMEND_FRONTEND_PARSEDSOURCE_H

#include "kmend/Frontend/CompilerArguments.h"
#include "kmend/Support/Error.h"
#include <memory>

namespace clang {
class ASTContext;
class ASTUnit;
class SourceManager;
} // namespace clang

namespace kmend {

class ParsedSource {
public:
  /// Parses both sides of \p Text. When a side has errors: an error with exit
  /// code DoesNotCompile whose message is Clang's diagnostics as Clang prints
  /// them; a construct that the shim refuses is Undecided, named with its line.
  static llvm::Expected<std::unique_ptr<ParsedSource>>
  parse(llvm::StringRef FileName, llvm::StringRef Text,
        const CompileOptions &Options = {});
  ~ParsedSource();

  llvm::StringRef fileName() const { return FileName; }
  llvm::StringRef text() const { return Text; }
  const CompileOptions &options() const { return Options; }

  /// The tree of one side. Node ids, cards and edits use the device side, which
  /// holds host functions too.
  clang::ASTUnit &unit(Side S) const;
  clang::ASTContext &context(Side S = Side::Device) const;
  const clang::SourceManager &sources(Side S = Side::Device) const;

private:
  ParsedSource();
  std::string FileName, Text;
  CompileOptions Options;
  std::unique_ptr<clang::ASTUnit> Host, Device;
};

} // namespace kmend

#endif // KMEND_FRONTEND_PARSEDSOURCE_H
