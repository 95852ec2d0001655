// What a launch or a call of the runtime that cannot be answers, and that an
// error of a launch is told once (CUDA C++ Programming Guide, "Error Checking";
// limits of compute capability 9.0). Which error it is has changed: CUDA 12 says
// cudaErrorInvalidConfiguration where CUDA 13 says cudaErrorInvalidValue.
#include <cstring>
__global__ void nothing(unsigned *out) {
  if (out)
    out[0] = 7;
}
__global__ void __launch_bounds__(128) bounded(unsigned *) {}
extern __shared__ char dynamicBytes[];
__global__ void shared(unsigned *out) {
  dynamicBytes[threadIdx.x] = 3;
  out[0] = dynamicBytes[threadIdx.x] + 4;
}
extern "C" void conformance(unsigned *out, int n) {
  unsigned host[64];
  int k = 0;
  auto last = [&] { host[k++] = cudaGetLastError() != cudaSuccess; };
  nothing<<<1, 1>>>(out), last();
  nothing<<<1, 1025>>>(nullptr), last();
  last(); // told once
  nothing<<<1, 0>>>(nullptr), last();
  nothing<<<0, 1>>>(nullptr), last();
  nothing<<<dim3(1, 65536), 1>>>(nullptr), last();
  nothing<<<dim3(1, 1, 65536), 1>>>(nullptr), last();
  nothing<<<1, dim3(1, 1, 65)>>>(nullptr), last();
  nothing<<<1, dim3(32, 32, 2)>>>(nullptr), last();
  bounded<<<1, 128>>>(nullptr), last();
  bounded<<<1, 129>>>(nullptr), last();
  shared<<<1, 1, 48 * 1024>>>(out + 1), last();
  shared<<<1, 1, 48 * 1024 + 1>>>(out + 1), last();
  host[k++] = cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  shared<<<1, 1, 100000>>>(out + 2), last();
  host[k++] = cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449) != cudaSuccess;
  last();
  nothing<<<1, 1025>>>(nullptr);
  host[k++] = cudaPeekAtLastError() != cudaSuccess;
  host[k++] = cudaPeekAtLastError() != cudaSuccess;
  last(), last();
  int device = 9;
  host[k++] = cudaGetDevice(&device);
  host[k++] = device;
  host[k++] = cudaSetDevice(99);
  last();
  void *p = nullptr;
  host[k++] = cudaMalloc(&p, 0);
  host[k++] = p == nullptr;
  host[k++] = cudaFree(nullptr);
  host[k++] = cudaMalloc(&p, 1000);
  host[k++] = (unsigned)((unsigned long long)p & 15);
  host[k++] = cudaMemset(p, 0x11, 1000);
  unsigned word;
  host[k++] = cudaMemcpy2D(&word, 4, p, 16, 4, 1, cudaMemcpyDeviceToHost);
  host[k++] = word;
  host[k++] = cudaMemcpy2D(&word, 2, p, 16, 4, 1, cudaMemcpyDeviceToHost) != cudaSuccess;
  last();
  host[k++] = cudaFree(p);
  cudaFuncAttributes a;
  host[k++] = cudaFuncGetAttributes(&a, bounded);
  host[k++] = a.maxThreadsPerBlock;
  host[k++] = strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration");
  host[k++] = strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  host[k++] = strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
  host[k++] = strcmp(cudaGetErrorString(cudaErrorLaunchOutOfResources), "too many resources requested for launch");
  int value = 0;
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  host[k++] = value;
  cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0);
  host[k++] = value;
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  host[k++] = prop.major * 10 + prop.minor;
  host[k++] = prop.sharedMemPerBlock;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, nothing, 1024, 0);
  host[k++] = value;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, nothing, 1024, 48 * 1024);
  host[k++] = value;
  cudaDeviceSynchronize();
  cudaMemcpy(out + 3, host, k * 4, cudaMemcpyHostToDevice);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  e.is(7), e.is(7), e.is(7);
  for (unsigned v : {0u, 1u, 0u, 1u, 1u, 1u, 1u, 1u, 1u, 0u})
    e.is(v);
  e.is(1); // over its bounds
  e.is(0), e.is(1), e.is(0), e.is(0), e.is(1), e.is(1);
  e.is(1), e.is(1), e.is(1), e.is(0); // peeking keeps it
  e.is(0), e.is(0), e.is((int)cudaErrorInvalidDevice), e.is(1);
  e.is(0), e.is(1), e.is(0), e.is(0), e.is(0), e.is(0), e.is(0), e.is(0x11111111);
  e.is(1), e.is(1);
  e.is(0), e.is(0), e.is(128), e.is(0), e.is(0), e.is(0), e.is(0);
  e.is(232448), e.is(32), e.is(90), e.is(49152), e.is(2), e.is(2);
  return e.count;
}
