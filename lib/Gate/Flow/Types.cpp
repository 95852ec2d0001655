//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace kmend {

llvm::StringRef recordName(QualType T) {
  if (T.isNull())
    return {};
  const auto *R = T.getCanonicalType()->getAsCXXRecordDecl();
  return R && R->getIdentifier() ? R->getName() : llvm::StringRef();
}

unsigned floatBits(QualType T) {
  if (T.isNull())
    return 0;
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *B = T->getAs<BuiltinType>()) {
    switch (B->getKind()) {
    case BuiltinType::Half:
    case BuiltinType::Float16:
    case BuiltinType::BFloat16:
      return 16;
    case BuiltinType::Float:
      return 32;
    case BuiltinType::Double:
    case BuiltinType::LongDouble:
      return 64;
    default:
      return 0;
    }
  }
  llvm::StringRef Name = recordName(T).ltrim('_');
  if (Name.starts_with("half") || Name.starts_with("nv_bfloat16") ||
      Name.starts_with("bfloat16"))
    return 16;
  if (Name.starts_with("nv_fp8") || Name.starts_with("nv_fp4") ||
      Name.starts_with("nv_fp6"))
    return 8;
  if (Name.starts_with("float") && Name.size() == 6)
    return 32;
  if (Name.starts_with("double") && Name.size() == 7)
    return 64;
  return 0;
}

} // namespace kmend
