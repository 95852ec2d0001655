//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of whole vectors become accesses of their elements, which may lie
// anywhere.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

/// How many elements the vector type \p T has, 0 when it is none.
static unsigned width(QualType T) {
  const auto *R = T.getUnqualifiedType()->getAsCXXRecordDecl();
  if (!R)
    return 0;
  llvm::StringRef Name = R->getName();
  // float4, uchar2 and their like.
  static constexpr llvm::StringRef Elements[] = {"float", "double", "int",
                                                 "uint",  "short",  "ushort",
                                                 "char",  "uchar",  "longlong"};
  if (Name.empty() || !llvm::is_contained(Elements, Name.drop_back()))
    return 0;
  return Name.back() == '4' ? 4 : Name.back() == '2' ? 2 : 0;
}

/// A cast of a pointer to elements to a pointer to vectors.
struct VectorCast {
  std::string Elements; ///< the pointer to elements, as text
  std::string Vector;   ///< float4
  unsigned Width = 0;
};

static std::optional<VectorCast> vectorCast(const Expr &E,
                                            ASTContext &Context) {
  const auto *Cast = dyn_cast<ExplicitCastExpr>(E.IgnoreParenImpCasts());
  if (!Cast || !Cast->getType()->isPointerType())
    return std::nullopt;
  QualType To = Cast->getType()->getPointeeType();
  QualType From = Cast->getSubExpr()->getType();
  if (!From->isPointerType() || !width(To) ||
      !From->getPointeeType()->isArithmeticType())
    return std::nullopt;
  VectorCast V;
  V.Elements = textOf(*Cast->getSubExpr(), Context);
  V.Vector = To.getUnqualifiedType()->getAsCXXRecordDecl()->getName().str();
  V.Width = width(To);
  if (V.Elements.empty())
    return std::nullopt;
  return V;
}

/// The elements of \p V from index \p At on, as a vector.
static std::string loaded(const VectorCast &V, const std::string &At) {
  std::string Text = "make_" + V.Vector + "(";
  for (unsigned I = 0; I < V.Width; ++I)
    Text += std::string(I ? ", " : "") + "(" + V.Elements + ")[" + At + " + " +
            std::to_string(I) + "]";
  return Text + ")";
}

static std::string stored(const VectorCast &V, const std::string &At,
                          const std::string &Value) {
  static constexpr char Names[] = "xyzw";
  std::string Text = "{\nconst " + V.Vector + " elements = " + Value + ";\n";
  for (unsigned I = 0; I < V.Width; ++I)
    Text += "(" + V.Elements + ")[" + At + " + " + std::to_string(I) +
            "] = elements." + Names[I] + ";\n";
  return Text + "}";
}

namespace {

class Accesses : public DynamicRecursiveASTVisitor {
public:
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    Subscripts.push_back(E);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->getOpcode() == UO_Deref)
      Dereferences.push_back(E);
    return true;
  }
  std::vector<const ArraySubscriptExpr *> Subscripts;
  std::vector<const UnaryOperator *> Dereferences;
};

} // namespace

/// Replaces one access of \p V at element \p At; false when it cannot be done.
static bool replaceAccess(const Expr &Access, const VectorCast &V,
                          const std::string &At, ASTContext &Context,
                          Variant &Edits) {
  const Stmt *Parent = parentOf(Access, Context);
  while (isa_and_nonnull<ParenExpr>(Parent))
    Parent = parentOf(*Parent, Context);
  // An assignment of records is an operator call or a built-in assignment.
  const Expr *Left = nullptr, *Right = nullptr;
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Parent);
      Op && Op->getOpcode() == BO_Assign) {
    Left = Op->getLHS();
    Right = Op->getRHS();
  } else if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
             Call && Call->getOperator() == OO_Equal &&
             Call->getNumArgs() == 2) {
    Left = Call->getArg(0);
    Right = Call->getArg(1);
  }
  if (Left && Left->IgnoreParenImpCasts() == &Access) {
    CharSourceRange Range = statementRangeOf(*Parent, Context);
    if (Range.isInvalid())
      return false;
    Edits.push_back({Range, stored(V, At, textOf(*Right, Context))});
    return true;
  }
  CharSourceRange Range = rangeOf(Access, Context);
  if (Range.isInvalid())
    return false;
  Edits.push_back({Range, loaded(V, At)});
  return true;
}

std::vector<Variant> scalarVectorAccess(const Stmt &Site, ASTContext &Context) {
  Variant Edits;
  if (const auto *Deref = dyn_cast<UnaryOperator>(&Site)) {
    std::optional<VectorCast> V = vectorCast(*Deref->getSubExpr(), Context);
    if (!V || !replaceAccess(*Deref, *V, "0", Context, Edits))
      return {};
    return {std::move(Edits)};
  }
  const auto *D = dyn_cast<DeclStmt>(&Site);
  const FunctionDecl *Function = D ? functionAround(Site, Context) : nullptr;
  if (!Function || !Function->getBody())
    return {};
  Accesses All;
  All.TraverseStmt(Function->getBody());
  std::vector<Variant> Variants;
  for (const Decl *Each : D->decls()) {
    const auto *Pointer = dyn_cast<VarDecl>(Each);
    if (!Pointer || !Pointer->getInit())
      continue;
    std::optional<VectorCast> V = vectorCast(*Pointer->getInit(), Context);
    if (!V)
      continue;
    Variant OfPointer;
    bool Possible = true;
    auto IsPointer = [&](const Expr *E) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      return Ref && Ref->getDecl() == Pointer;
    };
    for (const ArraySubscriptExpr *E : All.Subscripts)
      if (IsPointer(E->getBase()))
        Possible &= replaceAccess(*E, *V,
                                  std::to_string(V->Width) + " * (" +
                                      textOf(*E->getIdx(), Context) + ")",
                                  Context, OfPointer);
    for (const UnaryOperator *E : All.Dereferences)
      if (IsPointer(E->getSubExpr()))
        Possible &= replaceAccess(*E, *V, "0", Context, OfPointer);
    if (Possible && !OfPointer.empty())
      Variants.push_back(std::move(OfPointer));
  }
  return Variants;
}

} // namespace kmend
