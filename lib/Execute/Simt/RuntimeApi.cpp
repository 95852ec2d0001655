//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA runtime API of launchers. Everything is synchronous: a stream is a
// name, an event is a name, and work is done when the call returns. Numbers are
// those of CUDA's headers.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime.h"
#include <cstring>

using kmend::DeviceLimits;
using kmend::Dim3;
using kmend::LaunchableKernel;
using kmend::Runtime;

namespace {

constexpr int InvalidValue = 1, OutOfMemory = 2, InvalidSymbol = 13,
              InvalidDeviceFunction = 98, InvalidDevice = 101,
              NotSupported = 801;

Runtime &rt() { return Runtime::get(); }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

int allocate(void **Out, size_t Bytes, bool HostVisible) {
  if (!Out)
    return rt().setError(InvalidValue);
  if (!Bytes) {
    *Out = nullptr;
    return 0;
  }
  *Out = rt().heap().allocate(Bytes, "", HostVisible);
  return rt().setError(*Out ? 0 : OutOfMemory);
}

int cudaMalloc(void **Out, size_t Bytes) { return allocate(Out, Bytes, false); }
int cudaMallocAsync(void **Out, size_t Bytes, void *) {
  return allocate(Out, Bytes, false);
}
int cudaMallocPitch(void **Out, size_t *Pitch, size_t Width, size_t Height) {
  *Pitch = (Width + 511) & ~size_t(511);
  return allocate(Out, *Pitch * Height, false);
}
int cudaMallocHost(void **Out, size_t Bytes) {
  return allocate(Out, Bytes, true);
}
int cudaHostAlloc(void **Out, size_t Bytes, unsigned) {
  return allocate(Out, Bytes, true);
}
int cudaMallocManaged(void **Out, size_t Bytes, unsigned) {
  return allocate(Out, Bytes, true);
}
int cudaFree(void *P) {
  if (!P)
    return 0;
  return rt().setError(rt().heap().release(P) ? 0 : InvalidValue);
}
int cudaFreeAsync(void *P, void *) { return cudaFree(P); }

int cudaMemcpy(void *To, const void *From, size_t Bytes, int Kind) {
  return rt().copy(To, From, Bytes, Kind);
}
int cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int Kind, void *) {
  return rt().copy(To, From, Bytes, Kind);
}
int cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                 size_t Width, size_t Height, int Kind) {
  for (size_t Row = 0; Row != Height; ++Row)
    if (int Code = rt().copy(static_cast<char *>(To) + Row * ToPitch,
                             static_cast<const char *>(From) + Row * FromPitch,
                             Width, Kind))
      return Code;
  return 0;
}
int cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                      size_t FromPitch, size_t Width, size_t Height, int Kind,
                      void *) {
  return cudaMemcpy2D(To, ToPitch, From, FromPitch, Width, Height, Kind);
}
int cudaMemset(void *To, int Value, size_t Bytes) {
  return rt().fill(To, Value, Bytes);
}
int cudaMemsetAsync(void *To, int Value, size_t Bytes, void *) {
  return rt().fill(To, Value, Bytes);
}
int cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width,
                 size_t Height) {
  for (size_t Row = 0; Row != Height; ++Row)
    if (int Code =
            rt().fill(static_cast<char *>(To) + Row * Pitch, Value, Width))
      return Code;
  return 0;
}
int cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width,
                      size_t Height, void *) {
  return cudaMemset2D(To, Pitch, Value, Width, Height);
}
int cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Total = rt().slot().Limits.MemoryBytes;
  *Free = *Total / 2;
  return 0;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

