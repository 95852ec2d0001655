// Shuffles in all forms (CUDA C++ Programming Guide, "Warp Shuffle Functions";
// PTX ISA, shfl.sync).
__device__ unsigned *put(unsigned *out, unsigned row, unsigned value) {
  out[row * 32 + threadIdx.x] = value;
  return out;
}
__global__ void kernel(unsigned *out) {
  unsigned lane = threadIdx.x, v = 100 + lane;
  const unsigned all = 0xffffffffu;
  unsigned row = 0;
  for (int width = 32; width >= 2; width /= 2) {
    put(out, row++, __shfl_sync(all, v, 3, width));
    put(out, row++, __shfl_sync(all, v, (int)lane + 1, width));
    put(out, row++, __shfl_up_sync(all, v, 3, width));
    put(out, row++, __shfl_down_sync(all, v, 3, width));
    put(out, row++, __shfl_xor_sync(all, v, 5, width));
  }
  put(out, row++, __shfl_sync(all, v, -1));
  put(out, row++, __shfl_sync(all, v, 37));
  // Of the distance, too, five bits count: 33 is 1.
  put(out, row++, __shfl_up_sync(all, v, 33));
  put(out, row++, __shfl_down_sync(all, v, 33));
  put(out, row++, __shfl_xor_sync(all, v, 33));
  put(out, row++, __shfl_up_sync(all, v, 32));
  // Half a warp at a time, each with its own mask.
  unsigned mine = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  put(out, row++, __shfl_xor_sync(mine, v, 1));
  // 64 bits and floating point travel whole.
  unsigned long long wide = (unsigned long long)v << 40 | lane;
  put(out, row++, (unsigned)(__shfl_sync(all, wide, 9) >> 40));
  put(out, row++, (unsigned)__shfl_down_sync(all, (double)v + 0.5, 1) );
  put(out, row++, __float_as_uint(__shfl_up_sync(all, (float)v, 1)));
  put(out, row++, (unsigned)__shfl_xor_sync(all, -(long long)v, 16));
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 32>>>(out); }
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int width = 32; width >= 2; width /= 2) {
    // The lane is taken modulo the width, inside the segment of the reader.
    for (int l = 0; l < 32; ++l)
      e.is(100 + l / width * width + 3 % width);
    for (int l = 0; l < 32; ++l)
      e.is(100 + l / width * width + (l + 1) % width);
    // Up and down stay in the segment, or keep their own value.
    for (int l = 0; l < 32; ++l)
      e.is(100 + (l % width < 3 ? l : l - 3));
    for (int l = 0; l < 32; ++l)
      e.is(100 + (l % width + 3 >= width ? l : l + 3));
    // A butterfly may reach an earlier segment, never a later one.
    for (int l = 0; l < 32; ++l)
      e.is(100 + ((l ^ 5) / width > l / width ? l : l ^ 5));
  }
  for (int l = 0; l < 32; ++l)
    e.is(100 + 31);
  for (int l = 0; l < 32; ++l)
    e.is(100 + 5);
  for (int l = 0; l < 32; ++l)
    e.is(100 + (l == 0 ? l : l - 1));
  for (int l = 0; l < 32; ++l)
    e.is(100 + (l == 31 ? l : l + 1));
  for (int l = 0; l < 32; ++l)
    e.is(100 + (l ^ 1));
  for (int l = 0; l < 32; ++l)
    e.is(100 + l);
  for (int l = 0; l < 32; ++l)
    e.is(100 + (l ^ 1));
  for (int l = 0; l < 32; ++l)
    e.is(100 + 9);
  for (int l = 0; l < 32; ++l)
    e.is(100 + (l == 31 ? 31 : l + 1));
  for (int l = 0; l < 32; ++l)
    e.is((float)(100 + (l == 0 ? 0 : l - 1)));
  for (int l = 0; l < 32; ++l)
    e.is(-(100 + (l ^ 16)));
  return e.count;
}
