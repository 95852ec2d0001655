//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of runtime/cuda/kmend/runtime_api.h. The shim headers write the
// rest of the CUDA runtime API in terms of these. Everything is synchronous.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime.h"
#include "runtime_api.h"
#include <cstring>

using kmend::DeviceLimits;
using kmend::Dim3;
using kmend::LaunchableKernel;
using kmend::Runtime;

static Runtime &rt() { return Runtime::get(); }
static cudaError_t answer(int Code) {
  return static_cast<cudaError_t>(rt().setError(Code));
}
static Dim3 fromCuda(dim3 D) { return {D.x, D.y, D.z}; }

namespace {

/// A `<<<>>>` in the making: Clang pushes the configuration, evaluates the
/// arguments, then the stub pops it.
struct Configuration {
  dim3 Grid, Block;
  size_t SharedBytes;
  cudaStream_t Stream;
  uint64_t ProgramCounter; ///< of the launch
};
std::vector<Configuration> Pending;
/// Of the <<<>>> whose stub is about to launch; 0: a launch of another kind.
uint64_t PoppedProgramCounter = 0;

} // namespace

static void submit(cudaStream_t Stream, uint64_t ReturnAddress) {
  uint64_t ProgramCounter = std::exchange(PoppedProgramCounter, 0);
  if (!ProgramCounter)
    ProgramCounter = ReturnAddress - 1;
  rt().streams().submit(reinterpret_cast<kmend::Streams::Handle>(Stream),
                        ProgramCounter);
}

extern "C" {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

cudaError_t cudaMalloc(void **Out, size_t Bytes) {
  if (!Out)
    return answer(cudaErrorInvalidValue);
  *Out = nullptr;
  if (!Bytes)
    return cudaSuccess;
  *Out = rt().heap().allocate(Bytes);
  return answer(*Out ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void *P) {
  // Of an allocation it waits for the device.
  if (P && rt().heap().find(P))
    rt().streams().synchronizeAll();
  return kmend_free(P);
}

cudaError_t kmend_free(void *P) {
  // Managed memory is host memory here; it goes with the process.
  if (!P || !rt().heap().find(P))
    return cudaSuccess;
  return answer(rt().heap().release(P) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind Kind) {
  return static_cast<cudaError_t>(
      rt().copy(To, From, Bytes, Kind,
                reinterpret_cast<uint64_t>(__builtin_return_address(0)) - 1));
}

cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  return static_cast<cudaError_t>(rt().fill(To, Value, Bytes));
}

cudaError_t cudaGetSymbolAddress(void **Out, const void *Symbol) {
  uint64_t Bytes;
  *Out = rt().deviceVariable(Symbol, Bytes);
  return answer(*Out ? cudaSuccess : cudaErrorInvalidSymbol);
}

cudaError_t cudaGetSymbolSize(size_t *Out, const void *Symbol) {
  uint64_t Bytes = 0;
  bool Known = rt().deviceVariable(Symbol, Bytes);
  *Out = Bytes;
  return answer(Known ? cudaSuccess : cudaErrorInvalidSymbol);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

cudaError_t cudaGetLastError() {
  return static_cast<cudaError_t>(rt().takeError());
}
cudaError_t cudaPeekAtLastError() {
  return static_cast<cudaError_t>(rt().LastError);
}
cudaError_t kmend_error(cudaError_t Error) { return answer(Error); }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t SharedBytes,
                                     cudaStream_t Stream) {
  Pending.push_back(
      {Grid, Block, SharedBytes, Stream,
       reinterpret_cast<uint64_t>(__builtin_return_address(0)) - 1});
  return 0;
}

unsigned __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block,
                                    size_t *SharedBytes, void *Stream) {
  if (Pending.empty())
    return 1;
  Configuration C = Pending.back();
  Pending.pop_back();
  *Grid = C.Grid;
  *Block = C.Block;
  *SharedBytes = C.SharedBytes;
  *static_cast<cudaStream_t *>(Stream) = C.Stream;
  PoppedProgramCounter = C.ProgramCounter;
  return 0;
}

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block,
                             void **Arguments, size_t SharedBytes,
                             cudaStream_t Stream) {
  submit(Stream, reinterpret_cast<uint64_t>(__builtin_return_address(0)));
  return static_cast<cudaError_t>(rt().launch(Function, fromCuda(Grid),
                                              fromCuda(Block), Arguments,
                                              SharedBytes, false));
}