int cudaGetSymbolAddress(void **Out, const void *Symbol) {
  uint64_t Bytes;
  *Out = rt().deviceVariable(Symbol, Bytes);
  return rt().setError(*Out ? 0 : InvalidSymbol);
}
int cudaGetSymbolSize(size_t *Out, const void *Symbol) {
  uint64_t Bytes = 0;
  bool Known = rt().deviceVariable(Symbol, Bytes);
  *Out = Bytes;
  return rt().setError(Known ? 0 : InvalidSymbol);
}
int cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes,
                       size_t Offset, int) {
  uint64_t Size;
  auto *To = static_cast<char *>(rt().deviceVariable(Symbol, Size));
  if (!To)
    return rt().setError(InvalidSymbol);
  if (Offset > Size || Bytes > Size - Offset)
    return rt().setError(InvalidValue);
  return rt().copy(To + Offset, From, Bytes, 4);
}
int cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Bytes,
                            size_t Offset, int Kind, void *) {
  return cudaMemcpyToSymbol(Symbol, From, Bytes, Offset, Kind);
}
int cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes,
                         size_t Offset, int) {
  uint64_t Size;
  auto *From = static_cast<char *>(rt().deviceVariable(Symbol, Size));
  if (!From)
    return rt().setError(InvalidSymbol);
  if (Offset > Size || Bytes > Size - Offset)
    return rt().setError(InvalidValue);
  return rt().copy(To, From + Offset, Bytes, 4);
}
int cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes,
                              size_t Offset, int Kind, void *) {
  return cudaMemcpyFromSymbol(To, Symbol, Bytes, Offset, Kind);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

int cudaGetLastError() { return rt().takeError(); }
int cudaPeekAtLastError() { return rt().LastError; }

struct ErrorText {
  int Code;
  const char *Name, *Text;
};
const ErrorText Errors[] = {
    {0, "cudaSuccess", "no error"},
    {1, "cudaErrorInvalidValue", "invalid argument"},
    {2, "cudaErrorMemoryAllocation", "out of memory"},
    {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {13, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {17, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {21, "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {98, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {101, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {701, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {720, "cudaErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {801, "cudaErrorNotSupported", "operation not supported"},
};
const char *cudaGetErrorName(int Code) {
  for (const ErrorText &E : Errors)
    if (E.Code == Code)
      return E.Name;
  return "cudaErrorUnknown";
}
const char *cudaGetErrorString(int Code) {
  for (const ErrorText &E : Errors)
    if (E.Code == Code)
      return E.Text;
  return "unknown error";
}

//===----------------------------------------------------------------------===//
// Streams, events, devices
//===----------------------------------------------------------------------===//

int makeName(void **Out) {
  static uintptr_t Next = 0x1000;
  *Out = reinterpret_cast<void *>(Next += 0x10);
  return 0;
}
int cudaStreamCreate(void **Out) { return makeName(Out); }
int cudaStreamCreateWithFlags(void **Out, unsigned) { return makeName(Out); }
int cudaStreamCreateWithPriority(void **Out, unsigned, int) {
  return makeName(Out);
}
int cudaEventCreate(void **Out) { return makeName(Out); }
int cudaEventCreateWithFlags(void **Out, unsigned) { return makeName(Out); }
int doneAlready(void *) { return 0; }
int cudaEventRecord(void *, void *) { return 0; }
int cudaStreamWaitEvent(void *, void *, unsigned) { return 0; }
int cudaEventElapsedTime(float *Out, void *, void *) {
  *Out = 0.001f; // a run is deterministic; there is no time in it
  return 0;
}
int cudaLaunchHostFunc(void *, void (*Function)(void *), void *Data) {
  Function(Data);
  return 0;
}
int cudaStreamAddCallback(void *Stream, void (*Function)(void *, int, void *),
                          void *Data, unsigned) {
  Function(Stream, 0, Data);
  return 0;
}
int cudaDeviceSynchronize() { return 0; }
int cudaDeviceReset() { return rt().setError(NotSupported); }
int cudaSetDevice(int Device) {
  return rt().setError(Device == 0 ? 0 : InvalidDevice);
}
int cudaGetDevice(int *Out) {
  *Out = 0;
  return 0;
}
int cudaGetDeviceCount(int *Out) {
  *Out = 1;
  return 0;
}

int cudaDeviceGetAttribute(int *Out, int Attribute, int Device) {
  if (Device != 0)
    return rt().setError(InvalidDevice);
  switch (Attribute) {
  case 1:  *Out = DeviceLimits::ThreadsPerBlock; return 0;
  case 2:
  case 3:  *Out = 1024; return 0;
  case 4:  *Out = DeviceLimits::BlockZ; return 0;
  case 5:  *Out = DeviceLimits::GridX; return 0;
  case 6:
  case 7:  *Out = DeviceLimits::GridYZ; return 0;
  case 8:  *Out = DeviceLimits::StaticShared; return 0;
  case 9:  *Out = 64 << 10; return 0;
  case 10: *Out = 32; return 0;
  case 12: *Out = 65536; return 0;
  case 13: *Out = 1980000; return 0;
  case 16: *Out = DeviceLimits::Multiprocessors; return 0;
  case 38: *Out = 60 << 20; return 0;
  case 39: *Out = DeviceLimits::ThreadsPerMultiprocessor; return 0;
  case 75: *Out = 9; return 0;
  case 76: *Out = 0; return 0;
  case 81: *Out = 228 << 10; return 0;
  case 82: *Out = 65536; return 0;
  case 95: *Out = 1; return 0; // cooperative launch
  case 97: *Out = DeviceLimits::SharedOptIn; return 0;
  case 106: *Out = 32; return 0;
  case 111: *Out = 1 << 10; return 0;
  default: *Out = 0; return 0;
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A `<<<>>>` in the making: Clang pushes the configuration, evaluates the
/// arguments, then the stub pops it.
struct Configuration {
  Dim3 Grid, Block;
  size_t SharedBytes;
  void *Stream;
};
std::vector<Configuration> Pending;

unsigned __cudaPushCallConfiguration(Dim3 Grid, Dim3 Block, size_t SharedBytes,
                                     void *Stream) {
  Pending.push_back({Grid, Block, SharedBytes, Stream});
  return 0;
}
int __cudaPopCallConfiguration(Dim3 *Grid, Dim3 *Block, size_t *SharedBytes,
                               void **Stream) {
  if (Pending.empty())
    return 1;
  Configuration C = Pending.back();
  Pending.pop_back();
  *Grid = C.Grid;
  *Block = C.Block;
  *SharedBytes = C.SharedBytes;
  *Stream = C.Stream;
  return 0;
}
int cudaLaunchKernel(const void *Function, Dim3 Grid, Dim3 Block,
                     void **Arguments, size_t SharedBytes, void *) {
  return rt().launch(Function, Grid, Block, Arguments, SharedBytes, false);
}
int cudaLaunchCooperativeKernel(const void *Function, Dim3 Grid, Dim3 Block,
                                void **Arguments, size_t SharedBytes, void *) {
  return rt().launch(Function, Grid, Block, Arguments, SharedBytes, true);
}

int cudaFuncSetAttribute(const void *Function, int Attribute, int Value) {
  LaunchableKernel *K = rt().kernel(Function);
  if (!K)
    return rt().setError(InvalidDeviceFunction);
  if (Attribute == 8) { // cudaFuncAttributeMaxDynamicSharedMemorySize
    if (Value < 0 ||
        K->StaticSharedBytes + uint64_t(Value) > DeviceLimits::SharedOptIn)
      return rt().setError(InvalidValue);
    K->DynamicSharedLimit =
        std::max<uint64_t>(DeviceLimits::StaticShared, uint64_t(Value));
  }
  return 0;
}
int cudaFuncSetCacheConfig(const void *, int) { return 0; }

/// What the shim's cudaFuncGetAttributes asks for.
int kmend_function_attributes(const void *Function, size_t *StaticShared,
                              int *MaxThreads, int *MaxDynamicShared) {
  LaunchableKernel *K = rt().kernel(Function);
  if (!K)
    return rt().setError(InvalidDeviceFunction);
  *StaticShared = K->StaticSharedBytes;
  *MaxThreads = K->MaxThreads;
  *MaxDynamicShared = K->DynamicSharedLimit;
  return 0;
}

int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Out,
                                                  const void *Function,
                                                  int BlockSize,
                                                  size_t SharedBytes) {
  LaunchableKernel *K = rt().kernel(Function);
  if (!K)
    return rt().setError(InvalidDeviceFunction);
  if (BlockSize <= 0 || unsigned(BlockSize) > K->MaxThreads) {
    *Out = 0;
    return 0;
  }
  uint64_t ByThreads =
      DeviceLimits::ThreadsPerMultiprocessor / ((BlockSize + 31) & ~31);
  uint64_t Shared = K->StaticSharedBytes + SharedBytes + 1024;
  *Out = std::min<uint64_t>({ByThreads, (228 << 10) / Shared, 32});
  return 0;
}
int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Out, const void *Function, int BlockSize, size_t SharedBytes,
    unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(Out, Function, BlockSize,
                                                       SharedBytes);
}

//===----------------------------------------------------------------------===//
// Registration, called by the module's constructor
//===----------------------------------------------------------------------===//

void **__cudaRegisterFatBinary(const void *) {
  static void *Handle = nullptr;
  return &Handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
int __cudaRegisterFunction(void **, const void *Stub, char *,
                           const char *DeviceName, int, void *, void *, void *,
                           void *, int *) {
  rt().registerKernel(Stub, DeviceName);
  return 0;
}
void __cudaRegisterVar(void **, char *HostShadow, char *, const char *DeviceName,
                       int, size_t Bytes, int, int) {
  rt().registerVariable(HostShadow, DeviceName, Bytes);
}

} // namespace

namespace kmend {

void addRuntimeApi(EntryPointList &List) {
#define ADD(NAME) List.push_back({#NAME, reinterpret_cast<void *>(::NAME)})
  ADD(cudaMalloc);
  ADD(cudaMallocAsync);
  ADD(cudaMallocPitch);
  ADD(cudaMallocHost);
  ADD(cudaHostAlloc);
  ADD(cudaMallocManaged);
  ADD(cudaFree);
  ADD(cudaFreeAsync);
  ADD(cudaMemcpy);
  ADD(cudaMemcpyAsync);
  ADD(cudaMemcpy2D);
  ADD(cudaMemcpy2DAsync);
  ADD(cudaMemset);
  ADD(cudaMemsetAsync);
  ADD(cudaMemset2D);
  ADD(cudaMemset2DAsync);
  ADD(cudaMemGetInfo);
  ADD(cudaGetSymbolAddress);
  ADD(cudaGetSymbolSize);
  ADD(cudaMemcpyToSymbol);
  ADD(cudaMemcpyToSymbolAsync);
  ADD(cudaMemcpyFromSymbol);
  ADD(cudaMemcpyFromSymbolAsync);
  ADD(cudaGetLastError);
  ADD(cudaPeekAtLastError);
  ADD(cudaGetErrorName);
  ADD(cudaGetErrorString);
  ADD(cudaStreamCreate);
  ADD(cudaStreamCreateWithFlags);
  ADD(cudaStreamCreateWithPriority);
  ADD(cudaEventCreate);
  ADD(cudaEventCreateWithFlags);
  for (const char *Name :
       {"cudaStreamDestroy", "cudaStreamSynchronize", "cudaStreamQuery",
        "cudaEventDestroy", "cudaEventSynchronize", "cudaEventQuery"})
    List.push_back({Name, reinterpret_cast<void *>(doneAlready)});
  List.push_back({"cudaFreeHost", reinterpret_cast<void *>(::cudaFree)});
  ADD(cudaEventRecord);
  ADD(cudaStreamWaitEvent);
  ADD(cudaEventElapsedTime);
  ADD(cudaLaunchHostFunc);
  ADD(cudaStreamAddCallback);
  ADD(cudaDeviceSynchronize);
  ADD(cudaDeviceReset);
  ADD(cudaSetDevice);
  ADD(cudaGetDevice);
  ADD(cudaGetDeviceCount);
  ADD(cudaDeviceGetAttribute);
  ADD(__cudaPushCallConfiguration);
  ADD(__cudaPopCallConfiguration);
  ADD(cudaLaunchKernel);
  ADD(cudaLaunchCooperativeKernel);
  ADD(cudaFuncSetAttribute);
  ADD(cudaFuncSetCacheConfig);
  ADD(kmend_function_attributes);
  ADD(cudaOccupancyMaxActiveBlocksPerMultiprocessor);
  ADD(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
  ADD(__cudaRegisterFatBinary);
  ADD(__cudaRegisterFatBinaryEnd);
  ADD(__cudaUnregisterFatBinary);
  ADD(__cudaRegisterFunction);
  ADD(__cudaRegisterVar);
#undef ADD
}

} // namespace kmend
