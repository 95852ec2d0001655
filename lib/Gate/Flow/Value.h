//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Abstract values: what a value is made of, and where it may point.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_FLOW_VALUE_H
#define KMEND_LIB_GATE_FLOW_VALUE_H

#include "../Facts.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class FieldDecl;
}

namespace kmend {

/// A place in abstract memory: an object, or a field of one.
using PlaceId = unsigned;

struct Value {
  /// What is known of an integer besides its taint.
  enum class Form : uint8_t {
    Unknown,
    Constant,  ///< Number
    Affine,    ///< parameter + Number
    Mixed,     ///< parameter ^ Number
    Remainder, ///< something modulo Number
    Absent     ///< no value reached here yet; joins as nothing
  };

  Taint Data, Control;
  llvm::SmallVector<PlaceId, 2> Points; ///< sorted
  Form Shape = Form::Unknown;
  int64_t Number = 0;
  std::vector<std::pair<const clang::FieldDecl *, Value>> Fields;

  static Value constant(int64_t N);
  static Value pointer(PlaceId P);

  const Value *field(const clang::FieldDecl *F) const;
  /// The field alone, or what the whole is made of when it is not known.
  Value read(const clang::FieldDecl *F) const;
  /// Without fields: what all of them are made of.
  Value collapsed() const;
  /// Replaces a field.
  void write(const clang::FieldDecl *F, Value V);
  /// Both taints, of the whole and of every field.
  Taint allData() const;
  Taint allControl() const;
  void addPoint(PlaceId P);
  void join(const Value &O);
  /// Keeps taint and pointers, forgets the number.
  void blur();
  friend bool operator==(const Value &, const Value &) = default;
};

} // namespace kmend

#endif // KMEND_LIB_GATE_FLOW_VALUE_H
