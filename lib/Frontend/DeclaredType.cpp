//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclaredType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace kmend {

namespace {
struct SpelledToken {
  llvm::StringRef Text;
  ByteRange Range;
};
} // namespace

/// The tokens in [\p Begin, \p End) of the main file.
static std::vector<SpelledToken> tokensIn(const ASTContext &Context,
                                          ByteRange Range) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::StringRef File = SM.getBufferData(SM.getMainFileID());
  Lexer Lex(SM.getLocForStartOfFile(SM.getMainFileID()), Context.getLangOpts(),
            File.begin(), File.begin() + Range.Begin, File.end());
  std::vector<SpelledToken> Tokens;
  for (Token T; !Lex.LexFromRawLexer(T);) {
    unsigned Begin = SM.getFileOffset(T.getLocation());
    if (Begin >= Range.End)
      break;
    Tokens.push_back(
        {File.substr(Begin, T.getLength()), {Begin, Begin + T.getLength()}});
  }
  return Tokens;
}

/// Words before a type that are no part of it.
static bool isSpecifier(llvm::StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"static", "extern", "inline", "constexpr", "constinit",
              "register", "mutable", "thread_local", "typedef", "virtual",
              "friend", "explicit", "__inline__", "__inline", "__forceinline__",
              "__noinline__"},
             true)
      .Cases({"__global__", "__device__", "__host__", "__shared__",
              "__constant__", "__managed__", "__grid_constant__",
              "__launch_bounds__", "__align__", "alignas", "__attribute__",
              "__declspec", "__cluster_dims__"},
             true)
      .Default(false);
}

static std::optional<ByteRange> typeWithin(const ASTContext &Context,
                                           ByteRange Range) {
  std::vector<SpelledToken> Tokens = tokensIn(Context, Range);
  size_t First = 0, Last = Tokens.size();
  auto SkipGroup = [&](llvm::StringRef Open, llvm::StringRef Close) {
    if (First >= Last || Tokens[First].Text != Open)
      return;
    for (unsigned Depth = 0; First < Last; ++First) {
      Depth += Tokens[First].Text == Open;
      Depth -= Tokens[First].Text == Close;
      if (Depth == 0) {
        ++First;
        return;
      }
    }
  };
  while (First < Last) {
    llvm::StringRef Word = Tokens[First].Text;
    if (isSpecifier(Word)) {
      ++First;
      SkipGroup("(", ")");
    } else if (Word.starts_with("\"")) { // extern "C"
      ++First;
    } else if (Word == "[" && First + 1 < Last &&
               Tokens[First + 1].Text == "[") {
      SkipGroup("[", "]");
    } else {
      break;
    }
  }
  while (Last > First && (Tokens[Last - 1].Text == "__restrict__" ||
                          Tokens[Last - 1].Text == "__restrict"))
    --Last;
  if (First >= Last)
    return std::nullopt;
  // Behind a comma stands a later declarator of a group: its type is shared.
  int Depth = 0;
  for (size_t I = First; I < Last; ++I) {
    llvm::StringRef T = Tokens[I].Text;
    if (T == "(" || T == "[" || T == "{" || T == "<")
      ++Depth;
    else if (T == ")" || T == "]" || T == "}" || T == ">")
      --Depth;
    else if (T == ">>")
      Depth -= 2;
    else if ((T == "," || T == "=") && Depth <= 0)
      return std::nullopt;
  }
  return ByteRange{Tokens[First].Range.Begin, Tokens[Last - 1].Range.End};
}

std::optional<ByteRange> declaredTypeRange(const ASTContext &Context,
                                           const DeclaratorDecl &D) {
  const SourceManager &SM = Context.getSourceManager();
  auto Whole = byteRange(Context, DynTypedNode::create(D));
  auto Start = SM.getDecomposedLoc(SM.getExpansionLoc(D.getOuterLocStart()));
  auto Name = byteRange(Context, clang::SourceRange(D.getLocation()));
  if (!Whole || Start.first != SM.getMainFileID())
    return std::nullopt;
  unsigned Begin = Start.second;
  unsigned End = Name && D.getDeclName() ? Name->Begin : Whole->End;
  if (auto *F = dyn_cast<FunctionDecl>(&D); F && !Name)
    return std::nullopt;
  if (End <= Begin)
    return std::nullopt;
  return typeWithin(Context, {Begin, End});
}

std::optional<ByteRange> declaredTypeRange(const ASTContext &Context,
                                           const TypedefNameDecl &D) {
  auto Whole = byteRange(Context, DynTypedNode::create(D));
  auto Name = byteRange(Context, clang::SourceRange(D.getLocation()));
  if (!Whole || !Name)
    return std::nullopt;
  if (isa<TypedefDecl>(D))
    return typeWithin(Context, {Whole->Begin, Name->Begin});
  // using Name = Type
  std::vector<SpelledToken> Tokens = tokensIn(Context, {Name->End, Whole->End});
  for (const SpelledToken &T : Tokens)
    if (T.Text == "=")
      return typeWithin(Context, {T.Range.End, Whole->End});
  return std::nullopt;
}

} // namespace kmend
