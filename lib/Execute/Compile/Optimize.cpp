//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Coroutine.h"
#include "DeviceLowering.h"
#include "StepLimit.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kmend {

namespace {

/// Drops what optimisation passes would print: that a loop marked `#pragma
/// unroll` was not unrolled concerns nobody here.
struct QuietHandler final : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    return Info.getSeverity() != DS_Error;
  }
};

} // namespace

void optimize(Module &M, TargetMachine &Machine, bool Fast) {
  M.getContext().setDiagnosticHandler(std::make_unique<QuietHandler>());
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(&Machine);
  addStepLimit(PB);
  if (any_of(M, [](const Function &F) { return F.isPresplitCoroutine(); }))
    splitCoroutinesEarly(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM = PB.buildPerModuleDefaultPipeline(
      Fast ? OptimizationLevel::O1 : OptimizationLevel::O2);
  MPM.run(M, MAM);
}

} // namespace kmend
