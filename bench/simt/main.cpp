//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bench-simt [SECTION...]: all sections, or those named.
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "kmend/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

int main(int Argc, char **Argv) {
  using namespace kmend;
  static constexpr const BenchSection *Sections[] = {
      &ThroughputSection, &TurnaroundSection, &WorkloadsSection};
  llvm::SmallVector<llvm::StringRef> Wanted(Argv + 1, Argv + Argc);
  for (llvm::StringRef Name : Wanted)
    if (llvm::none_of(Sections, [&](auto *S) { return S->Name == Name; })) {
      llvm::errs() << "error: no section '" << Name << "'; there are";
      for (const BenchSection *S : Sections)
        llvm::errs() << " " << S->Name;
      llvm::errs() << "\n";
      return int(ExitCode::CommandLine);
    }
  for (const BenchSection *S : Sections)
    if (Wanted.empty() || llvm::is_contained(Wanted, S->Name))
      if (llvm::Error E = S->Run())
        return int(reportError(std::move(E), llvm::errs()));
  return 0;
}
