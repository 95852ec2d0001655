// Barriers of a block and of a warp, also after some threads have returned
// (CUDA C++ Programming Guide, "Synchronization Functions").
__global__ void reductions(unsigned *out) {
  unsigned t = threadIdx.x;
  out[t] = __syncthreads_count(t % 5 == 0);
  out[96 + t] = __syncthreads_and(t < 96) != 0;
  out[192 + t] = __syncthreads_and(t < 95) != 0;
  out[288 + t] = __syncthreads_or(t == 95) != 0;
  out[384 + t] = __syncthreads_or(t == 96) != 0;
}
__global__ void early(unsigned *out, int live) {
  __shared__ unsigned s[96];
  unsigned t = threadIdx.x;
  s[t] = 7;
  __syncthreads();
  if (t >= live)
    return;
  s[t] = t * 2;
  __syncthreads();
  out[t] = s[live - 1 - t];
}
__global__ void stages(unsigned *out) {
  __shared__ unsigned s[2][96];
  unsigned t = threadIdx.x;
  s[0][t] = t;
  for (int i = 0; i < 10; ++i) { // each stage rotates by one
    __syncthreads();
    s[(i + 1) & 1][t] = s[i & 1][(t + 1) % 96];
  }
  __syncthreads();
  out[t] = s[0][t];
}
__global__ void warps(unsigned *out) {
  __shared__ unsigned s[96];
  unsigned t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  unsigned v = s[t ^ 1];
  __syncwarp();
  if (t % 32 < 16) { // the lower half of each warp alone
    s[t] = v + 1;
    __syncwarp(0xffff);
    v = s[t ^ 15];
  }
  out[t] = v;
}
extern "C" void conformance(unsigned *out, int n) {
  reductions<<<1, 96>>>(out);
  early<<<1, 96>>>(out + 480, 40);
  stages<<<1, 96>>>(out + 520);
  warps<<<1, 96>>>(out + 616);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (unsigned v : {20u, 1u, 0u, 1u, 0u}) // 0, 5, ..., 95 are 20
    for (int t = 0; t < 96; ++t)
      e.is(v);
  for (int t = 0; t < 40; ++t)
    e.is((39 - t) * 2);
  for (int t = 0; t < 96; ++t)
    e.is((t + 10) % 96);
  for (int t = 0; t < 96; ++t)
    e.is(t % 32 < 16 ? ((t ^ 15) ^ 1) + 1 : t ^ 1);
  return e.count;
}
