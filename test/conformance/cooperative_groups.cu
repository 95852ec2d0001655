// Groups: ranks and sizes, tiles of every size with all their operations, the
// threads of a branch, partitions (CUDA C++ Programming Guide, "Cooperative
// Groups").
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct Big {
  int a;
  double b;
  int c;
};
template <int Size> __global__ void tiles(unsigned *out) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int t = threadIdx.x;
  unsigned *o = out + t;
#define PUT(V) *o = (unsigned)(V), o += 64;
  PUT(tile.thread_rank()) PUT(tile.size()) PUT(tile.meta_group_rank())
  PUT(tile.meta_group_size()) PUT(tile.shfl(t, 1)) PUT(tile.shfl_up(t, 2))
  PUT(tile.shfl_down(t, 2)) PUT(tile.shfl_xor(t, 1)) PUT(tile.ballot(t % 3 == 0))
  PUT(tile.any(t == 5)) PUT(tile.all(t < 32)) PUT(tile.match_any(t % 2))
  int same;
  PUT(tile.match_all(t / Size, same)) PUT(same)
  Big big = tile.shfl(Big{t, t * 0.5, -t}, Size - 1);
  PUT(big.a + big.c + (int)(big.b * 4))
  tile.sync();
}
__global__ void groups(unsigned *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  int t = block.thread_rank();
  unsigned *o = out + block.group_index().x * 64 + t;
#define NEXT(V) *o = (unsigned)(V), o += 128;
  NEXT(block.thread_rank()) NEXT(block.size()) NEXT(block.group_index().x)
  NEXT(block.thread_index().y) NEXT(block.group_dim().x) NEXT(grid.thread_rank())
  NEXT(grid.size()) NEXT(grid.num_blocks())
  auto warp = cg::tiled_partition<32>(block);
  auto quarter = cg::tiled_partition<8>(warp);
  NEXT(quarter.meta_group_rank() * 100 + quarter.meta_group_size())
  cg::thread_block_tile<8> any = quarter;
  NEXT(any.meta_group_rank() * 100 + any.thread_rank())
  auto run = cg::tiled_partition(block, 16);
  NEXT(run.size() * 100 + run.thread_rank())
  auto half = cg::binary_partition(warp, t % 3 == 0);
  NEXT(half.size() * 100 + half.thread_rank())
  NEXT(half.shfl(t, 1))
  auto label = cg::labeled_partition(warp, t % 5);
  NEXT(label.size() * 100 + label.thread_rank())
  NEXT(label.meta_group_size())
  NEXT(label.shfl_up(t, 1)) NEXT(label.shfl_down(t, 1))
  NEXT(label.ballot(t > 15)) NEXT(label.any(t == 4)) NEXT(label.all(t % 5 == 2))
  block.sync();
}
__global__ void branches(unsigned *out) {
  int t = threadIdx.x;
  unsigned rank, size, sum = 0;
  if (t % 4 == 1) {
    auto active = cg::coalesced_threads();
    rank = active.thread_rank();
    size = active.size();
    for (unsigned i = 0; i < active.size(); ++i)
      sum += active.shfl(t, i);
    active.sync();
  } else {
    rank = 77;
    size = 78;
  }
  out[t] = rank;
  out[32 + t] = size;
  out[64 + t] = sum;
}
extern "C" void conformance(unsigned *out, int n) {
  tiles<32><<<1, 64>>>(out), out += 15 * 64;
  tiles<16><<<1, 64>>>(out), out += 15 * 64;
  tiles<8><<<1, 64>>>(out), out += 15 * 64;
  tiles<4><<<1, 64>>>(out), out += 15 * 64;
  groups<<<2, dim3(16, 4)>>>(out), out += 20 * 128;
  branches<<<1, 32>>>(out);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int size : {32, 16, 8, 4}) {
    auto row = [&](auto f) { // t, rank in the tile, first thread of the tile
      for (int t = 0; t < 64; ++t)
        e.is((unsigned)f(t, t % size, t / size * size));
    };
    auto lanes = [&](int first, auto p) {
      unsigned bits = 0;
      for (int i = 0; i < size; ++i)
        bits |= (unsigned)p(first + i) << i;
      return bits;
    };
    unsigned all = size == 32 ? ~0u : (1u << size) - 1;
    row([](int, int r, int) { return r; });
    row([&](int, int, int) { return size; });
    row([&](int t, int, int) { return t / size; });
    row([&](int, int, int) { return 64 / size; });
    row([](int, int, int f) { return f + 1; });
    row([](int t, int r, int) { return r < 2 ? t : t - 2; });
    row([&](int t, int r, int) { return r + 2 < size ? t + 2 : t; });
    row([](int t, int, int) { return t ^ 1; });
    row([&](int, int, int f) { return lanes(f, [](int i) { return i % 3 == 0; }); });
    row([&](int, int, int f) { return f <= 5 && 5 < f + size; });
    row([](int t, int, int) { return t < 32; });
    row([&](int t, int, int f) {
      return lanes(f, [&](int i) { return i % 2 == t % 2; });
    });
    row([&](int, int, int) { return all; });
    row([](int, int, int) { return 1; });
    row([&](int, int, int f) { return (f + size - 1) * 2; });
  }
  auto row = [&](auto f) {
    for (int i = 0; i < 128; ++i)
      e.is((unsigned)f(i / 64, i % 64));
  };
  row([](int, int t) { return t; });
  row([](int, int) { return 64; });
  row([](int b, int) { return b; });
  row([](int, int t) { return t / 16; });
  row([](int, int) { return 16; });
  row([](int b, int t) { return b * 64 + t; });
  row([](int, int) { return 128; });
  row([](int, int) { return 2; });
  row([](int, int t) { return t % 32 / 8 * 100 + 4; });
  row([](int, int t) { return t % 32 / 8 * 100 + t % 8; });
  row([](int, int t) { return 1600 + t % 16; });
  // 0, 3, ..., 30 are 11 of the first warp; 33, 36, ..., 63 are 11 of the second.
  auto count = [](int first, int last, auto p) {
    int n = 0;
    for (int i = first; i <= last; ++i)
      n += p(i);
    return n;
  };
  auto nth = [](int first, int rank, auto p) {
    for (int i = first; i < first + 32; ++i)
      if (p(i) && rank-- == 0)
        return i;
    return -1;
  };
  auto same3 = [](int t) { return [=](int i) { return (i % 3 == 0) == (t % 3 == 0); }; };
  auto same5 = [](int t) { return [=](int i) { return i % 5 == t % 5; }; };
  row([&](int, int t) {
    int f = t & ~31;
    return count(f, f + 31, same3(t)) * 100 + count(f, t - 1, same3(t));
  });
  row([&](int, int t) { return nth(t & ~31, 1, same3(t)); });
  row([&](int, int t) {
    int f = t & ~31;
    return count(f, f + 31, same5(t)) * 100 + count(f, t - 1, same5(t));
  });
  row([](int, int) { return 5; });
  row([](int, int t) { return t % 32 < 5 ? t : t - 5; });
  row([](int, int t) { return t % 32 + 5 > 31 ? t : t + 5; });
  row([&](int, int t) {
    unsigned bits = 0, rank = 0;
    for (int i = t & ~31; i < (t & ~31) + 32; ++i)
      if (i % 5 == t % 5)
        bits |= (unsigned)(i > 15) << rank++;
    return bits;
  });
  row([](int, int t) { return t < 32 && t % 5 == 4; });
  row([](int, int t) { return t % 5 == 2; });
  for (int t = 0; t < 32; ++t)
    e.is(t % 4 == 1 ? t / 4 : 77);
  for (int t = 0; t < 32; ++t)
    e.is(t % 4 == 1 ? 8 : 78);
  for (int t = 0; t < 32; ++t)
    e.is(t % 4 == 1 ? 8 + 4 * 28 : 0); // 1 + 5 + ... + 29
  return e.count;
}
