//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs during the build: parses the shim headers once and writes what Clang
// made of them, so that a candidate pays for the declarations it uses and not
// for all that there are.
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/CompilerArguments.h"
#include "kmend/Support/EmbeddedFile.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace llvm;

namespace kmend {
// Nothing is precompiled yet.
extern const EmbeddedFile PrecompiledFiles[];
extern const size_t PrecompiledFilesCount;
const EmbeddedFile PrecompiledFiles[] = {{"", nullptr, nullptr}};
const size_t PrecompiledFilesCount = 0;
} // namespace kmend

namespace {

/// Forgets which functions Clang would look at again at the end of every
/// source, to say late what they may not do on one side: the headers are in
/// order, and looking at them means reading all of them.
class LateChecks : public ASTConsumer {
  CompilerInstance &Instance;

public:
  explicit LateChecks(CompilerInstance &Instance) : Instance(Instance) {}
  void HandleTranslationUnit(ASTContext &) override {
    Instance.getSema().DeclsToCheckForDeferredDiags.clear();
  }
};

class PrecompileAction : public GeneratePCHAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Instance,
                                                 StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<LateChecks>(Instance));
    Consumers.push_back(GeneratePCHAction::CreateASTConsumer(Instance, File));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
};

} // namespace

/// Writes header \p Name for side \p S to \p Output.
static bool precompile(kmend::Side S, StringRef Name, StringRef Output) {
  std::vector<std::string> Arguments = kmend::cudaArguments(S, "", {});
  for (const char *A : {"-emit-pch", "-fno-pch-timestamp", "-o"})
    Arguments.push_back(A);
  Arguments.push_back(Output.str());
  Arguments.push_back(("/kmend/cuda/" + Name).str());
  std::vector<const char *> Argv;
  for (const std::string &A : Arguments)
    Argv.push_back(A.c_str());

  auto Files = kmend::shimFileSystem();
  DiagnosticOptions DiagOpts;
  TextDiagnosticPrinter Printer(errs(), DiagOpts);
  auto Diags =
      CompilerInstance::createDiagnostics(*Files, DiagOpts, &Printer, false);
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*Invocation, Argv, *Diags))
    return false;
  CompilerInstance Instance(Invocation);
  Instance.setVirtualFileSystem(Files);
  Instance.createDiagnostics(&Printer, /*ShouldOwnClient=*/false);
  Instance.createFileManager();
  PrecompileAction Action;
  return Instance.ExecuteAction(Action) &&
         !Instance.getDiagnostics().getNumErrors();
}

int main(int Count, char **Values) {
  if (Count != 4) {
    errs() << "usage: kmend-precompile host|device HEADER OUTPUT\n";
    return 2;
  }
  auto S =
      StringRef(Values[1]) == "host" ? kmend::Side::Host : kmend::Side::Device;
  return precompile(S, Values[2], Values[3]) ? 0 : 1;
}
