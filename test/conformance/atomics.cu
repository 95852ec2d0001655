// Atomic operations: what is stored and what is returned (CUDA C++ Programming
// Guide, "Atomic Functions"). Every value is one that any order of the threads
// gives.
__global__ void kernel(unsigned *out, int *i, float *f, double *d,
                       unsigned long long *l) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; // 128 threads
  unsigned *u = (unsigned *)i;
  atomicAdd(&i[0], t);
  atomicAdd(&u[1], 0x80000000u + t);
  atomicSub(&i[2], t);
  atomicMax(&i[3], t - 64);
  atomicMin(&i[4], t - 64);
  atomicMax(&u[5], (unsigned)(t - 64));
  atomicMin(&u[6], (unsigned)(t - 64) | 5);
  atomicAnd(&i[7], ~(1 << t % 16));
  atomicOr(&i[8], 1 << t % 16);
  atomicXor(&i[9], 1 << t % 7);
  atomicInc(&u[10], 9);  // 128 steps modulo 10
  atomicDec(&u[11], 9);
  atomicAdd(&f[0], 0.25f);
  atomicAdd(&d[0], 0.125);
  atomicAdd(&l[0], 1ull << 40);
  atomicMax(&l[1], (unsigned long long)t << 33);
  atomicMin(&l[2], ~(unsigned long long)t);
  atomicOr(&l[3], 1ull << t % 64);
  atomicMax((long long *)&l[4], -(long long)t - 1);
  atomicMin((long long *)&l[5], -((long long)t << 34));
  atomicAdd_block(&i[12], 1);
  atomicAdd_system(&i[13], 2);
  // A returned value is the old one: the tickets are a permutation.
  out[32 + atomicAdd(&u[14], 1)] = 1;
  // A lock-free maximum by compare and swap.
  unsigned old = u[15];
  while (old < (unsigned)t) {
    unsigned seen = atomicCAS(&u[15], old, (unsigned)t);
    if (seen == old)
      break;
    old = seen;
  }
}
__global__ void single(unsigned *out) {
  int i = 5;
  __shared__ int s;
  __shared__ unsigned u;
  __shared__ float f;
  __shared__ unsigned short h[2];
  __shared__ unsigned long long l;
  s = 5;
  out[0] = atomicExch(&s, 9), out[1] = s;
  out[2] = atomicCAS(&s, 9, 3), out[3] = s;
  out[4] = atomicCAS(&s, 9, 4), out[5] = s;
  f = 1.5f;
  out[6] = __float_as_uint(atomicExch(&f, -2.0f)), out[7] = __float_as_uint(f);
  u = 7;
  out[8] = atomicInc(&u, 7), out[9] = u; // 7 >= 7: to 0
  out[10] = atomicDec(&u, 7), out[11] = u; // 0: to 7
  u = 20;
  out[12] = atomicDec(&u, 7), out[13] = u; // above the bound: to the bound
  out[14] = atomicInc(&u, 7), out[15] = u;
  h[0] = 3, h[1] = 4;
  out[16] = atomicCAS(&h[1], (unsigned short)4, (unsigned short)8);
  out[17] = h[0] | h[1] << 16;
  l = 1ull << 40;
  out[18] = atomicExch(&l, 5ull) >> 40, out[19] = (unsigned)l;
  out[20] = atomicCAS(&l, 5ull, 6ull), out[21] = (unsigned)l;
  f = 0x1p127f;
  atomicAdd(&f, 0x1p127f);
  out[22] = __float_as_uint(f);
  s = 0x7fffffff;
  out[23] = atomicAdd(&s, 1), out[24] = s; // wraps
  out[25] = i;
}
extern "C" void conformance(unsigned *out, int n) {
  int start[16] = {0, 0, 0, -1000, 1000, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
  unsigned long long wide[6] = {0, 0, ~0ull, 0, 1ull << 63, 0};
  char *work;
  cudaMalloc((void **)&work, 256);
  cudaMemset(work, 0, 256);
  cudaMemcpy(work, start, 64, cudaMemcpyHostToDevice);
  cudaMemcpy(work + 128, wide, 48, cudaMemcpyHostToDevice);
  kernel<<<2, 64>>>(out, (int *)work, (float *)(work + 64),
                    (double *)(work + 72), (unsigned long long *)(work + 128));
  cudaMemcpy(out, work, 64, cudaMemcpyDeviceToDevice);
  cudaMemcpy(out + 16, work + 64, 4, cudaMemcpyDeviceToDevice);
  cudaMemcpy(out + 17, work + 72, 8, cudaMemcpyDeviceToDevice);
  cudaMemcpy(out + 19, work + 128, 48, cudaMemcpyDeviceToDevice);
  cudaMemset(out + 31, 0, 4);
  single<<<1, 1>>>(out + 160);
  cudaFree(work);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  e.is(127 * 64);
  e.is(127 * 64); // 128 times 2^31 is 0 modulo 2^32
  e.is(-127 * 64);
  e.is(63);
  e.is(-64);
  e.is(0xffffffffu);
  e.is(5);
  e.is(0xffff0000u);
  e.is(0xffff);
  // 128 = 18 * 7 + 2: bits 0 and 1 flip 19 times, the others 18.
  e.is(3);
  e.is(8);                      // 128 modulo 10
  e.is(2);                      // 0 -> 9 -> ... -> 0 in 10 steps; 8 steps: 2
  e.is(128), e.is(256), e.is(128);
  e.is(127);
  e.is(32.0f);
  e.is(16.0);
  e.is(128ull << 40);
  e.is(127ull << 33);
  e.is(~127ull);
  e.is(~0ull);
  e.is(-1ll);
  e.is(-(127ll << 34));
  e.is(0);
  for (int t = 0; t < 128; ++t)
    e.is(1);
  for (unsigned v : {5u, 9u, 9u, 3u, 3u, 3u, 0x3fc00000u, 0xc0000000u, 7u, 0u,
                     0u, 7u, 20u, 7u, 7u, 0u, 4u, 0x80003u, 1u, 5u, 5u, 6u,
                     0x7f800000u, 0x7fffffffu, 0x80000000u, 5u})
    e.is(v);
  return e.count;
}
