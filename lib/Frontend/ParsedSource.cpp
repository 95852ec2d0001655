//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/ParsedSource.h"
#include "kmend/Frontend/SourceDiagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace clang;

namespace kmend {

/// Deeply nested sources recurse in Clang far beyond the usual 8 MB.
static constexpr unsigned ParseStackBytes = 64u << 20;

/// More than any kernel; beyond it Clang's own limits turn into minutes.
static constexpr size_t MaxTextBytes = 4u << 20;

/// The error limit of the `clang` driver.
static constexpr unsigned MaxErrors = 20;

static const char *sideName(Side S) {
  return S == Side::Host ? "host" : "device";
}

static llvm::Expected<std::unique_ptr<ASTUnit>>
parseSide(Side S, llvm::StringRef FileName, llvm::StringRef Text,
          const CompileOptions &Options) {
  std::vector<std::string> Arguments = cudaArguments(S, Text, Options);
  std::vector<const char *> Argv;
  for (const std::string &A : Arguments)
    Argv.push_back(A.c_str());
  std::string Name = FileName.str();
  Argv.push_back(Name.c_str());

  auto DiagOpts = std::make_shared<DiagnosticOptions>();
  auto Printer = std::make_unique<SourceDiagnostics>(*DiagOpts);
  SourceDiagnostics &Messages = *Printer;
  auto Diags = llvm::makeIntrusiveRefCnt<DiagnosticsEngine>(
      DiagnosticIDs::create(), *DiagOpts, Printer.release());

  auto Invocation = std::make_shared<CompilerInvocation>();
  bool ValidArguments =
      CompilerInvocation::CreateFromArgs(*Invocation, Argv, *Diags);
  if (!ValidArguments)
    return Messages.takeError(FileName, sideName(S));
  Invocation->getDiagnosticOpts().IgnoreWarnings = true;
  Invocation->getFrontendOpts().DisableFree = false;
  Diags->setIgnoreAllWarnings(true);
  Diags->setErrorLimit(MaxErrors);
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, Name);
  Invocation->getPreprocessorOpts().addRemappedFile(Name, Buffer.release());

  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(
      FileSystemOptions(), shimFileSystem(FileName, Arguments));
  std::unique_ptr<ASTUnit> Unit;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        Unit = ASTUnit::LoadFromCompilerInvocation(
            Invocation, std::make_shared<PCHContainerOperations>(), DiagOpts,
            Diags, Files);
      },
      ParseStackBytes);
  if (!Survived)
    return makeError(ExitCode::Internal, {FileName.str(), 0, 0},
                     llvm::Twine("Clang crashed on the ") + sideName(S) +
                         " side of this source; please report it");
  if (Messages.hasErrors() || !Unit || Diags->hasErrorOccurred())
    return Messages.takeError(FileName, sideName(S));
  // Matchers and parent maps look at the candidate, not at the headers.
  const SourceManager &SM = Unit->getSourceManager();
  std::vector<Decl *> Scope;
  // Clang hands out instances of templates beside the templates.
  auto IsInstance = [](const Decl *D) {
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      return F->isTemplateInstantiation();
    if (const auto *V = dyn_cast<VarDecl>(D))
      return isTemplateInstantiation(V->getTemplateSpecializationKind());
    const auto *R = dyn_cast<ClassTemplateSpecializationDecl>(D);
    return R && isTemplateInstantiation(R->getSpecializationKind());
  };
  for (Decl *D :
       llvm::make_range(Unit->top_level_begin(), Unit->top_level_end()))
    if (!IsInstance(D) &&
        SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      Scope.push_back(D);
  Unit->getASTContext().setTraversalScope(Scope);
  // Later queries of the tree may complain, too; nobody listens to those.
  Diags->setClient(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  return std::move(Unit);
}

ParsedSource::ParsedSource() = default;
ParsedSource::~ParsedSource() = default;

llvm::Expected<std::unique_ptr<ParsedSource>>
ParsedSource::parse(llvm::StringRef FileName, llvm::StringRef Text,
                    const CompileOptions &Options) {
  if (Text.size() > MaxTextBytes)
    return makeError(ExitCode::DoesNotCompile, {FileName.str(), 0, 0},
                     "the source has " + llvm::Twine(Text.size()) +
                         " bytes; at most " + llvm::Twine(MaxTextBytes) +
                         " are accepted");
  if (size_t Nul = Text.find('\0'); Nul != llvm::StringRef::npos)
    return makeError(
        ExitCode::DoesNotCompile,
        {FileName.str(), unsigned(Text.take_front(Nul).count('\n') + 1), 0},
        "a NUL byte in the source; only text is accepted");
  std::unique_ptr<ParsedSource> Source(new ParsedSource);
  Source->FileName = FileName.str();
  Source->Text = Text.str();
  Source->Options = Options;
  for (Side S : {Side::Device, Side::Host}) {
    auto Unit = parseSide(S, Source->FileName, Source->Text, Options);
    if (!Unit)
      return Unit.takeError();
    (S == Side::Device ? Source->Device : Source->Host) = std::move(*Unit);
  }
  return std::move(Source);
}

ASTUnit &ParsedSource::unit(Side S) const {
  return S == Side::Device ? *Device : *Host;
}

ASTContext &ParsedSource::context(Side S) const {
  return unit(S).getASTContext();
}

const SourceManager &ParsedSource::sources(Side S) const {
  return unit(S).getSourceManager();
}

} // namespace kmend
