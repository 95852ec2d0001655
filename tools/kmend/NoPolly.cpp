//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debian's LLVM archives name the Polly plug-in, which is a package of its own.
// kmend has no use for it: the self-contained binary registers a plug-in that
// adds no pass.
//
//===----------------------------------------------------------------------===//

#include "llvm/Plugins/PassPlugin.h"

// LLVM declares it nowhere else than where it is called.
llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "none", [](llvm::PassBuilder &) {}};
}
