//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the runtime API that the executor implements; the others are
// written in terms of them in runtime_inline.h. Plain C++, included by both.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_RUNTIME_API_H
#define KMEND_RUNTIME_API_H

#include "runtime_types.h"

extern "C" {

/* Launches. Args points to the arguments; the launch has ended on return. */
cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim,
                             void **args, size_t sharedMem,
                             cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim,
                                        dim3 blockDim, void **args,
                                        size_t sharedMem, cudaStream_t stream);
/* What <<<>>> becomes: push before, pop inside the kernel's host stub. */
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                     size_t sharedMem
#ifdef __CUDACC__
                                     = 0
#endif
                                     ,
                                     cudaStream_t stream
#ifdef __CUDACC__
                                     = 0
#endif
);

/* Memory. A copy says by its kind which side each pointer is on. */
cudaError_t cudaMalloc(void **devPtr, size_t size);
cudaError_t cudaFree(void *devPtr);
/* The same without a wait for the device. */
cudaError_t kmend_free(void *devPtr);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count,
                       cudaMemcpyKind kind);
cudaError_t cudaMemset(void *devPtr, int value, size_t count);
/* symbol is the address of the host's shadow of a device variable. */
cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);

/* Errors. kmend_error records an error for cudaGetLastError and returns it. */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
cudaError_t kmend_error(cudaError_t error);

/* Streams and events: who waits for whom. Stream 0 is the default one, which
   stands for the host too; submit says that something was put into a stream. */
void kmend_stream_submit(cudaStream_t stream);
cudaStream_t kmend_stream_create(unsigned flags);
unsigned kmend_stream_flags(cudaStream_t stream);
void kmend_stream_synchronize(cudaStream_t stream);
void kmend_device_synchronize(void);
cudaEvent_t kmend_event_create(void);
void kmend_event_record(cudaEvent_t event, cudaStream_t stream);
void kmend_stream_wait(cudaStream_t stream, cudaEvent_t event);

/* Kernels. */
cudaError_t cudaFuncSetAttribute(const void *func, cudaFuncAttribute attr,
                                 int value);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, const void *func);

#ifndef __CUDACC__
/* Declared by the compiler in a CUDA source. */
unsigned __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim,
                                    size_t *sharedMem, void *stream);
void **__cudaRegisterFatBinary(void *image);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
int __cudaRegisterFunction(void **handle, const char *hostFun, char *deviceFun,
                           const char *deviceName, int threadLimit, void *tid,
                           void *bid, void *blockDim, void *gridDim,
                           int *warpSize);
void __cudaRegisterVar(void **handle, char *hostVar, char *deviceAddress,
                       const char *deviceName, int isExtern, size_t size,
                       int isConstant, int isGlobal);
#endif
}

#endif // KMEND_RUNTIME_API_H
