//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Value.h"
#include "clang/AST/Decl.h"
#include <algorithm>

namespace kmend {

Taint Taint::without(Group G) const {
  Taint T = *this;
  for (unsigned I = 0; I < Width; ++I)
    T.Set.reset(G + I);
  return T;
}

Taint Taint::minus(const Taint &O) const {
  Taint T = *this;
  T.Set &= ~O.Set;
  return T;
}

uint32_t Taint::group(Group G) const {
  uint32_t Mask = 0;
  for (unsigned I = 0; I < Width; ++I)
    Mask |= uint32_t(Set[G + I]) << I;
  return Mask;
}

Value Value::constant(int64_t N) {
  Value V;
  V.Shape = Form::Constant;
  V.Number = N;
  return V;
}

Value Value::pointer(PlaceId P) {
  Value V;
  V.Points.push_back(P);
  return V;
}

const Value *Value::field(const clang::FieldDecl *F) const {
  for (const auto &[Name, V] : Fields)
    if (Name == F)
      return &V;
  return nullptr;
}

Value Value::read(const clang::FieldDecl *F) const {
  Value V;
  if (const Value *Known = field(F)) {
    V = *Known;
    V.Data |= Data;
    V.Control |= Control;
  } else if (Fields.empty()) {
    V = *this;
  } else if (Fields.front().first->getParent() != F->getParent()) {
    // Read as another type than it was written: everything may be in it.
    V = collapsed();
  } else {
    V.Data = Data;
    V.Control = Control;
    V.Points = Points;
  }
  return V;
}

void Value::write(const clang::FieldDecl *F, Value V) {
  for (auto &[Name, Old] : Fields)
    if (Name == F) {
      Old = std::move(V);
      return;
    }
  Fields.emplace_back(F, std::move(V));
}

Taint Value::allData() const {
  Taint T = Data;
  for (const auto &[Name, V] : Fields)
    T |= V.allData();
  return T;
}

Taint Value::allControl() const {
  Taint T = Control;
  for (const auto &[Name, V] : Fields)
    T |= V.allControl();
  return T;
}

Value Value::collapsed() const {
  Value V;
  V.Data = Data;
  V.Control = Control;
  V.Points = Points;
  for (const auto &[Name, Part] : Fields) {
    Value Flat = Part.collapsed();
    V.Data |= Flat.Data;
    V.Control |= Flat.Control;
    for (PlaceId P : Flat.Points)
      V.addPoint(P);
  }
  if (Fields.empty()) {
    V.Shape = Shape;
    V.Number = Number;
  }
  return V;
}

void Value::addPoint(PlaceId P) {
  auto *At = std::lower_bound(Points.begin(), Points.end(), P);
  if (At == Points.end() || *At != P)
    Points.insert(At, P);
}

void Value::blur() {
  Shape = Form::Unknown;
  Number = 0;
}

void Value::join(const Value &O) {
  if (Shape == Form::Absent) {
    Shape = O.Shape;
    Number = O.Number;
  } else if (O.Shape != Form::Absent &&
             (Shape != O.Shape || Number != O.Number)) {
    blur();
  }
  Data |= O.Data;
  Control |= O.Control;
  for (PlaceId P : O.Points)
    addPoint(P);
  for (const auto &[Name, V] : O.Fields) {
    bool Found = false;
    for (auto &[Mine, Old] : Fields)
      if (Mine == Name) {
        Old.join(V);
        Found = true;
        break;
      }
    if (!Found)
      Fields.emplace_back(Name, V);
  }
}

} // namespace kmend
