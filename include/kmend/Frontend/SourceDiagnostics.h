//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's errors as text, and what a shim header refuses.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_SOURCEDIAGNOSTICS_H
#define KMEND_FRONTEND_SOURCEDIAGNOSTICS_H

#include "kmend/Support/Error.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace kmend {

/// Renders diagnostics as `clang` prints them. A shim header refuses a
/// construct by an error that starts with "kmend-unsupported:"; the first such
/// error wins over everything else.
class SourceDiagnostics : public clang::DiagnosticConsumer {
public:
  explicit SourceDiagnostics(clang::DiagnosticOptions &Options)
      : Stream(Rendering), Printer(Stream, Options) {}

  void BeginSourceFile(const clang::LangOptions &Language,
                       const clang::Preprocessor *PP) override;
  void EndSourceFile() override { Printer.EndSourceFile(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  bool hasErrors() const { return Errors != 0; }
  /// The error for a source named \p FileName; \p Side is "host" or "device".
  llvm::Error takeError(llvm::StringRef FileName, llvm::StringRef Side) const;

private:
  std::string Rendering;
  llvm::raw_string_ostream Stream;
  clang::TextDiagnosticPrinter Printer;
  unsigned Errors = 0;
  std::string Unsupported;
  SourceLocation UnsupportedAt;
};

} // namespace kmend

#endif // KMEND_FRONTEND_SOURCEDIAGNOSTICS_H
