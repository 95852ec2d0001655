// C++ in kernels: templates, lambdas, virtual functions of objects made on the
// device, unions, local arrays, variadic packs, device-side allocation.
#include <new>
#include <utility>
struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
};
struct Box : Shape {
  int width, height;
  __device__ Box(int w, int h) : width(w), height(h) {}
  __device__ int area() const override { return width * height; }
};
template <class T, int N> struct Register {
  T values[N];
  __device__ T &operator[](int i) { return values[i]; }
  __device__ T sum() const {
    T s = 0;
#pragma unroll
    for (int i = 0; i < N; ++i)
      s += values[i];
    return s;
  }
};
template <class... T> __device__ int total(T... v) { return (0 + ... + v); }
template <int N> __device__ constexpr int power(int x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
union Word {
  float f;
  unsigned u;
  unsigned char bytes[4];
};
enum class Mode : unsigned char { Add = 3, Mul = 200 };
__device__ int act(Mode m, int a, int b) {
  switch (m) {
  case Mode::Add:
    return a + b;
  case Mode::Mul:
    return a * b;
  }
  return -1;
}
template <class F> __global__ void apply(unsigned *out, F f) {
  out[threadIdx.x] = f(threadIdx.x);
}
struct Affine {
  int a, b;
  __device__ int operator()(int x) const { return a * x + b; }
};
__global__ void mixed(unsigned *out) {
  int t = threadIdx.x;
  unsigned *o = out + t;
#define PUT(V) *o = (unsigned)(V), o += 16;
  Square square(t);
  Box box(t, 3);
  Shape *shape = t % 2 ? (Shape *)&square : &box;
  PUT(shape->area())
  Register<int, 5> r;
  for (int i = 0; i < 5; ++i)
    r[i] = i * t;
  PUT(r.sum()) PUT(total(t, 2, t * t)) PUT(power<3>(t))
  Word w;
  w.f = (float)t;
  PUT(w.u) PUT(w.bytes[3])
  PUT(act(t % 2 ? Mode::Mul : Mode::Add, t, 5))
  int local[8], k = 0;
  for (int i = 0; i < 8; ++i)
    local[(i * 3 + t) % 8] = i;
again:
  if (local[k] != t % 8 && k < 7) {
    ++k;
    goto again;
  }
  PUT(k)
  int *heap = new int[4];
  for (int i = 0; i < 4; ++i)
    heap[i] = t + i;
  int sum = heap[0] + heap[3];
  delete[] heap;
  PUT(sum)
  char *bytes = (char *)malloc(8);
  bytes[7] = (char)t;
  PUT(bytes[7])
  free(bytes);
  alignas(Square) char room[sizeof(Square)];
  Square *placed = new (room) Square(t + 1);
  PUT(placed->area())
  auto pair = std::make_pair(t, t * 2);
  auto [first, second] = pair;
  PUT(first + second)
  struct {
    unsigned low : 5, high : 27;
  } bits;
  bits.low = t * 3;
  bits.high = t * 1000;
  PUT(bits.low + bits.high)
  const int *end = local + 8;
  int steps = 0;
  for (const int *p = local; p != end; ++p)
    steps += *p & 1 ? 1 : 10;
  PUT(steps)
}
extern "C" void conformance(unsigned *out, int n) {
  int captured = 7;
  apply<<<1, 16>>>(out, [=] __device__(int x) { return x * captured; });
  apply<<<1, 16>>>(out + 16, Affine{3, 4});
  mixed<<<1, 16>>>(out + 32);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  auto row = [&](auto f) {
    for (int t = 0; t < 16; ++t)
      e.is((unsigned)f(t));
  };
  row([](int t) { return 7 * t; });
  row([](int t) { return 3 * t + 4; });
  row([](int t) { return t % 2 ? t * t : 3 * t; });
  row([](int t) { return 10 * t; });
  row([](int t) { return t + 2 + t * t; });
  row([](int t) { return t * t * t; });
  for (int t = 0; t < 16; ++t)
    e.is((float)t);
  row([](int t) { return t == 0 ? 0 : t < 2 ? 0x3f : t < 8 ? 0x40 : 0x41; });
  row([](int t) { return t % 2 ? t * 5 : t + 5; });
  row([](int t) { return (t % 8 * 3 + t) % 8; });
  row([](int t) { return 2 * t + 3; });
  row([](int t) { return t; });
  row([](int t) { return (t + 1) * (t + 1); });
  row([](int t) { return 3 * t; });
  row([](int t) { return t * 3 % 32 + t * 1000; });
  row([](int) { return 44; });
  return e.count;
}
