//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"
#include "kmend/Support/YamlReader.h"

namespace kmend {

/// Headers that declare computation and nothing else.
static constexpr llvm::StringLiteral Allowed[] = {"algorithm",
                                                  "cfloat",
                                                  "climits",
                                                  "cmath",
                                                  "cooperative_groups.h",
                                                  "cooperative_groups/reduce.h",
                                                  "cooperative_groups/scan.h",
                                                  "cstddef",
                                                  "cstdint",
                                                  "cuda_bf16.h",
                                                  "cuda_fp16.h",
                                                  "cuda_fp8.h",
                                                  "cuda_pipeline.h",
                                                  "cuda_runtime.h",
                                                  "float.h",
                                                  "limits",
                                                  "limits.h",
                                                  "math.h",
                                                  "math_constants.h",
                                                  "mma.h",
                                                  "stddef.h",
                                                  "stdint.h",
                                                  "type_traits",
                                                  "utility"};

static llvm::Error applyAddInclude(EditContext &Context, const Edit &E) {
  llvm::StringRef Header = field(E, "header").trim();
  Header.consume_front("#include");
  Header = Header.trim().trim("<>\"");
  if (!llvm::is_contained(Allowed, Header)) {
    llvm::SmallVector<llvm::StringRef> Known(std::begin(Allowed),
                                             std::end(Allowed));
    std::string List;
    for (llvm::StringRef K : Known)
      List += (List.empty() ? "" : ", ") + K.str();
    return Context.refuse({}, "header '" + Header +
                                  "' is not allowed; allowed are " + List);
  }
  // Behind the last include of the file's head.
  llvm::StringRef Text = Context.Source.text();
  unsigned Position = 0, After = 0;
  int Conditional = 0;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    size_t Length = std::min(Rest.find('\n'), Rest.size() - 1) + 1;
    llvm::StringRef Line = Rest.take_front(Length).trim();
    Rest = Rest.drop_front(Length);
    Position += unsigned(Length);
    if (!Line.consume_front("#"))
      continue;
    Line = Line.trim();
    Conditional += Line.starts_with("if");
    Conditional -= Line.starts_with("endif");
    if (!Line.starts_with("include"))
      continue;
    llvm::StringRef Name = Line.drop_front(strlen("include")).trim();
    Name = Name.drop_front(Name.empty() ? 0 : 1);
    if (Name.take_until([](char C) { return C == '>' || C == '"'; }) == Header)
      return Context.refuse({}, "<" + Header +
                                    "> is included already; the "
                                    "edit was applied before");
    if (Conditional == 0)
      After = Position;
  }
  bool Newline = After == 0 || Text[After - 1] == '\n';
  Context.Edits.insert(
      After,
      ((Newline ? "" : "\n") + llvm::Twine("#include <") + Header + ">\n")
          .str(),
      EditRank::After);
  return llvm::Error::success();
}

extern const Operation AddIncludeOperation;
static constexpr llvm::StringLiteral Required[] = {"header"};
const Operation AddIncludeOperation = {
    "add_include", TargetUse::None, Required, {}, applyAddInclude};

} // namespace kmend
