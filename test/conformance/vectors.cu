// Vector types: size, alignment, members, casts of memory, loads and stores with
// a cache hint (CUDA C++ Programming Guide, "Built-in Vector Types").
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define TYPES(X)                                                               \
  X(char1) X(uchar1) X(char2) X(uchar2) X(char3) X(uchar3) X(char4) X(uchar4)  \
  X(short1) X(ushort1) X(short2) X(ushort2) X(short3) X(ushort3) X(short4)     \
  X(ushort4) X(int1) X(uint1) X(int2) X(uint2) X(int3) X(uint3) X(int4)        \
  X(uint4) X(long1) X(ulong1) X(long2) X(ulong2) X(longlong1) X(ulonglong1)    \
  X(longlong2) X(ulonglong2) X(float1) X(float2) X(float3) X(float4)           \
  X(double1) X(double2) X(double3) X(__half) X(__half2) X(__nv_bfloat16)       \
  X(__nv_bfloat162) X(dim3)
template <class T> __device__ T copied(const T *p, T *spare, int how) {
  T v = how == 0   ? __ldg(p)
        : how == 1 ? __ldcs(p)
        : how == 2 ? __ldcg(p)
        : how == 3 ? __ldca(p)
        : how == 4 ? __ldcv(p)
                   : __ldlu(p);
  if (how % 4 == 0)
    __stcs(spare, v);
  else if (how % 4 == 1)
    __stcg(spare, v);
  else if (how % 4 == 2)
    __stwb(spare, v);
  else
    __stwt(spare, v);
  return *spare;
}
__global__ void sizes(unsigned *out) {
#define X(T) *out++ = sizeof(T) | alignof(T) << 8;
  TYPES(X)
#undef X
}
__global__ void access(unsigned *out, char *in, char *spare) {
  int how = threadIdx.x; // 6
  unsigned *o = out + how;
  spare += how * 64;
#define PUT(V) *o = (unsigned)(V), o += 6;
#define SUM4(T)                                                                \
  {                                                                            \
    T v = copied((const T *)in, (T *)spare, how);                              \
    PUT(v.x + 3 * v.y + 5 * v.z + 7 * v.w)                                     \
  }
#define SUM2(T)                                                                \
  {                                                                            \
    T v = copied((const T *)in, (T *)spare, how);                              \
    PUT(v.x + 3 * v.y)                                                         \
  }
  SUM4(uchar4) SUM4(char4) SUM4(ushort4) SUM4(short4) SUM4(int4) SUM4(uint4)
  SUM2(uchar2) SUM2(char2) SUM2(ushort2) SUM2(short2) SUM2(int2) SUM2(uint2)
  SUM2(longlong2) SUM2(ulonglong2)
  float4 f = copied((const float4 *)in, (float4 *)spare, how);
  PUT(__float_as_uint(f.z))
  double2 d = copied((const double2 *)in, (double2 *)spare, how);
  PUT(__double2hiint(d.y))
  PUT(copied((const long long *)in, (long long *)spare, how) >> 32)
  PUT(copied((const unsigned char *)in, (unsigned char *)spare, how))
  PUT(__half_as_ushort(copied((const __half *)in, (__half *)spare, how)))
  __half2 h = copied((const __half2 *)in, (__half2 *)spare, how);
  PUT(__half_as_ushort(h.y))
  __nv_bfloat162 b = copied((const __nv_bfloat162 *)in, (__nv_bfloat162 *)spare, how);
  PUT(__bfloat16_as_ushort(b.y))
  int4 m = make_int4(how, -how, how * how, 9);
  PUT(m.x + m.y * 2 + m.z * 3 + m.w)
  uint3 u = make_uint3(1, 2, how);
  dim3 one(7);
  PUT(u.z + one.x * 100 + one.y * 10 + one.z)
}
extern "C" void conformance(unsigned *out, int n) {
  char host[64], *in;
  for (int i = 0; i < 64; ++i)
    host[i] = (char)(i * 73 + 200);
  cudaMalloc((void **)&in, 64 + 6 * 64);
  cudaMemcpy(in, host, 64, cudaMemcpyHostToDevice);
  sizes<<<1, 1>>>(out);
  access<<<1, 6>>>(out + 44, in, in + 64);
  cudaFree(in);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  // Of two and four, the alignment is the size, up to 16; of three, one member's.
  const int member[] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4,
                        4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 4, 4, 8, 8, 8, 2, 2, 2, 2, 4};
  const int count[] = {1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 2, 2, 3, 3,
                       4, 4, 1, 1, 2, 2, 1, 1, 2, 2, 1, 2, 3, 4, 1, 2, 3, 1, 2, 1, 2, 3};
  for (int i = 0; i < 44; ++i) {
    int size = member[i] * count[i];
    e.is(size | (count[i] == 3 ? member[i] : size > 16 ? 16 : size) << 8);
  }
  unsigned char bytes[64];
  for (int i = 0; i < 64; ++i)
    bytes[i] = (unsigned char)(i * 73 + 200);
  auto field = [&](int size, int i) {
    unsigned long long v = 0;
    for (int k = 0; k < size; ++k)
      v |= (unsigned long long)bytes[i * size + k] << 8 * k;
    return v;
  };
  auto extended = [&](int size, int i) {
    int shift = 64 - 8 * size;
    return (unsigned long long)((long long)(field(size, i) << shift) >> shift);
  };
  auto six = [&](unsigned long long v) {
    for (int i = 0; i < 6; ++i)
      e.is((unsigned)v);
  };
  for (int size : {1, 2})
    for (bool isSigned : {false, true}) {
      unsigned long long sum = 0;
      for (int i = 0; i < 4; ++i)
        sum += (2 * i + 1) * (isSigned ? extended(size, i) : field(size, i));
      six(sum);
    }
  for (int k = 0; k < 2; ++k)
    six(field(4, 0) + 3 * field(4, 1) + 5 * field(4, 2) + 7 * field(4, 3));
  for (int size : {1, 2})
    for (bool isSigned : {false, true})
      six(isSigned ? extended(size, 0) + 3 * extended(size, 1)
                   : field(size, 0) + 3 * field(size, 1));
  for (int size : {4, 8})
    for (int k = 0; k < 2; ++k)
      six(field(size, 0) + 3 * field(size, 1));
  six(field(4, 2));
  six(field(4, 3));
  six(field(4, 1));
  six(field(1, 0));
  six(field(2, 0));
  six(field(2, 1));
  six(field(2, 1));
  for (int how = 0; how < 6; ++how)
    e.is(how - how * 2 + how * how * 3 + 9);
  for (int how = 0; how < 6; ++how)
    e.is(how + 711);
  return e.count;
}
