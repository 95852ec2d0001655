//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What translated PTX calls: asynchronous copies, alignment, arithmetic that
// has no instruction here.
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "EntryPoints.h"
#include "Runtime.h"
#include "SmallFloats.h"
#include "TensorCore.h"
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace kmend;

extern "C" kmend::ThreadContext *kmend_self;

/// An access that a GPU refuses ends the run, at the call \p From.
void kmend::stopAt(EventKind Kind, const char *Text, const void *From) {
  Runtime &R = Runtime::get();
  // A return address is behind its call.
  R.note(Kind, Text, 0, reinterpret_cast<uint64_t>(From) - 1, kmend_self);
  if (R.running() && !kmend_self && !R.slot().Careful)
    R.slot().RetryCarefully = true;
  R.stop(RunStatus::Crash, Text);
}

[[noreturn]] static void stopMisaligned(const void *Address, unsigned Bytes,
                                        const void *From) {
  char Text[160];
  std::snprintf(Text, sizeof(Text),
                "an access of %u bytes at an address that is %llu more than a "
                "multiple of %u",
                Bytes,
                static_cast<unsigned long long>(
                    reinterpret_cast<uintptr_t>(Address) % Bytes),
                Bytes);
  stopAt(EventKind::Misaligned, Text, From);
}

