//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CUDA code does, as far as the tree tells: index reads, barriers, memory
// spaces, and which values differ between the threads of a block.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_DEVICECODE_H
#define KMEND_LIB_REWRITE_DEVICECODE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace kmend {

/// Whether \p E reads `Base.Member` (threadIdx, "x"); any member when \p Member
/// is empty.
bool isIndexRead(const clang::Expr &E, llvm::StringRef Base,
                 llvm::StringRef Member = "");

/// The name of the function that \p Call calls, empty when it has none.
llvm::StringRef calleeName(const clang::CallExpr &Call);

/// __syncthreads and everything else that all threads of a block must reach.
bool isBlockBarrier(const clang::CallExpr &Call);
/// __syncwarp, shuffles, votes, and other operations of a whole warp.
bool isWarpOperation(const clang::CallExpr &Call);
/// atomicAdd and its like.
bool isAtomic(const clang::CallExpr &Call);

/// Which collective operations a statement reaches, calls followed.
struct Collectives {
  bool Barrier = false, Warp = false;
  explicit operator bool() const { return Barrier || Warp; }
};
Collectives collectivesIn(const clang::Stmt &S);

/// The variable at the root of an access path: `s` in `s[i].x` and `*(s + i)`.
const clang::VarDecl *rootVariable(const clang::Expr &E);

/// The variable that \p V points into, seen through the initialisers of local
/// pointers: a parameter, an array, or \p V itself.
const clang::VarDecl *storageOf(const clang::VarDecl *V);

/// Whether \p E designates an object in shared memory, also through a pointer
/// that is initialised from a shared array.
bool isSharedAccess(const clang::Expr &E);
/// Whether \p E designates an object in global memory: an element reached
/// through a pointer that is not known to be shared or local.
bool isGlobalAccess(const clang::Expr &E);

/// The values of one function that differ between threads.
class ThreadDependence {
public:
  explicit ThreadDependence(const clang::FunctionDecl &F);

  /// Whether the value or behaviour of \p S depends on which thread runs it.
  bool depends(const clang::Stmt *S) const;

private:
  llvm::DenseSet<const clang::ValueDecl *> Variables;
};

/// Whether \p S stands under a condition or in a loop of \p F that threads of a
/// block may decide differently.
bool isDivergent(clang::ASTContext &Context, const ThreadDependence &Threads,
                 const clang::Stmt &S);

/// Calls \p Visit for every statement and expression under \p S, \p S first, as
/// they are spelled; lambdas included. Returning false leaves out the children.
void forEachPart(const clang::Stmt *S,
                 llvm::function_ref<bool(const clang::Stmt &)> Visit);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_DEVICECODE_H