cudaError_t cudaLaunchCooperativeKernel(const void *Function, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t SharedBytes,
                                        cudaStream_t Stream) {
  submit(Stream, reinterpret_cast<uint64_t>(__builtin_return_address(0)));
  return static_cast<cudaError_t>(rt().launch(
      Function, fromCuda(Grid), fromCuda(Block), Arguments, SharedBytes, true));
}

cudaError_t cudaFuncSetAttribute(const void *Function,
                                 cudaFuncAttribute Attribute, int Value) {
  LaunchableKernel *K = rt().kernel(Function);
  if (!K)
    return answer(cudaErrorInvalidDeviceFunction);
  if (Attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (Value < 0 ||
        K->StaticSharedBytes + uint64_t(Value) > DeviceLimits::SharedOptIn)
      return answer(cudaErrorInvalidValue);
    K->DynamicSharedLimit =
        std::max<uint64_t>(DeviceLimits::StaticShared, uint64_t(Value));
  }
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Out,
                                  const void *Function) {
  LaunchableKernel *K = rt().kernel(Function);
  if (!K)
    return answer(cudaErrorInvalidDeviceFunction);
  *Out = {};
  Out->sharedSizeBytes = K->StaticSharedBytes;
  Out->maxThreadsPerBlock = int(K->MaxThreads);
  Out->numRegs = 32;
  Out->ptxVersion = Out->binaryVersion = 90;
  Out->maxDynamicSharedSizeBytes = int(K->DynamicSharedLimit);
  return cudaSuccess;
}

//===----------------------------------------------------------------------===//
// Registration, called by the module's constructor
//===----------------------------------------------------------------------===//

void **__cudaRegisterFatBinary(void *) {
  static void *Handle = nullptr;
  return &Handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}

int __cudaRegisterFunction(void **, const char *Stub, char *,
                           const char *DeviceName, int, void *, void *, void *,
                           void *, int *) {
  rt().registerKernel(Stub, DeviceName);
  return 0;
}

void __cudaRegisterVar(void **, char *HostShadow, char *,
                       const char *DeviceName, int, size_t Bytes, int, int) {
  rt().registerVariable(HostShadow, DeviceName, Bytes);
}

} // extern "C"

namespace kmend {

void addRuntimeApi(EntryPointList &List) {
#define ADD(NAME) List.push_back({#NAME, reinterpret_cast<void *>(::NAME)})
  ADD(cudaMalloc);
  ADD(cudaFree);
  ADD(kmend_free);
  ADD(cudaMemcpy);
  ADD(cudaMemset);
  ADD(cudaGetSymbolAddress);
  ADD(cudaGetSymbolSize);
  ADD(cudaGetLastError);
  ADD(cudaPeekAtLastError);
  ADD(kmend_error);
  ADD(__cudaPushCallConfiguration);
  ADD(__cudaPopCallConfiguration);
  ADD(cudaLaunchKernel);
  ADD(cudaLaunchCooperativeKernel);
  ADD(cudaFuncSetAttribute);
  ADD(cudaFuncGetAttributes);
  ADD(__cudaRegisterFatBinary);
  ADD(__cudaRegisterFatBinaryEnd);
  ADD(__cudaUnregisterFatBinary);
  ADD(__cudaRegisterFunction);
  ADD(__cudaRegisterVar);
#undef ADD
}

} // namespace kmend