[[gnu::noinline]] static void misaligned(const void *Address, unsigned Bytes) {
  stopMisaligned(Address, Bytes, __builtin_return_address(0));
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

[[gnu::noinline]] static void asyncCopy(void *To, const void *From,
                                        unsigned Bytes, unsigned Taken,
                                        unsigned Through) {
  const void *Here = __builtin_return_address(0);
  if (Bytes != 16 && (Through || (Bytes != 4 && Bytes != 8)))
    stopAt(EventKind::Trap,
           Through ? "cp.async.cg copies 16 bytes, no other number"
                   : "cp.async copies 4, 8 or 16 bytes",
           Here);
  if (Taken > Bytes)
    Taken = Bytes;
  for (const void *P : {static_cast<const void *>(To), From})
    if (reinterpret_cast<uintptr_t>(P) % Bytes && (P == To || Taken))
      stopMisaligned(P, Bytes, Here);
  // Addresses must be good now, whenever the copy is performed. Aligned bytes
  // lie in one page.
  volatile char Touched = *static_cast<volatile char *>(To);
  if (Taken)
    Touched = static_cast<const volatile char *>(From)[Taken - 1];
  (void)Touched;
  Runtime &R = Runtime::get();
  R.asyncCopies().issue(kmend_self, {To, From, Bytes, Taken},
                        R.slot().Order.Order == Schedule::Kind::Descending);
}

static void asyncCommit() { Runtime::get().asyncCopies().commit(kmend_self); }
static void asyncWait(int Left) {
  Runtime::get().asyncCopies().wait(kmend_self, Left);
}
static void asyncFinish() { Runtime::get().asyncCopies().finish(kmend_self); }

static int isShared(const void *Address) {
  return Runtime::get().isShared(Address);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {

/// 1 towards zero, 2 down, 3 up, as the translator numbers them.
class RoundingMode {
public:
  explicit RoundingMode(unsigned Mode) : Before(std::fegetround()) {
    std::fesetround(Mode == 1   ? FE_TOWARDZERO
                    : Mode == 2 ? FE_DOWNWARD
                    : Mode == 3 ? FE_UPWARD
                                : FE_TONEAREST);
  }
  ~RoundingMode() { std::fesetround(Before); }

private:
  int Before;
};

} // namespace

// Volatile keeps the operation between the two changes of the mode.
#define KMEND_ROUNDED(NAME, F, EXPRESSION)                                     \
  static F NAME(F X, F Y, F Z, unsigned Mode) {                                \
    RoundingMode Round(Mode);                                                  \
    volatile F A = X, B = Y, C = Z;                                            \
    (void)B;                                                                   \
    (void)C;                                                                   \
    volatile F R = EXPRESSION;                                                 \
    return R;                                                                  \
  }
KMEND_ROUNDED(addFloat, float, A + B)
KMEND_ROUNDED(addDouble, double, A + B)
KMEND_ROUNDED(mulFloat, float, A *B)
KMEND_ROUNDED(mulDouble, double, A *B)
KMEND_ROUNDED(divFloat, float, A / B)
KMEND_ROUNDED(divDouble, double, A / B)
KMEND_ROUNDED(sqrtFloat, float, std::sqrt(A))
KMEND_ROUNDED(sqrtDouble, double, std::sqrt(A))
KMEND_ROUNDED(fmaFloat, float, std::fma(A, B, C))
KMEND_ROUNDED(fmaDouble, double, std::fma(A, B, C))
#undef KMEND_ROUNDED

static float narrowDouble(double X, unsigned Mode) {
  RoundingMode Round(Mode);
  volatile double A = X;
  volatile float R = float(A);
  return R;
}

/// \p X to 16 bits in a direction: the neighbour where nearest went the other
/// way.
static uint16_t narrowTo16(float X, unsigned IsBFloat, unsigned Mode) {
  uint16_t Near = IsBFloat ? floatToBFloat(X) : floatToHalf(X);
  if (X != X)
    return Near;
  float Back = IsBFloat ? bfloatToFloat(Near) : halfToFloat(Near);
  bool Down = Mode == 2 || (Mode == 1 && X > 0);
  if (Back == X || (Mode == 0) || (Down ? Back < X : Back > X))
    return Near;
  // One step down or up; the codes of one sign are in order.
  if ((Near & 0x7fff) == 0)
    return Down ? 0x8001 : 0x0001;
  return (Near & 0x8000 ? true : false) == Down ? Near + 1 : Near - 1;
}

static uint16_t narrowDoubleTo16(double X, unsigned IsBFloat) {
  return IsBFloat ? doubleToBFloat(X) : doubleToHalf(X);
}

static uint16_t fmaHalf(float X, float Y, float Z) {
  // A half has so few bits that the sum in double, rounded, is never on the
  // wrong side of a tie.
  return doubleToHalf(std::fma(double(X), double(Y), double(Z)));
}

static uint16_t fmaBFloat(float X, float Y, float Z) {
  // The product is exact; the sum may not be, so it is rounded to odd.
  double P = double(X) * Y, S = P + Z, B = S - P;
  double Error = (P - (S - B)) + (double(Z) - B);
  uint64_t Bits = std::bit_cast<uint64_t>(S);
  if (Error != 0 && std::isfinite(S) && !(Bits & 1) && S != 0)
    Bits += (Error > 0) == (S > 0) ? 1 : -1;
  return doubleToBFloat(std::bit_cast<double>(Bits));
}

static unsigned toFp8(float X, unsigned Wide, unsigned Relu) {
  if (Relu && X < 0)
    X = 0;
  return floatToFp8(X, Wide);
}
static float fromFp8(unsigned Code, unsigned Wide) {
  return fp8ToFloat(uint8_t(Code), Wide);
}

static unsigned findNth(unsigned Mask, unsigned Base, int Offset) {
  int Step = Offset < 0 ? -1 : 1, Left = Offset < 0 ? -Offset : Offset;
  if (Offset == 0)
    return Base < 32 && (Mask >> Base & 1) ? Base : ~0u;
  for (int64_t Bit = Base; Bit >= 0 && Bit < 32; Bit += Step)
    if ((Mask >> Bit & 1) && --Left == 0)
      return unsigned(Bit);
  return ~0u;
}

/// Operation: 0 add, 1 min, 2 max, on each of \p Lanes 16-bit numbers.
static unsigned atomicHalf(void *Address, unsigned Value, unsigned Lanes,
                           unsigned IsBFloat, unsigned Operation) {
  auto *P = static_cast<uint16_t *>(Address);
  unsigned Old = 0;
  for (unsigned L = 0; L != Lanes; ++L) {
    uint16_t Before = P[L], Operand = Value >> (16 * L);
    Old |= unsigned(Before) << (16 * L);
    auto Widen = IsBFloat ? bfloatToFloat : halfToFloat;
    float X = Widen(Before), Y = Widen(Operand);
    float R = Operation == 0   ? X + Y
              : Operation == 1 ? std::fmin(X, Y)
                               : std::fmax(X, Y);
    P[L] = IsBFloat ? floatToBFloat(R) : floatToHalf(R);
  }
  return Old;
}

namespace kmend {

void checkMatrixAccess(int Code, const void *Give, const void *Caller) {
  MatrixOperation M = MatrixOperation::decode(Code);
  if (M.OperationKind != MatrixOperation::Kind::Load &&
      M.OperationKind != MatrixOperation::Kind::Store)
    return;
  const ThreadContext &T = *kmend_self;
  const uint32_t *Dim = T.Block->BlockDim;
  uint32_t Linear =
      (T.ThreadIdx[2] * Dim[1] + T.ThreadIdx[1]) * Dim[0] + T.ThreadIdx[0];
  if (Linear % 32 >= 8u * M.Matrices)
    return; // names no row
  char *Row;
  std::memcpy(&Row, Give, sizeof(Row));
  if (reinterpret_cast<uintptr_t>(Row) % 16)
    stopMisaligned(Row, 16, Caller);
  volatile char Touched = *static_cast<volatile char *>(Row);
  (void)Touched;
}

void addPtxEntryPoints(EntryPointList &List) {
  auto Add = [&](const char *Name, auto *Function) {
    List.push_back({Name, reinterpret_cast<void *>(Function)});
  };
  Add("kmend_misaligned", misaligned);
  Add("kmend_async_copy", asyncCopy);
  Add("kmend_async_commit", asyncCommit);
  Add("kmend_async_wait", asyncWait);
  Add("kmend_async_finish", asyncFinish);
  Add("kmend_is_shared", isShared);
  Add("kmend_atomic_half", atomicHalf);
  Add("kmend_ptx_add_f32", addFloat);
  Add("kmend_ptx_add_f64", addDouble);
  Add("kmend_ptx_mul_f32", mulFloat);
  Add("kmend_ptx_mul_f64", mulDouble);
  Add("kmend_ptx_div_f32", divFloat);
  Add("kmend_ptx_div_f64", divDouble);
  Add("kmend_ptx_sqrt_f32", sqrtFloat);
  Add("kmend_ptx_sqrt_f64", sqrtDouble);
  Add("kmend_ptx_fma_f32", fmaFloat);
  Add("kmend_ptx_fma_f64", fmaDouble);
  Add("kmend_ptx_narrow32", narrowDouble);
  Add("kmend_ptx_narrow16", narrowTo16);
  Add("kmend_ptx_narrow16_f64", narrowDoubleTo16);
  Add("kmend_ptx_fma_f16", fmaHalf);
  Add("kmend_ptx_fma_bf16", fmaBFloat);
  Add("kmend_ptx_to_fp8", toFp8);
  Add("kmend_ptx_from_fp8", fromFp8);
  Add("kmend_ptx_fns", findNth);
}

} // namespace kmend
