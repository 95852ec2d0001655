//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// operator.yaml: YAML, checks, binding and input generation must survive any
// text.
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/InputGenerator.h"
#include "kmend/Operator/Workloads.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace kmend;

/// A folder with the reference that most inputs name.
static const std::string &folder() {
  static const std::string Path = [] {
    llvm::SmallString<128> Made;
    if (llvm::sys::fs::createUniqueDirectory("kmend-fuzz", Made))
      llvm::report_fatal_error("cannot make a folder");
    cantFail(writeFile((Made + "/reference.cpp").str(), ""));
    return Made.str().str();
  }();
  return Path;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<Operator> Op = parseOperator(Text, "operator.yaml", folder());
  if (!Op) {
    std::string Message;
    llvm::raw_string_ostream OS(Message);
    reportError(Op.takeError(), OS);
    return 0;
  }
  for (const Workload &W : expandWorkloads(*Op)) {
    llvm::Expected<Binding> B = bind(*Op, W);
    if (!B) {
      consumeError(B.takeError());
      continue;
    }
    for (unsigned I = 0; I != B->Tensors.size(); ++I) {
      const BoundTensor &Tensor = B->Tensors[I];
      if (Tensor.bytes() > 4096 ||
          (Tensor.Spec->IsOutput && !Tensor.Spec->InOut))
        continue;
      std::vector<char> Bytes(Tensor.bytes());
      for (Distribution D : allowedDistributions(*Op))
        generateInput(*B, I, D, 1, Bytes);
    }
  }
  return 0;
}
