// The mathematics of CUDA: names, overloads and their result types.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}math{{.*}}(
#include <cmath>
#include <math_constants.h>

template <class A, class B> constexpr bool same = __is_same(A, B);
static_assert(same<decltype(exp(1.f)), float> && same<decltype(exp(1)), double>);
static_assert(same<decltype(std::sqrt(1.f)), float>);
static_assert(same<decltype(std::sqrt(2)), double>);
static_assert(same<decltype(pow(1.f, 2.f)), float>);
static_assert(same<decltype(pow(1.f, 2)), double>);
static_assert(same<decltype(fmax(1.f, 2.f)), float>);
static_assert(same<decltype(fmax(1.f, 2.0)), double>);
static_assert(same<decltype(abs(-1)), int> && same<decltype(abs(-1.f)), float>);
static_assert(same<decltype(max(1, 2)), int>);
static_assert(same<decltype(max(1, 2u)), unsigned>);
static_assert(same<decltype(min(1l, 2l)), long>);
static_assert(same<decltype(min(1.f, 2.f)), float>);
static_assert(same<decltype(min(1.f, 2.0)), double>);
static_assert(isnan(CUDART_NAN_F) && !isinf(1.0) && isfinite(3));

__global__ void math(float *Y, double *Z, float X, double D, int N) {
  float S, C;
  double DS, DC;
  int E;
  sincosf(X, &S, &C);
  sincospif(X, &S, &C);
  sincos(D, &DS, &DC);
  *Y = acosf(X) + acoshf(X) + asinf(X) + asinhf(X) + atan2f(X, S) + atanf(X) +
       atanhf(X) + cbrtf(X) + ceilf(X) + copysignf(X, S) + cosf(X) + coshf(X) +
       cospif(X) + erfcf(X) + erfcinvf(X) + erfcxf(X) + erff(X) + erfinvf(X) +
       exp10f(X) + exp2f(X) + expf(X) + expm1f(X) + fabsf(X) + fdimf(X, S) +
       fdividef(X, S) + floorf(X) + fmaf(X, S, C) + fmaxf(X, S) + fminf(X, S) +
       fmodf(X, S) + frexpf(X, &E) + hypotf(X, S) + ilogbf(X) + isfinite(X) +
       isinf(X) + isnan(X) + j0f(X) + jnf(2, X) + ldexpf(X, 2) + lgammaf(X) +
       llrintf(X) + llroundf(X) + log10f(X) + log1pf(X) + log2f(X) + logbf(X) +
       logf(X) + lrintf(X) + lroundf(X) + max(X, S) + min(X, S) +
       modff(X, &S) + nanf("") + nearbyintf(X) + nextafterf(X, S) +
       norm3df(X, S, C) + norm4df(X, S, C, X) + normcdff(X) + normcdfinvf(X) +
       powf(X, S) + rcbrtf(X) + remainderf(X, S) + remquof(X, S, &E) +
       rhypotf(X, S) + rintf(X) + rnorm3df(X, S, C) + roundf(X) + rsqrtf(X) +
       scalblnf(X, 1) + scalbnf(X, 1) + signbit(X) + sinf(X) + sinhf(X) +
       sinpif(X) + sqrtf(X) + tanf(X) + tanhf(X) + tgammaf(X) + truncf(X) +
       y0f(X) + INFINITY + CUDART_INF_F + CUDART_PI_F + M_PI;
  *Z = exp(D) + log(D) + pow(D, N) + sqrt(D) + rsqrt(D) + erf(D) + tanh(D) +
       normcdf(D) + erfinv(D) + sinpi(D) + cospi(D) + exp10(D) + fma(D, D, D) +
       std::exp(D) + std::pow(D, 2) + std::fabs(D) + std::isnan(D) +
       std::log1p(D) + std::round(D) + std::abs(D) + std::fmin(D, 1.0) +
       std::hypot(D, D) + std::ldexp(D, 2) + norm3d(D, D, D) + round(D) +
       floor(X) + ceil(N) + trunc(D) + llabs(-3) + labs(-2);
}
