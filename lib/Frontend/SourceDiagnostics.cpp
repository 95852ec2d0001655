//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/SourceDiagnostics.h"
#include "PtxConstraints.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

namespace kmend {

static constexpr llvm::StringLiteral UnsupportedMark = "kmend-unsupported:";

/// The place in the main file that led to \p Loc: the include, or the use.
static SourceLocation placeInMainFile(const clang::SourceManager &SM,
                                      clang::SourceLocation Loc) {
  Loc = SM.getExpansionLoc(Loc);
  while (Loc.isValid() && !SM.isInMainFile(Loc))
    Loc = SM.getExpansionLoc(SM.getIncludeLoc(SM.getFileID(Loc)));
  if (Loc.isInvalid())
    return {};
  clang::PresumedLoc P = SM.getPresumedLoc(Loc);
  if (P.isInvalid())
    return {};
  return {P.getFilename(), P.getLine(), P.getColumn()};
}

/// PTX fails here on the operand constraints that an x86 does not have.
static bool isAboutAssembly(unsigned Id) {
  switch (Id) {
  case clang::diag::err_asm_invalid_output_constraint:
  case clang::diag::err_asm_invalid_input_constraint:
  case clang::diag::err_asm_invalid_output_size:
  case clang::diag::err_asm_invalid_input_size:
  case clang::diag::err_asm_invalid_type_in_input:
  case clang::diag::err_asm_unknown_register_name:
    return true;
  default:
    return false;
  }
}

void SourceDiagnostics::BeginSourceFile(const clang::LangOptions &Language,
                                        const clang::Preprocessor *PP) {
  acceptPtxConstraints(Language, PP);
  Printer.BeginSourceFile(Language, PP);
}

void SourceDiagnostics::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                         const clang::Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level >= clang::DiagnosticsEngine::Error) {
    ++Errors;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    size_t Mark = Message.str().find(UnsupportedMark);
    bool Assembly = isAboutAssembly(Info.getID());
    if ((Mark != llvm::StringRef::npos || Assembly) && Unsupported.empty()) {
      Unsupported = Assembly ? "inline PTX; use --executor cuda"
                             : Message.str()
                                   .substr(Mark + UnsupportedMark.size())
                                   .trim()
                                   .str();
      if (Info.hasSourceManager())
        UnsupportedAt =
            placeInMainFile(Info.getSourceManager(), Info.getLocation());
    }
  }
  if (Level >= clang::DiagnosticsEngine::Error ||
      Level == clang::DiagnosticsEngine::Note)
    Printer.HandleDiagnostic(Level, Info);
}

llvm::Error SourceDiagnostics::takeError(llvm::StringRef FileName,
                                         llvm::StringRef Side) const {
  SourceLocation Where = UnsupportedAt;
  if (Where.File.empty())
    Where.File = FileName.str();
  // What else is wrong may follow from what is not there.
  if (!Unsupported.empty())
    return makeError(ExitCode::Undecided, Where,
                     llvm::Twine("unsupported: ") + Unsupported);
  llvm::StringRef Text = llvm::StringRef(Rendering).rtrim();
  if (Text.empty())
    return makeError(ExitCode::DoesNotCompile, {FileName.str(), 0, 0},
                     llvm::Twine("the ") + Side + " side does not compile");
  return makeError(ExitCode::DoesNotCompile, {FileName.str(), 0, 0},
                   llvm::Twine("the ") + Side + " side does not compile\n" +
                       Text);
}

} // namespace kmend
