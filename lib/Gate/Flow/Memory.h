//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Abstract memory: objects, their contents, and a journal that lets the arms
// of a branch start from the same state.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_FLOW_MEMORY_H
#define KMEND_LIB_GATE_FLOW_MEMORY_H

#include "Value.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class Decl;
class FunctionDecl;
} // namespace clang

namespace kmend {

using ObjectId = unsigned;

struct Object {
  enum class Kind : uint8_t {
    Local,
    Shared,
    State,  ///< outlives the call
    Tensor, ///< what a pointer parameter of the entry points to
    Allocation,
    Constant,
    Function
  };
  Kind ObjectKind = Kind::Local;
  const clang::Decl *Declaration = nullptr;
  unsigned Index = 0; ///< of a Tensor's parameter, of a State
  bool OnDevice = false;
  bool Array = false;      ///< one cell stands for all elements
  bool Persistent = false; ///< an Allocation that a State points to
  bool Written = false;    ///< perhaps, in this call
  Value Contents;
  uint64_t Stamp = 0; ///< the scope that has saved it
};

/// What the arm of a branch left in an object.
struct Change {
  ObjectId Where;
  Value Contents;
  bool Written;
};

class Memory {
public:
  ObjectId make(Object O);
  Object &operator[](ObjectId Id) { return Objects[Id]; }
  const Object &operator[](ObjectId Id) const { return Objects[Id]; }
  size_t size() const { return Objects.size(); }

  /// The place of a whole object, and of a field of a place.
  PlaceId place(ObjectId Id);
  PlaceId field(PlaceId Base, const clang::FieldDecl *F);
  ObjectId object(PlaceId P) const { return Places[P].Where; }
  bool whole(PlaceId P) const { return Places[P].Path.empty(); }

  /// Contents of a place, without what only the interpreter adds.
  Value load(PlaceId P) const;
  /// Stores into a place; \p Strong replaces what was there.
  void store(PlaceId P, const Value &V, bool Strong);

  /// Begins an arm.
  void enter();
  /// Ends it: everything is as it was at enter(), and what the arm did is
  /// returned.
  std::vector<Change> leave();
  /// Joins what \p Arms left: an object that an arm did not touch keeps its
  /// contents there. Returns whether anything changed.
  bool join(llvm::ArrayRef<std::vector<Change>> Arms, bool OrNothing);
  /// Marks as written what \p Arm wrote, and nothing else; returns whether
  /// there was anything to mark.
  bool markWritten(llvm::ArrayRef<Change> Arm);

private:
  void save(ObjectId Id);

  struct Place {
    ObjectId Where;
    llvm::SmallVector<const clang::FieldDecl *, 2> Path;
  };
  struct Scope {
    uint64_t Stamp;
    std::vector<Change> Saved;
  };
  std::vector<Object> Objects;
  std::vector<Place> Places;
  std::vector<PlaceId> WholePlaces;
  llvm::DenseMap<std::pair<PlaceId, const clang::FieldDecl *>, PlaceId>
      FieldPlaces;
  std::vector<Scope> Scopes;
  uint64_t NextStamp = 1;
};

} // namespace kmend

#endif // KMEND_LIB_GATE_FLOW_MEMORY_H
