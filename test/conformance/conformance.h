//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read before every file of this folder. A file defines
//
//   extern "C" void conformance(unsigned *out, int n);
//     fills the n words of device memory at out (poisoned before);
//   extern "C" int expected(unsigned *want, float *ulp);
//     says on the host what they must be, and returns n.
//
// ulp is 0 for a word that must have these very bits, the largest distance in
// units in the last place for a float that CUDA promises only so exactly, minus
// that distance for a double in this word and the next. NaNs are equal. A line
// `// PRINTS: text` of the file is a line that its kernels print.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CONFORMANCE_H
#define KMEND_CONFORMANCE_H

struct Expected {
  unsigned *want;
  float *ulp;
  int count = 0;

  Expected(unsigned *want, float *ulp) : want(want), ulp(ulp) {}
  void is(unsigned word) {
    want[count] = word;
    ulp[count++] = 0;
  }
  void is(int word) { is((unsigned)word); }
  void is(unsigned long long word) {
    is((unsigned)word);
    is((unsigned)(word >> 32));
  }
  void is(long long word) { is((unsigned long long)word); }
  void is(float value) {
    unsigned word;
    __builtin_memcpy(&word, &value, 4);
    is(word);
    if (value != value)
      ulp[count - 1] = 1; // any NaN
  }
  void is(double value) { near(value, 1e-9); }
  /// A float at most \p bound units in the last place away.
  void near(float value, double bound) {
    is(value);
    ulp[count - 1] = bound > 0 ? (float)bound : 1e-9f;
  }
  void near(double value, double bound) {
    unsigned long long words;
    __builtin_memcpy(&words, &value, 8);
    is(words);
    ulp[count - 2] = -(float)bound;
  }
  /// A float at most \p distance away.
  void within(float value, double distance) {
    int exponent = -126;
    float size = value < 0 ? -value : value;
    for (float power = 1.17549435e-38f; power <= size / 2; power *= 2)
      ++exponent;
    double unit = 1;
    for (int i = exponent - 23; i < 0; ++i)
      unit /= 2;
    for (int i = exponent - 23; i > 0; --i)
      unit *= 2;
    near(value, distance / unit);
  }
};

// Words of values, in kernels.
static inline __device__ unsigned wordOf(float value) {
  return (unsigned)__float_as_int(value);
}
static inline __device__ void putDouble(unsigned *out, double value) {
  unsigned long long words = (unsigned long long)__double_as_longlong(value);
  out[0] = (unsigned)words;
  out[1] = (unsigned)(words >> 32);
}

#endif // KMEND_CONFORMANCE_H
