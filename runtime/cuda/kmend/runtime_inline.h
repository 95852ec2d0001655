//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rest of the runtime API. Streams are in order and a launch has ended when
// it returns, so most of it has nothing to do.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_RUNTIME_INLINE_H
#define KMEND_RUNTIME_INLINE_H

#include "device_properties.h"
#include "runtime_api.h"
#include <stdlib.h>

static inline const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return "cudaSuccess";
  case cudaErrorInvalidValue:
    return "cudaErrorInvalidValue";
  case cudaErrorMemoryAllocation:
    return "cudaErrorMemoryAllocation";
  case cudaErrorInitializationError:
    return "cudaErrorInitializationError";
  case cudaErrorCudartUnloading:
    return "cudaErrorCudartUnloading";
  case cudaErrorInvalidConfiguration:
    return "cudaErrorInvalidConfiguration";
  case cudaErrorInvalidPitchValue:
    return "cudaErrorInvalidPitchValue";
  case cudaErrorInvalidSymbol:
    return "cudaErrorInvalidSymbol";
  case cudaErrorInvalidHostPointer:
    return "cudaErrorInvalidHostPointer";
  case cudaErrorInvalidDevicePointer:
    return "cudaErrorInvalidDevicePointer";
  case cudaErrorInvalidChannelDescriptor:
    return "cudaErrorInvalidChannelDescriptor";
  case cudaErrorInvalidMemcpyDirection:
    return "cudaErrorInvalidMemcpyDirection";
  case cudaErrorAddressOfConstant:
    return "cudaErrorAddressOfConstant";
  case cudaErrorSynchronizationError:
    return "cudaErrorSynchronizationError";
  case cudaErrorNotYetImplemented:
    return "cudaErrorNotYetImplemented";
  case cudaErrorMemoryValueTooLarge:
    return "cudaErrorMemoryValueTooLarge";
  case cudaErrorInsufficientDriver:
    return "cudaErrorInsufficientDriver";
  case cudaErrorCallRequiresNewerDriver:
    return "cudaErrorCallRequiresNewerDriver";
  case cudaErrorDevicesUnavailable:
    return "cudaErrorDevicesUnavailable";
  case cudaErrorIncompatibleDriverContext:
    return "cudaErrorIncompatibleDriverContext";
  case cudaErrorMissingConfiguration:
    return "cudaErrorMissingConfiguration";
  case cudaErrorPriorLaunchFailure:
    return "cudaErrorPriorLaunchFailure";
  case cudaErrorInvalidDeviceFunction:
    return "cudaErrorInvalidDeviceFunction";
  case cudaErrorNoDevice:
    return "cudaErrorNoDevice";
  case cudaErrorInvalidDevice:
    return "cudaErrorInvalidDevice";
  case cudaErrorStartupFailure:
    return "cudaErrorStartupFailure";
  case cudaErrorInvalidKernelImage:
    return "cudaErrorInvalidKernelImage";
  case cudaErrorDeviceUninitialized:
    return "cudaErrorDeviceUninitialized";
  case cudaErrorUnmapBufferObjectFailed:
    return "cudaErrorUnmapBufferObjectFailed";
  case cudaErrorNoKernelImageForDevice:
    return "cudaErrorNoKernelImageForDevice";
  case cudaErrorUnsupportedLimit:
    return "cudaErrorUnsupportedLimit";
  case cudaErrorDeviceAlreadyInUse:
    return "cudaErrorDeviceAlreadyInUse";
  case cudaErrorPeerAccessUnsupported:
    return "cudaErrorPeerAccessUnsupported";
  case cudaErrorInvalidPtx:
    return "cudaErrorInvalidPtx";
  case cudaErrorUnsupportedPtxVersion:
    return "cudaErrorUnsupportedPtxVersion";
  case cudaErrorOperatingSystem:
    return "cudaErrorOperatingSystem";
  case cudaErrorInvalidResourceHandle:
    return "cudaErrorInvalidResourceHandle";
  case cudaErrorIllegalState:
    return "cudaErrorIllegalState";
  case cudaErrorSymbolNotFound:
    return "cudaErrorSymbolNotFound";
  case cudaErrorNotReady:
    return "cudaErrorNotReady";
  case cudaErrorIllegalAddress:
    return "cudaErrorIllegalAddress";
  case cudaErrorLaunchOutOfResources:
    return "cudaErrorLaunchOutOfResources";
  case cudaErrorLaunchTimeout:
    return "cudaErrorLaunchTimeout";
  case cudaErrorLaunchIncompatibleTexturing:
    return "cudaErrorLaunchIncompatibleTexturing";
  case cudaErrorPeerAccessAlreadyEnabled:
    return "cudaErrorPeerAccessAlreadyEnabled";
  case cudaErrorPeerAccessNotEnabled:
    return "cudaErrorPeerAccessNotEnabled";
  case cudaErrorSetOnActiveProcess:
    return "cudaErrorSetOnActiveProcess";
  case cudaErrorContextIsDestroyed:
    return "cudaErrorContextIsDestroyed";
  case cudaErrorAssert:
    return "cudaErrorAssert";
  case cudaErrorTooManyPeers:
    return "cudaErrorTooManyPeers";
  case cudaErrorHostMemoryAlreadyRegistered:
    return "cudaErrorHostMemoryAlreadyRegistered";
  case cudaErrorHostMemoryNotRegistered:
    return "cudaErrorHostMemoryNotRegistered";
  case cudaErrorHardwareStackError:
    return "cudaErrorHardwareStackError";
  case cudaErrorIllegalInstruction:
    return "cudaErrorIllegalInstruction";
  case cudaErrorMisalignedAddress:
    return "cudaErrorMisalignedAddress";
  case cudaErrorInvalidAddressSpace:
    return "cudaErrorInvalidAddressSpace";
  case cudaErrorInvalidPc:
    return "cudaErrorInvalidPc";
  case cudaErrorLaunchFailure:
    return "cudaErrorLaunchFailure";
  case cudaErrorCooperativeLaunchTooLarge:
    return "cudaErrorCooperativeLaunchTooLarge";
  case cudaErrorNotPermitted:
    return "cudaErrorNotPermitted";
  case cudaErrorNotSupported:
    return "cudaErrorNotSupported";
  case cudaErrorStreamCaptureUnsupported:
    return "cudaErrorStreamCaptureUnsupported";
  case cudaErrorStreamCaptureInvalidated:
    return "cudaErrorStreamCaptureInvalidated";
  case cudaErrorStreamCaptureMerge:
    return "cudaErrorStreamCaptureMerge";
  case cudaErrorStreamCaptureUnmatched:
    return "cudaErrorStreamCaptureUnmatched";
  case cudaErrorStreamCaptureUnjoined:
    return "cudaErrorStreamCaptureUnjoined";
  case cudaErrorStreamCaptureIsolation:
    return "cudaErrorStreamCaptureIsolation";
  case cudaErrorStreamCaptureImplicit:
    return "cudaErrorStreamCaptureImplicit";
  case cudaErrorStreamCaptureWrongThread:
    return "cudaErrorStreamCaptureWrongThread";
  case cudaErrorTimeout:
    return "cudaErrorTimeout";
  case cudaErrorInvalidClusterSize:
    return "cudaErrorInvalidClusterSize";
  case cudaErrorUnknown:
    return "cudaErrorUnknown";
  }
  return "unrecognized error code";
}
static inline const char *cudaGetErrorString(cudaError_t error) {
  switch ((int)error) {
  case cudaSuccess:
    return "no error";
  case cudaErrorInvalidValue:
    return "invalid argument";
  case cudaErrorMemoryAllocation:
    return "out of memory";
  case cudaErrorInvalidConfiguration:
    return "invalid configuration argument";
  case cudaErrorInvalidDeviceFunction:
    return "invalid device function";
  case cudaErrorLaunchOutOfResources:
    return "too many resources requested for launch";
  }
  return cudaGetErrorName(error);
}

