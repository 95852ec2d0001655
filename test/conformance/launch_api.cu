// Launches through functions, streams, events, allocators (CUDA Runtime API).
struct Pair {
  short a;
  double b;
};
__global__ void kernel(unsigned *out, int add, Pair p, float scale) {
  out[threadIdx.x] = (unsigned)(threadIdx.x * scale) + add + p.a + (unsigned)p.b;
}
template <class T> __global__ void generic(T *out, T v) { out[threadIdx.x] += v; }
static void hosted(void *data) { *(int *)data += 5; }
extern "C" void conformance(unsigned *out, int n) {
  int add = 7;
  Pair p = {3, 40.5};
  float scale = 2.0f;
  void *arguments[] = {&out, &add, &p, &scale};
  unsigned host[16];
  int k = 0;
  host[k++] = cudaLaunchKernel((const void *)kernel, dim3(1), dim3(8), arguments, 0, 0);
  unsigned *second = out + 8;
  arguments[0] = &second;
  cudaStream_t stream, high;
  host[k++] = cudaStreamCreate(&stream);
  int least, greatest;
  host[k++] = cudaDeviceGetStreamPriorityRange(&least, &greatest);
  host[k++] = cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(8);
  config.stream = stream;
  host[k++] = cudaLaunchKernelExC(&config, (const void *)kernel, arguments);
  host[k++] = cudaLaunchKernelEx(&config, generic<unsigned>, second, 100u);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreateWithFlags(&end, cudaEventDefault);
  cudaEventRecord(begin, stream);
  generic<<<1, 4, 0, stream>>>(out, 1000u);
  cudaEventRecord(end, stream);
  host[k++] = cudaStreamWaitEvent(high, end, 0);
  host[k++] = cudaEventSynchronize(end);
  float ms = -1;
  host[k++] = cudaEventElapsedTime(&ms, begin, end);
  host[k++] = ms >= 0;
  int counter = 0;
  cudaLaunchHostFunc(stream, hosted, &counter);
  cudaStreamSynchronize(stream);
  host[k++] = counter;
  unsigned *a = nullptr, *pinned = nullptr;
  host[k++] = cudaMallocAsync((void **)&a, 64, stream);
  cudaMemsetAsync(a, 1, 64, stream);
  host[k++] = cudaMallocHost((void **)&pinned, 64);
  cudaMemcpyAsync(pinned, a, 64, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  host[k++] = pinned[15];
  host[k++] = cudaFreeAsync(a, stream) | cudaFreeHost(pinned);
  char *pitched;
  size_t pitch;
  cudaMallocPitch((void **)&pitched, &pitch, 100, 3);
  host[k++] = pitch >= 100 && pitch % 32 == 0;
  cudaMemset2D(pitched, pitch, 9, 100, 3);
  cudaFree(pitched);
  cudaEventDestroy(begin), cudaEventDestroy(end);
  cudaStreamDestroy(stream), cudaStreamDestroy(high);
  cudaDeviceSynchronize();
  cudaMemcpy(out + 16, host, sizeof host, cudaMemcpyHostToDevice);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int t = 0; t < 8; ++t)
    e.is(2 * t + 50 + (t < 4 ? 1000 : 0));
  for (int t = 0; t < 8; ++t)
    e.is(2 * t + 150);
  for (unsigned v : {0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 1u, 5u, 0u, 0u, 0x01010101u, 0u, 1u})
    e.is(v);
  return e.count;
}
