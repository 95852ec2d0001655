// Votes, matches, reductions and the active mask (CUDA C++ Programming Guide,
// "Warp Vote Functions", "Warp Match Functions", "Warp Reduce Functions").
__global__ void kernel(unsigned *out) {
  unsigned lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  unsigned *o = out + lane;
  *o = __ballot_sync(all, lane % 3 == 0), o += 32;
  *o = __any_sync(all, lane == 7), o += 32;
  *o = __any_sync(all, lane == 40), o += 32;
  *o = __all_sync(all, lane < 32), o += 32;
  *o = __all_sync(all, lane != 31), o += 32;
  *o = __activemask(), o += 32;
  // The lanes of one mask alone decide.
  unsigned mine = lane & 1 ? 0xaaaaaaaau : 0x55555555u;
  *o = __ballot_sync(mine, lane < 8), o += 32;
  *o = __all_sync(mine, lane & 1), o += 32;
  *o = __match_any_sync(all, lane / 4), o += 32;
  *o = __match_any_sync(all, lane & 1 ? 0.0f : -0.0f), o += 32;
  *o = __match_any_sync(all, (unsigned long long)(lane / 16) << 32), o += 32;
  int same;
  *o = __match_all_sync(all, 5, &same), o += 32;
  *o = same, o += 32;
  *o = __match_all_sync(all, lane / 31, &same), o += 32;
  *o = same, o += 32;
  *o = __reduce_add_sync(all, lane * lane), o += 32;
  *o = (unsigned)__reduce_add_sync(all, -(int)lane), o += 32;
  *o = __reduce_min_sync(all, lane + 3), o += 32;
  *o = __reduce_max_sync(all, lane + 3), o += 32;
  *o = (unsigned)__reduce_min_sync(all, (int)lane - 16), o += 32;
  *o = (unsigned)__reduce_max_sync(all, (int)lane - 16), o += 32;
  *o = __reduce_and_sync(all, lane | 0x40), o += 32;
  *o = __reduce_or_sync(all, 1u << lane / 2), o += 32;
  *o = __reduce_xor_sync(mine, lane), o += 32;
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 32>>>(out); }
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  auto row = [&](auto f) {
    for (unsigned l = 0; l < 32; ++l)
      e.is((unsigned)f(l));
  };
  row([](unsigned) { return 0x49249249u; }); // 0, 3, 6, ..., 30
  row([](unsigned) { return 1; });
  row([](unsigned) { return 0; });
  row([](unsigned) { return 1; });
  row([](unsigned) { return 0; });
  row([](unsigned) { return 0xffffffffu; });
  row([](unsigned l) { return l & 1 ? 0xaau : 0x55u; });
  row([](unsigned l) { return l & 1; });
  row([](unsigned l) { return 0xfu << (l / 4 * 4); });
  // Bits are compared, not values: 0 and -0 differ.
  row([](unsigned l) { return l & 1 ? 0xaaaaaaaau : 0x55555555u; });
  row([](unsigned l) { return l < 16 ? 0xffffu : 0xffff0000u; });
  row([](unsigned) { return 0xffffffffu; });
  row([](unsigned) { return 1; });
  row([](unsigned) { return 0; });
  row([](unsigned) { return 0; });
  row([](unsigned) { return 31 * 32 * 63 / 6; });
  row([](unsigned) { return -496; });
  row([](unsigned) { return 3; });
  row([](unsigned) { return 34; });
  row([](unsigned) { return -16; });
  row([](unsigned) { return 15; });
  row([](unsigned) { return 0x40; });
  row([](unsigned) { return 0xffff; });
  row([](unsigned) { return 0; }); // 16 even (odd) numbers, each bit 8 times
  return e.count;
}