// Devices.
static inline cudaError_t cudaGetDeviceCount(int *n) {
  *n = 1;
  return cudaSuccess;
}
static inline cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : kmend_error(cudaErrorInvalidDevice);
}
static inline cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
static inline cudaError_t cudaThreadSynchronize(void) { return cudaSuccess; }
static inline cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
static inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return cudaSuccess;
}
static inline cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
static inline cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
static inline cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  *free = *total = 150000000000ull;
  return cudaSuccess;
}

// Memory.
static inline cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t) {
  return cudaMalloc(p, size);
}
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) {
  return cudaFree(p);
}
static inline cudaError_t cudaHostAlloc(void **p, size_t size, unsigned) {
  *p = malloc(size);
  return *p || !size ? cudaSuccess : kmend_error(cudaErrorMemoryAllocation);
}
// Both sides may touch it, so it is host memory.
static inline cudaError_t cudaMallocManaged(void **p, size_t size,
                                            unsigned = cudaMemAttachGlobal) {
  return cudaHostAlloc(p, size, 0);
}
static inline cudaError_t cudaMallocHost(void **p, size_t size,
                                         unsigned flags = 0) {
  return cudaHostAlloc(p, size, flags);
}
static inline cudaError_t cudaFreeHost(void *p) {
  free(p);
  return cudaSuccess;
}
static inline cudaError_t cudaHostRegister(void *, size_t, unsigned) {
  return cudaSuccess;
}
static inline cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
static inline cudaError_t cudaHostGetDevicePointer(void **d, void *h,
                                                   unsigned) {
  *d = h;
  return cudaSuccess;
}
static inline cudaError_t cudaMemcpyAsync(void *dst, const void *src,
                                          size_t count, cudaMemcpyKind kind,
                                          cudaStream_t = 0) {
  return cudaMemcpy(dst, src, count, kind);
}
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t count,
                                          cudaStream_t = 0) {
  return cudaMemset(p, value, count);
}
static inline cudaError_t cudaMemcpy2D(void *dst, size_t dpitch,
                                       const void *src, size_t spitch,
                                       size_t width, size_t height,
                                       cudaMemcpyKind kind) {
  if (width > dpitch || width > spitch)
    return kmend_error(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row)
    if (cudaError_t error =
            cudaMemcpy((char *)dst + row * dpitch,
                       (const char *)src + row * spitch, width, kind))
      return error;
  return cudaSuccess;
}
static inline cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch,
                                            const void *src, size_t spitch,
                                            size_t width, size_t height,
                                            cudaMemcpyKind kind,
                                            cudaStream_t = 0) {
  return cudaMemcpy2D(dst, dpitch, src, spitch, width, height, kind);
}
static inline cudaError_t cudaMemset2D(void *p, size_t pitch, int value,
                                       size_t width, size_t height) {
  if (width > pitch)
    return kmend_error(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row)
    if (cudaError_t error = cudaMemset((char *)p + row * pitch, value, width))
      return error;
  return cudaSuccess;
}
static inline cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value,
                                            size_t width, size_t height,
                                            cudaStream_t = 0) {
  return cudaMemset2D(p, pitch, value, width, height);
}
static inline cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width,
                                          size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(p, *pitch * height);
}
static inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int,
                                               cudaStream_t = 0) {
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool,
                                                      int) {
  *pool = 0;
  return cudaSuccess;
}
enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold = 4 };
static inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t,
                                                  cudaMemPoolAttr, void *) {
  return cudaSuccess;
}

