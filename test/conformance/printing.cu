// printf in kernels (CUDA C++ Programming Guide, "Formatted Output"): one thread
// at a time, so that the order is known.
// PRINTS: int -5 unsigned 4294967295 hex ff FF octal 17 char x percent %
// PRINTS: [    7] [7    ] [00007] [+7] [ 7] [0x1f]
// PRINTS: 1.500000 1.50 2e+10 1.500000e+00 1.5 0.1 123456789.250
// PRINTS: string [word] [  word] [wo]
// PRINTS: 9000000000 -9000000000 123456789abcdef
// PRINTS: block 1 thread 2
// PRINTS: nan inf -inf
#include <cstdio>
__global__ void kernel(unsigned *out) {
  printf("int %d unsigned %u hex %x %X octal %o char %c percent %%\n", -5, 0xffffffffu, 255, 255, 15, 'x');
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%#x]\n", 7, 7, 7, 7, 7, 31);
  printf("%f %.2f %g %e %g %g %.3f\n", 1.5f, 1.5, 2e10, 1.5, 1.5, 0.1, 123456789.25);
  printf("string [%s] [%6s] [%.2s]\n", "word", "word", "word");
  printf("%lld %ld %llx\n", 9000000000ll, -9000000000l, 0x123456789abcdefull);
  out[0] = 1;
}
__global__ void where(unsigned *out) {
  if (blockIdx.x == 1 && threadIdx.x == 2)
    out[1] = printf("block %d thread %u\n", blockIdx.x, threadIdx.x);
}
__global__ void odd(unsigned *out, float zero) {
  float nan = zero / zero;
  printf("%f %f %f\n", nan < 0 ? -nan : __int_as_float(0x7fc00000), 1 / zero, -1 / zero);
}
extern "C" void conformance(unsigned *out, int n) {
  kernel<<<1, 1>>>(out);
  where<<<3, 5>>>(out);
  odd<<<1, 1>>>(out, 0.0f);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  e.is(1);
  e.is(2); // the number of arguments
  return e.count;
}
