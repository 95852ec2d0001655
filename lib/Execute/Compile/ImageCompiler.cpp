//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageCompiler.h"
#include "Constructors.h"
#include "DeviceLowering.h"
#include "ObjectEmitter.h"
#include "StaticData.h"

using namespace llvm;

namespace kmend {

static EntryPointList allowList(CompileJob::What Kind) {
  EntryPointList List;
  addLibraryFunctions(List);
  if (Kind != CompileJob::What::Reference) {
    addDeviceEntryPoints(List);
    addRuntimeApi(List);
  }
  return List;
}

static Error addHost(ProgramImage &Image, const CompileJob &Job,
                     ObjectEmitter &Emitter) {
  bool IsReference = Job.Kind == CompileJob::What::Reference;
  auto Host = compileHost(
      Job.FileName, Job.Text,
      IsReference ? referenceArguments(Job.Text, Job.Options)
                  : cudaArguments(Side::Host, Job.Text, Job.Options),
      Job.Symbol, Job.Arguments);
  if (!Host)
    return Host.takeError();
  if (Error E = checkStaticData(*Host->IR))
    return E;
  addConstructorRunner(*Host->IR);
  optimize(*Host->IR, Emitter.machine(), /*Fast=*/!IsReference);
  auto Object = Emitter.emit(*Host->IR, /*Fast=*/!IsReference);
  if (!Object)
    return Object.takeError();
  Image.Objects[ProgramImage::Host] = std::move(*Object);
  return Error::success();
}

static Error addDevice(ProgramImage &Image, const CompileJob &Job,
                       ObjectEmitter &Emitter) {
  auto Device =
      compileDevice(Job.FileName, Job.Text,
                    cudaArguments(Side::Device, Job.Text, Job.Options));
  if (!Device)
    return Device.takeError();
  if (Error E = checkStaticData(*Device->IR))
    return E;
  auto Lowered =
      lowerDevice(*Device, Job.Kind == CompileJob::What::YieldingCandidate,
                  Job.Options.ForcedTier);
  if (!Lowered)
    return Lowered.takeError();
  DeviceProgram &Program = *Lowered;
  Module &M = *Device->IR;
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.hasExternalLinkage())
      Image.Variables.push_back(
          {G.getName().str(),
           M.getDataLayout().getTypeAllocSize(G.getValueType())});
  optimize(M, Emitter.machine(), /*Fast=*/false);
  auto Object = Emitter.emit(M, /*Fast=*/false);
  if (!Object)
    return Object.takeError();
  Image.Objects[ProgramImage::Device] = std::move(*Object);
  for (const DeviceKernel &K : Program.Kernels)
    Image.Kernels.push_back({K.Name, K.DisplayName, K.MaxThreads,
                             K.StaticSharedBytes, K.RunsAs});
  Image.Sites = std::move(Program.Sites);
  Image.SharedBytes = Program.SharedBytes;
  return Error::success();
}

Expected<ProgramImage> compileImage(const CompileJob &Job) {
  auto Emitter = ObjectEmitter::create(allowList(Job.Kind));
  if (!Emitter)
    return Emitter.takeError();
  ProgramImage Image;
  if (Error E = addHost(Image, Job, *Emitter))
    return std::move(E);
  if (Job.Kind != CompileJob::What::Reference)
    if (Error E = addDevice(Image, Job, *Emitter))
      return std::move(E);
  return Image;
}

} // namespace kmend
