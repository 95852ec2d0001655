//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ forms of the runtime API: typed pointers, symbols and kernels.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_RUNTIME_TEMPLATES_H
#define KMEND_RUNTIME_TEMPLATES_H

#include "refused_api.h"
#include "runtime_inline.h"

template <class T> static inline cudaError_t cudaMalloc(T **p, size_t size) {
  return cudaMalloc((void **)p, size);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t) {
  return cudaMalloc((void **)p, size);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **p, size_t size, cudaMemPool_t,
                                          cudaStream_t) {
  return cudaMalloc((void **)p, size);
}
template <class T>
static inline cudaError_t
cudaMallocManaged(T **p, size_t size, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)p, size, flags);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **p, size_t size,
                                         unsigned flags = 0) {
  return cudaHostAlloc((void **)p, size, flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T **p, size_t size, unsigned flags) {
  return cudaHostAlloc((void **)p, size, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **d, void *h,
                                                   unsigned flags) {
  return cudaHostGetDevicePointer((void **)d, h, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width,
                                          size_t height) {
  return cudaMallocPitch((void **)p, pitch, width, height);
}

template <class T>
static inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
  return cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T>
static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
  return cudaGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
static inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
                   size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  void *p;
  size_t size;
  if (cudaError_t error = cudaGetSymbolAddress(&p, (const void *)&symbol))
    return error;
  if (cudaError_t error = cudaGetSymbolSize(&size, (const void *)&symbol))
    return error;
  if (offset > size || count > size - offset)
    return kmend_error(cudaErrorInvalidValue);
  return cudaMemcpy((char *)p + offset, src, count, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(
    const T &symbol, const void *src, size_t count, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
  return cudaMemcpyToSymbol(symbol, src, count, offset, kind);
}
template <class T>
static inline cudaError_t
cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
                     size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  void *p;
  size_t size;
  if (cudaError_t error = cudaGetSymbolAddress(&p, (const void *)&symbol))
    return error;
  if (cudaError_t error = cudaGetSymbolSize(&size, (const void *)&symbol))
    return error;
  if (offset > size || count > size - offset)
    return kmend_error(cudaErrorInvalidValue);
  return cudaMemcpy(dst, (const char *)p + offset, count, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(
    void *dst, const T &symbol, size_t count, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  kmend_stream_submit(stream);
  return cudaMemcpyFromSymbol(dst, symbol, count, offset, kind);
}

template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr,
                                               int value) {
  return cudaFuncSetAttribute((const void *)func, attr, value);
}
template <class T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr,
                                                T *func) {
  return cudaFuncGetAttributes(attr, (const void *)func);
}
template <class T>
static inline cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache) {
  return cudaSuccess;
}
template <class T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *func,
                                              int blockSize, size_t dynamic) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (const void *)func, blockSize, dynamic);
}
template <class T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T *func,
                                                       int blockSize,
                                                       size_t dynamic,
                                                       unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (const void *)func, blockSize, dynamic);
}
template <class F, class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T *func,
                                               F bytes, int limit = 0) {
  int best = 0, most = limit > 0 && limit < 1024 ? limit : 1024;
  for (int size = most / 32 * 32; size > 0; size -= 32) {
    int blocks;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, (const void *)func, size, bytes(size)))
      return error;
    if (blocks * size > best) {
      best = blocks * size;
      *block = size;
      *grid = blocks * 132;
    }
  }
  return cudaSuccess;
}
template <class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T *func,
                                   size_t dynamic = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, func, [=](int) { return dynamic; }, limit);
}

template <class T>
static inline cudaError_t cudaLaunchKernel(T *func, dim3 grid, dim3 block,
                                           void **args, size_t shared = 0,
                                           cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void *)func, grid, block, args, shared,
                          stream);
}
template <class T>
static inline cudaError_t
cudaLaunchCooperativeKernel(T *func, dim3 grid, dim3 block, void **args,
                            size_t shared = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void *)func, grid, block, args,
                                     shared, stream);
}

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct {
    unsigned x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  char pad[4];
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                              const void *func, void **args) {
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute &a = config->attrs[i];
    if (a.id == cudaLaunchAttributeCooperative)
      cooperative = a.val.cooperative;
    if (a.id == cudaLaunchAttributeClusterDimension &&
        a.val.clusterDim.x * a.val.clusterDim.y * a.val.clusterDim.z > 1)
      return kmend_error(cudaErrorNotSupported);
  }
  if (cooperative)
    return cudaLaunchCooperativeKernel(func, config->gridDim, config->blockDim,
                                       args, config->dynamicSmemBytes,
                                       config->stream);
  return cudaLaunchKernel(func, config->gridDim, config->blockDim, args,
                          config->dynamicSmemBytes, config->stream);
}
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                             void (*kernel)(P...),
                                             A &&...args) {
  return [&](P... values) {
    void *pointers[] = {(void *)&values..., nullptr};
    return cudaLaunchKernelExC(config, (const void *)kernel, pointers);
  }(static_cast<A &&>(args)...);
}

#endif // KMEND_RUNTIME_TEMPLATES_H