// Streams and events.
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) {
  *s = (cudaStream_t)0x10;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) {
  return cudaStreamCreate(s);
}
static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s,
                                                       unsigned, int) {
  return cudaStreamCreate(s);
}
static inline cudaError_t cudaDeviceGetStreamPriorityRange(int *low,
                                                           int *high) {
  *low = 0;
  *high = -5;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                              unsigned = 0) {
  return cudaSuccess;
}
static inline cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                                cudaStreamCallback_t callback,
                                                void *data, unsigned) {
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}
static inline cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t fn,
                                             void *data) {
  fn(data);
  return cudaSuccess;
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *e) {
  *e = (cudaEvent_t)0x10;
  return cudaSuccess;
}
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) {
  return cudaEventCreate(e);
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) {
  return cudaSuccess;
}
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t,
                                               cudaEvent_t) {
  *ms = 1; // no GPU to time; not 0, which sources divide by
  return cudaSuccess;
}

// Kernels.
static inline cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) {
  return cudaSuccess;
}
static inline cudaError_t cudaFuncSetSharedMemConfig(const void *,
                                                     cudaSharedMemConfig) {
  return cudaSuccess;
}
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func,
                                              int blockSize, size_t dynamic) {
  cudaFuncAttributes attributes;
  if (cudaError_t error = cudaFuncGetAttributes(&attributes, func))
    return error;
  if (blockSize < 1)
    return kmend_error(cudaErrorInvalidValue);
  // A block takes whole warps, and 1 KiB of shared memory beside its own.
  int byThreads = 64 / ((blockSize + 31) / 32);
  int byShared = (int)(233472 / (attributes.sharedSizeBytes + dynamic + 1024));
  int most = byThreads < byShared ? byThreads : byShared;
  *blocks = blockSize > 1024 ? 0 : most < 32 ? most : 32;
  return cudaSuccess;
}

// Not on this executor.
cudaError_t cudaStreamBeginCapture(cudaStream_t, int)
    KMEND_REFUSED("CUDA graphs");
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *)
    KMEND_REFUSED("CUDA graphs");
cudaError_t cudaGraphCreate(cudaGraph_t *, unsigned)
    KMEND_REFUSED("CUDA graphs");
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t)
    KMEND_REFUSED("CUDA graphs");
cudaError_t cudaGetDriverEntryPoint(const char *, void **, unsigned long long,
                                    ...) KMEND_REFUSED("the driver API");
cudaError_t cudaPointerGetAttributes(void *, const void *)
    KMEND_REFUSED("cudaPointerGetAttributes");

#endif // KMEND_RUNTIME_INLINE_H
