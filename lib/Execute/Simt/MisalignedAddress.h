//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses where nothing ever lies. Compiled code goes there instead of making
// a misaligned access, and the fault says what was wrong.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_MISALIGNEDADDRESS_H
#define KMEND_LIB_EXECUTE_SIMT_MISALIGNEDADDRESS_H

#include <bit>
#include <cstdint>
#include <optional>

namespace kmend {

/// An address that should have been a multiple of Alignment and was Excess
/// more.
struct MisalignedAddress {
  // Between what a program maps (from 5 * 2^44 on) and the low addresses that
  // MAP_32BIT takes. Within: log2 of the alignment, the excess, and 2^33 bytes
  // for how far the access lies from the pointer that was misaligned.
  static constexpr uint64_t Region = 1ull << 44;
  static constexpr unsigned AlignmentShift = 40, ExcessShift = 33;
  static constexpr uint64_t Middle = 1ull << 32;
  static constexpr unsigned MaxAlignment = 128;

  uint64_t Alignment = 1, Excess = 0;

  /// What is added to Excess << ExcessShift for \p Alignment, a power of two
  /// of at most MaxAlignment.
  static constexpr uint64_t base(uint64_t Alignment) {
    return Region + (uint64_t(std::countr_zero(Alignment)) << AlignmentShift) +
           Middle;
  }

  /// What \p Address says, if it is such an address.
  static std::optional<MisalignedAddress> decode(uint64_t Address) {
    if (Address < Region || Address >= Region + (8ull << AlignmentShift))
      return std::nullopt;
    return MisalignedAddress{1ull << (Address >> AlignmentShift & 7),
                             Address >> ExcessShift & (MaxAlignment - 1)};
  }
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_MISALIGNEDADDRESS_H
