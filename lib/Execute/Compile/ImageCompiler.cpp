//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageCompiler.h"
#include "BranchCoverage.h"
#include "Constructors.h"
#include "DeviceLowering.h"
#include "ForeignMemory.h"
#include "IndexOverflow.h"
#include "StaticData.h"
#include <optional>
#include <pthread.h>

using namespace llvm;

namespace kmend {

Expected<ImageCompiler> ImageCompiler::create() {
  auto ForHost = ObjectEmitter::create();
  if (!ForHost)
    return ForHost.takeError();
  auto ForDevice = ObjectEmitter::create();
  if (!ForDevice)
    return ForDevice.takeError();
  return ImageCompiler(std::move(*ForHost), std::move(*ForDevice));
}

Error ImageCompiler::addHost(ProgramImage &Image, const CompileJob &Job) {
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
  optimize(*Host->IR, ForHost.machine(), /*Fast=*/!IsReference);
  Image.HostReadsTensors = IsReference || touchesForeignMemory(*Host->IR);
  auto Object =
      ForHost.emit(*Host->IR, allowList(IsReference), /*Fast=*/!IsReference);
  if (!Object)
    return Object.takeError();
  Image.Objects[ProgramImage::Host] = std::move(*Object);
  return Error::success();
}

Error ImageCompiler::addDevice(ProgramImage &Image, const CompileJob &Job) {
  auto Device = compileDevice(
      Job.FileName, Job.Text,
      cudaArguments(Side::Device, Job.Text, Job.Options), Job.MeasureBranches);
  if (!Device)
    return Device.takeError();
  if (Error E = checkStaticData(*Device->IR))
    return E;
  auto Lowered =
      lowerDevice(*Device, {Job.Kind == CompileJob::What::YieldingCandidate,
                            Job.CheckIndices, Job.Options.ForcedTier});
  if (!Lowered)
    return Lowered.takeError();
  DeviceProgram &Program = *Lowered;
  Module &M = *Device->IR;
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.hasExternalLinkage())
      Image.Variables.push_back(
          {G.getName().str(),
           M.getDataLayout().getTypeAllocSize(G.getValueType())});
  if (Job.CheckIndices)
    checkIndexOverflow(M);
  if (Job.MeasureBranches) {
    lowerBranchMarkers(M, Device->Branches);
    Image.Branches = std::move(Device->Branches);
  }
  optimize(M, ForDevice.machine(), /*Fast=*/false);
  auto Object =
      ForDevice.emit(M, allowList(/*ForReference=*/false), /*Fast=*/false);
  if (!Object)
    return Object.takeError();
  Image.Objects[ProgramImage::Device] = std::move(*Object);
  for (const DeviceKernel &K : Program.Kernels)
    Image.Kernels.push_back({K.Name, K.DisplayName, K.MaxThreads,
                             K.StaticSharedBytes, K.RunsAs, K.Shared});
  Image.Sites = std::move(Program.Sites);
  return Error::success();
}

Expected<ProgramImage> ImageCompiler::compile(const CompileJob &Job) {
  ProgramImage Image;
  // The two sides have nothing in common but the text, so they are compiled at
  // a time. What is wrong on both is told of the host.
  std::optional<Error> OnDevice;
  auto Device = [&] { OnDevice.emplace(addDevice(Image, Job)); };
  auto Enter = [](void *Do) -> void * {
    (*static_cast<decltype(Device) *>(Do))();
    return nullptr;
  };
  pthread_t Other;
  const bool HasDevice = Job.Kind != CompileJob::What::Reference;
  const bool AtATime =
      HasDevice && pthread_create(&Other, nullptr, Enter, &Device) == 0;
  Error OnHost = addHost(Image, Job);
  if (AtATime)
    pthread_join(Other, nullptr);
  else if (HasDevice)
    Device();
  if (OnHost) {
    if (OnDevice)
      consumeError(std::move(*OnDevice));
    return std::move(OnHost);
  }
  if (OnDevice && *OnDevice)
    return std::move(*OnDevice);
  return Image;
}

} // namespace kmend
