//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device that a source sees: an H200.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_DEVICE_PROPERTIES_H
#define KMEND_DEVICE_PROPERTIES_H

#include "runtime_api.h"

struct cudaUUID_t {
  char bytes[16];
};
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated,
      canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID,
      pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing,
      memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
      maxThreadsPerMultiProcessor, streamPrioritiesSupported,
      globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard,
      multiGpuBoardGroupID, hostNativeAtomicSupported, pageableMemoryAccess,
      concurrentManagedAccess, computePreemptionSupported, cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int memoryPoolsSupported, clusterLaunch;
};

static inline cudaError_t
cudaDeviceGetAttribute(int *value, cudaDeviceAttr attr, int device) {
  if (device != 0)
    return kmend_error(cudaErrorInvalidDevice);
  switch ((int)attr) {
  case cudaDevAttrMaxThreadsPerBlock:
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY:
    *value = 1024;
    break;
  case cudaDevAttrMaxBlockDimZ:
    *value = 64;
    break;
  case cudaDevAttrMaxGridDimX:
  case cudaDevAttrMaxPitch:
    *value = 2147483647;
    break;
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    *value = 65535;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *value = 49152;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = 232448;
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *value = 233472;
    break;
  case cudaDevAttrReservedSharedMemoryPerBlock:
    *value = 1024;
    break;
  case cudaDevAttrTotalConstantMemory:
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    *value = 65536;
    break;
  case cudaDevAttrWarpSize:
  case cudaDevAttrMaxBlocksPerMultiprocessor:
    *value = 32;
    break;
  case cudaDevAttrClockRate:
    *value = 1980000;
    break;
  case cudaDevAttrMemoryClockRate:
    *value = 3201000;
    break;
  case cudaDevAttrGlobalMemoryBusWidth:
    *value = 6144;
    break;
  case cudaDevAttrL2CacheSize:
    *value = 62914560;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *value = 2048;
    break;
  case cudaDevAttrMultiProcessorCount:
    *value = 132;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *value = 9;
    break;
  case cudaDevAttrAsyncEngineCount:
    *value = 3;
    break;
  case cudaDevAttrGpuOverlap:
  case cudaDevAttrCanMapHostMemory:
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrStreamPrioritiesSupported:
  case cudaDevAttrGlobalL1CacheSupported:
  case cudaDevAttrLocalL1CacheSupported:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrMemoryPoolsSupported:
  case cudaDevAttrEccEnabled:
  case cudaDevAttrComputePreemptionSupported:
  case cudaDevAttrClusterLaunch:
    *value = 1;
    break;
  default:
    *value = 0;
  }
  return cudaSuccess;
}

static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *prop,
                                                  int device) {
  if (device != 0)
    return kmend_error(cudaErrorInvalidDevice);
  *prop = cudaDeviceProp{};
  __builtin_memcpy(prop->name, "NVIDIA H200", 12);
  prop->totalGlobalMem = 150000000000ull;
  prop->sharedMemPerBlock = 49152;
  prop->sharedMemPerBlockOptin = 232448;
  prop->sharedMemPerMultiprocessor = 233472;
  prop->reservedSharedMemPerBlock = 1024;
  prop->regsPerBlock = prop->regsPerMultiprocessor = 65536;
  prop->warpSize = 32;
  prop->memPitch = 2147483647;
  prop->maxThreadsPerBlock = 1024;
  prop->maxThreadsDim[0] = prop->maxThreadsDim[1] = 1024;
  prop->maxThreadsDim[2] = 64;
  prop->maxGridSize[0] = 2147483647;
  prop->maxGridSize[1] = prop->maxGridSize[2] = 65535;
  prop->clockRate = 1980000;
  prop->totalConstMem = 65536;
  prop->major = 9;
  prop->textureAlignment = 512;
  prop->texturePitchAlignment = 32;
  prop->multiProcessorCount = 132;
  prop->memoryClockRate = 3201000;
  prop->memoryBusWidth = 6144;
  prop->l2CacheSize = 62914560;
  prop->maxThreadsPerMultiProcessor = 2048;
  prop->maxBlocksPerMultiProcessor = 32;
  prop->asyncEngineCount = 3;
  prop->deviceOverlap = prop->canMapHostMemory = prop->concurrentKernels =
      prop->unifiedAddressing = prop->streamPrioritiesSupported =
          prop->globalL1CacheSupported = prop->localL1CacheSupported =
              prop->managedMemory = prop->cooperativeLaunch =
                  prop->memoryPoolsSupported = prop->ECCEnabled =
                      prop->computePreemptionSupported = prop->clusterLaunch =
                          1;
  return cudaSuccess;
}

#endif // KMEND_DEVICE_PROPERTIES_H
