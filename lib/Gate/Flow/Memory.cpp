//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

namespace kmend {

ObjectId Memory::make(Object O) {
  ObjectId Id = Objects.size();
  Objects.push_back(std::move(O));
  WholePlaces.push_back(Places.size());
  Places.push_back({Id, {}});
  return Id;
}

PlaceId Memory::place(ObjectId Id) { return WholePlaces[Id]; }

PlaceId Memory::field(PlaceId Base, const clang::FieldDecl *F) {
  // Deeper paths than any honest source has are folded into the outer place.
  if (Places[Base].Path.size() >= 6)
    return Base;
  auto [At, New] = FieldPlaces.try_emplace({Base, F}, Places.size());
  if (New) {
    Place P = Places[Base];
    P.Path.push_back(F);
    Places.push_back(std::move(P));
  }
  return At->second;
}

Value Memory::load(PlaceId P) const {
  const Place &At = Places[P];
  const Object &O = Objects[At.Where];
  if (At.Path.empty())
    return O.Contents;
  Value V = O.Contents.read(At.Path.front());
  for (size_t I = 1; I < At.Path.size(); ++I)
    V = V.read(At.Path[I]);
  return V;
}

void Memory::save(ObjectId Id) {
  Object &O = Objects[Id];
  if (Scopes.empty() || O.Stamp == Scopes.back().Stamp)
    return;
  O.Stamp = Scopes.back().Stamp;
  Scopes.back().Saved.push_back({Id, O.Contents, O.Written});
}

static void storePath(Value &Into,
                      llvm::ArrayRef<const clang::FieldDecl *> Path,
                      const Value &V, bool Strong) {
  if (Path.empty()) {
    if (Strong)
      Into = V;
    else
      Into.join(V);
    return;
  }
  const Value *Old = Into.field(Path.front());
  Value Part = Old ? *Old : Value();
  if (!Old)
    Part.Shape = Value::Form::Absent;
  storePath(Part, Path.drop_front(), V, Strong);
  Into.write(Path.front(), std::move(Part));
}

void Memory::store(PlaceId P, const Value &V, bool Strong) {
  const Place &At = Places[P];
  save(At.Where);
  Object &O = Objects[At.Where];
  storePath(O.Contents, At.Path, V, Strong);
  O.Written = true;
}

void Memory::enter() { Scopes.push_back({NextStamp++, {}}); }

std::vector<Change> Memory::leave() {
  Scope S = std::move(Scopes.back());
  Scopes.pop_back();
  for (Change &C : S.Saved) {
    Object &O = Objects[C.Where];
    std::swap(O.Contents, C.Contents);
    std::swap(O.Written, C.Written);
    // The outer scope may not have saved this object yet.
    O.Stamp = 0;
    if (!Scopes.empty())
      for (const Change &Outer : Scopes.back().Saved)
        if (Outer.Where == C.Where) {
          O.Stamp = Scopes.back().Stamp;
          break;
        }
  }
  return std::move(S.Saved);
}

bool Memory::join(llvm::ArrayRef<std::vector<Change>> Arms, bool OrNothing) {
  llvm::DenseMap<ObjectId, llvm::SmallVector<const Change *, 2>> ByObject;
  for (const auto &Arm : Arms)
    for (const Change &C : Arm)
      ByObject[C.Where].push_back(&C);
  bool Changed = false;
  for (auto &[Id, Changes] : ByObject) {
    Object &O = Objects[Id];
    Value New = Changes.front()->Contents;
    bool Written = Changes.front()->Written;
    for (const Change *C : llvm::ArrayRef(Changes).drop_front()) {
      New.join(C->Contents);
      Written |= C->Written;
    }
    if (OrNothing || Changes.size() < Arms.size()) {
      Value Old = O.Contents;
      Old.join(New);
      New = std::move(Old);
      Written |= O.Written;
    }
    if (New == O.Contents && Written == O.Written)
      continue;
    save(Id);
    Objects[Id].Contents = std::move(New);
    Objects[Id].Written = Written;
    Changed = true;
  }
  return Changed;
}

bool Memory::markWritten(llvm::ArrayRef<Change> Arm) {
  bool Any = false;
  for (const Change &C : Arm)
    if (C.Written && !Objects[C.Where].Written) {
      Object::Kind K = Objects[C.Where].ObjectKind;
      if (K == Object::Kind::Local || K == Object::Kind::Shared)
        continue;
      save(C.Where);
      Objects[C.Where].Written = true;
      Any = true;
    }
  return Any;
}

} // namespace kmend
