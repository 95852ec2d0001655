//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kmend-conformance FOLDER [-o RESULTS] [NAME...] [-- COMPILER ARGUMENTS]
// runs files of test/conformance on the embedded executor and says how they
// did. RESULTS gets, a file, the words that came out: bench/conformance_gpu.py
// holds them against those of a GPU.
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kmend;

int main(int Count, char **Values) {
  std::vector<std::string> Arguments(Values + 1, Values + Count), Names, Extra;
  std::string Results;
  if (Arguments.empty()) {
    llvm::errs() << "usage: kmend-conformance FOLDER [-o RESULTS] [NAME...] "
                    "[-- COMPILER ARGUMENTS]\n";
    return 2;
  }
  for (size_t I = 1; I != Arguments.size(); ++I) {
    if (Arguments[I] == "--") {
      Extra.assign(Arguments.begin() + I + 1, Arguments.end());
      break;
    }
    if (Arguments[I] == "-o" && I + 1 != Arguments.size())
      Results = Arguments[++I];
    else
      Names.push_back(Arguments[I]);
  }
  if (Names.empty())
    Names = conformanceFiles(Arguments[0]);
  std::error_code EC;
  llvm::raw_fd_ostream Out(Results.empty() ? "/dev/null" : Results, EC);
  if (EC) {
    llvm::errs() << Results << ": " << EC.message() << "\n";
    return 2;
  }
  bool AllAgree = true;
  for (const std::string &Name : Names) {
    ConformanceFile File(Arguments[0] + "/" + Name + ".cu", Extra);
    ConformanceRun Run = File.run("asc");
    std::string Complaint = Run.Error.empty() ? Run.complaint() : Run.Error;
    AllAgree &= Complaint.empty();
    llvm::outs() << Name << ": " << Run.Got.size() << " words, "
                 << (Complaint.empty() ? "agrees" : "DISAGREES")
                 << ", worst ulp " << Run.worstUlp() << "\n"
                 << Complaint << (Complaint.empty() ? "" : Run.Events);
    Out << Name;
    for (uint32_t Word : Run.Got)
      Out << " " << Word;
    Out << "\n";
  }
  return AllAgree ? 0 : 1;
}
