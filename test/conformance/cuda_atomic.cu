// cuda::atomic, cuda::atomic_ref, cuda::std (libcu++).
#include <cuda/atomic>
#include <cuda/functional>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
__device__ cuda::atomic<int, cuda::thread_scope_device> total{0};
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  total.fetch_add(t, cuda::memory_order_relaxed);
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> ref(out[1]);
  ref.fetch_max(t * 3, cuda::memory_order_relaxed);
  cuda::atomic_ref<unsigned> sum(out[2]);
  sum += 2;
  ++sum;
  cuda::atomic_ref<float> real(*(float *)(out + 3));
  real.fetch_add(0.5f);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  __syncthreads();
  if (t == 0) {
    out[0] = total.load(cuda::memory_order_acquire);
    unsigned want = 5;
    cuda::atomic_ref<unsigned> last(out[4]);
    last.store(9);
    out[5] = last.compare_exchange_strong(want, 1);
    out[6] = want;
    out[7] = last.compare_exchange_strong(want, 1);
    out[8] = last.exchange(12);
    out[9] = cuda::std::numeric_limits<int>::max();
    out[10] = __float_as_uint(cuda::std::numeric_limits<float>::lowest());
    out[11] = cuda::std::plus<>{}(3, 4);
    out[12] = cuda::maximum<>{}(3, 4) * 10 + cuda::minimum<int>{}(3, 4);
    cuda::std::uint16_t small = 70000 % 65536;
    out[13] = small;
    out[14] = cuda::std::is_same_v<cuda::std::remove_cv_t<const int>, int>;
    int a = 1, b = 2;
    cuda::std::swap(a, b);
    out[15] = a * 10 + b;
  }
}
extern "C" void conformance(unsigned *out, int n) {
  cudaMemset(out, 0, 64);
  int zero = 0;
  cudaMemcpyToSymbol(total, &zero, sizeof zero);
  kernel<<<1, 64>>>(out);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  e.is(2016), e.is(189), e.is(192), e.is(32.0f);
  e.is(12), e.is(0), e.is(9), e.is(1), e.is(1);
  e.is(0x7fffffff), e.is(-3.40282347e+38f), e.is(7), e.is(43), e.is(4464), e.is(1), e.is(21);
  return e.count;
}
