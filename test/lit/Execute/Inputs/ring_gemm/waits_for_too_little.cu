#include <cstdint>
#include <cuda_fp16.h>

// One warp a tile of 16 x 8; three stages of 16 in k.
constexpr int kStages = 3;

#define CP_ASYNC(DST, SRC, BYTES)                                              \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(DST),   \
               "l"(SRC), "r"(BYTES)                                            \
               : "memory")

template <int N> __device__ __forceinline__ void wait_for_all_but() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(N) : "memory");
}

__global__ void __launch_bounds__(32)
    ring(const __half *x, const __half *w, float *y, int m, int k, int n) {
  __shared__ __align__(16) __half xs[kStages][16][16];
  __shared__ __align__(16) __half ws[kStages][16][8];
  const int lane = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 8;
  const int steps = (k + 15) / 16;

  auto issue = [&](int step) {
    const int stage = step % kStages;
    const int r = lane / 2, c = lane % 2 * 8;
    const bool ok = row0 + r < m && step * 16 + c < k;
    uint32_t to = (uint32_t)__cvta_generic_to_shared(&xs[stage][r][c]);
    CP_ASYNC(to, ok ? x + (size_t)(row0 + r) * k + step * 16 + c : x,
             ok ? 16 : 0);
    if (lane < 16) {
      const bool in = step * 16 + lane < k;
      to = (uint32_t)__cvta_generic_to_shared(&ws[stage][lane][0]);
      CP_ASYNC(to, in ? w + (size_t)(step * 16 + lane) * n + col0 : w,
               in ? 16 : 0);
    }
  };

  for (int s = 0; s < kStages - 1; ++s) {
    if (s < steps)
      issue(s);
    asm volatile("cp.async.commit_group;\n" ::: "memory");
  }
  float d[4] = {0, 0, 0, 0};
  for (int s = 0; s < steps; ++s) {
    wait_for_all_but<kStages - 1>();
    __syncthreads();
    if (s + kStages - 1 < steps)
      issue(s + kStages - 1);
    asm volatile("cp.async.commit_group;\n" ::: "memory");
    uint32_t a[4], b[2];
    const int stage = s % kStages;
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
        : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
        : "r"((uint32_t)__cvta_generic_to_shared(
            &xs[stage][lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                 : "=r"(b[0]), "=r"(b[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(
                     &ws[stage][lane % 16][0])));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                   "r"(b[1]));
  }
  for (int i = 0; i < 4; ++i) {
    const int r = row0 + lane / 4 + i / 2 * 8;
    if (r < m)
      y[(size_t)r * n + col0 + lane % 4 * 2 + i % 2] = d[i];
  }
}

extern "C" void ring_gemm(const __half *x, const __half *w, float *y, int m,
                          int k8, int n8) {
  ring<<<dim3(n8, (m + 15) / 16), 32>>>(x, w, y, m, k8 * 8, n8 * 8);
}
