// Clocks run forward, sleeping ends, and coordinates are those of the launch;
// the lane is the linear index modulo 32.
__global__ void coordinates(unsigned *out) {
  unsigned linear = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned n = blockDim.x * blockDim.y * blockDim.z;
  // The lowest lane that takes part in a ballot is lane 0 of each warp.
  unsigned mask = linear / 32 * 32 + 32 <= n ? 0xffffffffu : (1u << n % 32) - 1;
  unsigned lanes = __ballot_sync(mask, linear % 32 == 0);
  out[block * n + linear] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z +
                            1000 * blockIdx.x + 10000 * blockIdx.y + 100000 * blockIdx.z +
                            1000000 * lanes;
}
__global__ void clocks(unsigned *out) {
  long long a = clock64();
  clock_t b = clock();
  __nanosleep(100);
  long long c = clock64();
  clock_t d = clock();
  out[0] = c > a;
  out[1] = d != b;
  __prof_trigger(1);
  __threadfence_system();
  __threadfence_block();
  out[2] = warpSize;
}
extern "C" void conformance(unsigned *out, int n) {
  coordinates<<<dim3(2, 1, 3), dim3(5, 4, 2)>>>(out);
  clocks<<<1, 1>>>(out + 240);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int bz = 0; bz < 3; ++bz)
    for (int bx = 0; bx < 2; ++bx)
      for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 4; ++y)
          for (int x = 0; x < 5; ++x)
            e.is(x + 10 * y + 100 * z + 1000 * bx + 100000 * bz + 1000000);
  e.is(1), e.is(1), e.is(32);
  return e.count;
}
