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
#include "error_names.h"
#include "runtime_api.h"
#include <stdlib.h>

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
static inline cudaError_t cudaDeviceSynchronize(void) {
  kmend_device_synchronize();
  return cudaSuccess;
}
static inline cudaError_t cudaThreadSynchronize(void) { return cudaSuccess; }
static inline cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
static inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
  switch ((int)limit) {
  case cudaLimitStackSize:
    *value = 1024;
    break;
  case cudaLimitPrintfFifoSize:
    *value = 1 << 20;
    break;
  case cudaLimitMallocHeapSize:
    *value = 8 << 20;
    break;
  case cudaLimitPersistingL2CacheSize:
    *value = 0;
    break;
  default:
    return kmend_error(cudaErrorUnsupportedLimit);
  }
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
static inline cudaError_t
cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
static inline cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  *flags = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return device == 0 ? cudaSuccess : kmend_error(cudaErrorInvalidDevice);
}
static inline cudaError_t cudaCtxResetPersistingL2Cache(void) {
  return cudaSuccess;
}
// There is one device.
static inline cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
  *can = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return kmend_error(cudaErrorInvalidDevice);
}
static inline cudaError_t cudaDeviceDisablePeerAccess(int) {
  return kmend_error(cudaErrorInvalidDevice);
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
  return kmend_free(p);
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
                                          cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
  return cudaMemcpy(dst, src, count, kind);
}
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t count,
                                          cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
  return cudaMemset(p, value, count);
}
static inline cudaError_t cudaMemcpyPeer(void *dst, int to, const void *src,
                                         int from, size_t count) {
  if (to || from)
    return kmend_error(cudaErrorInvalidDevice);
  return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}
static inline cudaError_t cudaMemcpyPeerAsync(void *dst, int to,
                                              const void *src, int from,
                                              size_t count,
                                              cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
  return cudaMemcpyPeer(dst, to, src, from, count);
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
                                            cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
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
                                            cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
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
static inline cudaError_t cudaMemAdvise(const void *, size_t, int, int) {
  return cudaSuccess;
}
static inline cudaError_t cudaHostGetFlags(unsigned *flags, void *) {
  *flags = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int) {
  *pool = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaMallocFromPoolAsync(void **p, size_t size,
                                                  cudaMemPool_t, cudaStream_t) {
  return cudaMalloc(p, size);
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
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s,
                                                    unsigned flags) {
  *s = kmend_stream_create(flags);
  return cudaSuccess;
}
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) {
  return cudaStreamCreateWithFlags(s, cudaStreamDefault);
}
static inline cudaError_t
cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int) {
  return cudaStreamCreateWithFlags(s, flags);
}
static inline cudaError_t cudaDeviceGetStreamPriorityRange(int *low,
                                                           int *high) {
  *low = 0;
  *high = -5;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) {
  *priority = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags) {
  *flags = kmend_stream_flags(s);
  return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t) {
  return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  kmend_stream_synchronize(s);
  return cudaSuccess;
}
// Done as soon as somebody asks: who polls has waited.
static inline cudaError_t cudaStreamQuery(cudaStream_t s) {
  return cudaStreamSynchronize(s);
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e,
                                              unsigned = 0) {
  kmend_stream_wait(s, e);
  return cudaSuccess;
}
static inline cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                                cudaStreamCallback_t callback,
                                                void *data, unsigned) {
  kmend_stream_submit(stream);
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}
static inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream,
                                             cudaHostFn_t fn, void *data) {
  kmend_stream_submit(stream);
  fn(data);
  return cudaSuccess;
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *e) {
  *e = kmend_event_create();
  return cudaSuccess;
}
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) {
  return cudaEventCreate(e);
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0) {
  kmend_event_record(e, s);
  return cudaSuccess;
}
static inline cudaError_t
cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s = 0, unsigned = 0) {
  return cudaEventRecord(e, s);
}
static inline cudaError_t cudaEventSynchronize(cudaEvent_t e) {
  kmend_stream_wait(0, e);
  return cudaSuccess;
}
static inline cudaError_t cudaEventQuery(cudaEvent_t e) {
  return cudaEventSynchronize(e);
}
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

#endif // KMEND_RUNTIME_INLINE_H
