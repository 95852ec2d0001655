//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeText.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kmend {

namespace {
struct CodeToken {
  tok::TokenKind Kind;
  std::string Text;
  bool AtLineStart;
};
} // namespace

static LangOptions cudaLanguage() {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus14 =
      Language.CPlusPlus17 = true;
  Language.CUDA = true;
  Language.Bool = true;
  Language.LineComment = true;
  return Language;
}

/// The tokens of \p Code. \p Rest, where given, gets what the lexer could make
/// no token of: a comment that is not closed.
static std::vector<CodeToken> lex(llvm::StringRef Code, bool Comments,
                                  llvm::StringRef *Rest = nullptr) {
  std::string Text = Code.str(); // ends in NUL, as the lexer wants
  LangOptions Language = cudaLanguage();
  Lexer Lex(clang::SourceLocation(), Language, Text.data(), Text.data(),
            Text.data() + Text.size());
  Lex.SetCommentRetentionState(Comments);
  std::vector<CodeToken> Tokens;
  size_t Consumed = 0;
  for (Token T;;) {
    bool End = Lex.LexFromRawLexer(T);
    const char *Stop = Lex.getBufferLocation();
    if (T.is(tok::eof))
      break;
    llvm::StringRef Spelled(Stop - T.getLength(), T.getLength());
    Tokens.push_back({T.getKind(), Spelled.str(), T.isAtStartOfLine()});
    Consumed = size_t(Stop - Text.data());
    if (End)
      break;
  }
  if (Rest)
    *Rest = Code.drop_front(std::min(Consumed, Code.size())).trim();
  return Tokens;
}

std::vector<std::string> codeTokens(llvm::StringRef Code) {
  std::vector<std::string> Texts;
  for (CodeToken &T : lex(Code, false))
    Texts.push_back(std::move(T.Text));
  return Texts;
}

static std::vector<std::string> withoutSemicolon(llvm::StringRef Code) {
  std::vector<std::string> Texts = codeTokens(Code);
  while (!Texts.empty() && Texts.back() == ";")
    Texts.pop_back();
  return Texts;
}

bool sameCode(llvm::StringRef A, llvm::StringRef B) {
  return withoutSemicolon(A) == withoutSemicolon(B);
}

bool beginsWithCode(llvm::StringRef Text, llvm::StringRef Code) {
  auto Whole = codeTokens(Text), Part = codeTokens(Code);
  return !Part.empty() && Whole.size() >= Part.size() &&
         std::equal(Part.begin(), Part.end(), Whole.begin());
}

bool endsWithCode(llvm::StringRef Text, llvm::StringRef Code) {
  auto Whole = codeTokens(Text), Part = codeTokens(Code);
  return !Part.empty() && Whole.size() >= Part.size() &&
         std::equal(Part.rbegin(), Part.rend(), Whole.rbegin());
}

static char closerOf(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::l_paren:
    return ')';
  case tok::l_square:
    return ']';
  case tok::l_brace:
    return '}';
  default:
    return 0;
  }
}

std::string whyNotWhole(llvm::StringRef Code) {
  if (Code.contains('\0'))
    return "it holds a NUL byte";
  std::string Open;
  llvm::StringRef Rest;
  auto Tokens = lex(Code, /*Comments=*/true, &Rest);
  if (!Rest.empty())
    return "a comment is not closed";
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const CodeToken &T = Tokens[I];
    if (T.Kind == tok::hash && T.AtLineStart) {
      bool Pragma = I + 1 < Tokens.size() && Tokens[I + 1].Text == "pragma" &&
                    I + 2 < Tokens.size() && Tokens[I + 2].Text == "unroll";
      if (!Pragma)
        return "it holds a preprocessor line; use add_include for headers";
    }
    if (T.Kind == tok::comment && T.Text.substr(0, 2) == "/*" &&
        (T.Text.size() < 4 || T.Text.substr(T.Text.size() - 2) != "*/"))
      return "a comment is not closed";
    if (T.Kind == tok::unknown && !T.Text.empty() &&
        (T.Text[0] == '/' || T.Text[0] == '"' || T.Text[0] == '\''))
      return "a comment or a literal is not closed";
    if (char Closer = closerOf(T.Kind)) {
      Open += Closer;
    } else if (T.Kind == tok::r_paren || T.Kind == tok::r_square ||
               T.Kind == tok::r_brace) {
      if (Open.empty() || Open.back() != T.Text[0])
        return "'" + T.Text + "' closes nothing in it";
      Open.pop_back();
    }
  }
  if (!Open.empty())
    return std::string("'") + Open.back() + "' is missing in it";
  return "";
}

std::string whyNotExpression(llvm::StringRef Code) {
  if (std::string Why = whyNotWhole(Code); !Why.empty())
    return Why;
  auto Tokens = lex(Code, /*Comments=*/true);
  int Depth = 0;
  bool Any = false;
  for (const CodeToken &T : Tokens) {
    if (T.Kind == tok::comment) {
      if (T.Text.substr(0, 2) == "//")
        return "a line comment would swallow what follows it";
      continue;
    }
    Any = true;
    Depth += T.Kind == tok::l_brace;
    Depth -= T.Kind == tok::r_brace;
    if (T.Kind == tok::semi && Depth == 0)
      return "an expression is expected, and ';' ends a statement";
  }
  return Any ? "" : "it is empty";
}

static bool isOperand(const CodeToken &T) {
  return T.Kind == tok::raw_identifier || T.Kind == tok::numeric_constant ||
         T.Kind == tok::r_paren || T.Kind == tok::r_square ||
         T.Kind == tok::r_brace || T.Kind == tok::char_constant ||
         T.Kind == tok::string_literal || T.Kind == tok::plusplus ||
         T.Kind == tok::minusminus;
}

int lowestPrecedence(llvm::StringRef Code) {
  auto Tokens = lex(Code, false);
  int Depth = 0, Lowest = 0;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    tok::TokenKind Kind = Tokens[I].Kind;
    Depth += closerOf(Kind) != 0;
    Depth -=
        Kind == tok::r_paren || Kind == tok::r_square || Kind == tok::r_brace;
    if (Depth != 0 || I == 0 || !isOperand(Tokens[I - 1]))
      continue;
    // `static_cast<float>(x)`: the angle brackets of a cast compare nothing.
    llvm::StringRef Before = Tokens[I - 1].Text;
    if (Kind == tok::less && Before.ends_with("_cast")) {
      for (int Angle = 0; I < Tokens.size(); ++I) {
        Angle += Tokens[I].Kind == tok::less;
        Angle -= Tokens[I].Kind == tok::greater;
        if (Angle == 0)
          break;
      }
      continue;
    }
    int P = getBinOpPrecedence(Kind, /*GreaterThanIsOperator=*/true,
                               /*CPlusPlus11=*/true);
    if (P > 0 && (Lowest == 0 || P < Lowest))
      Lowest = P;
  }
  return Lowest;
}

bool startsWithPrefix(llvm::StringRef Code) {
  auto Tokens = lex(Code, false);
  if (Tokens.empty())
    return false;
  switch (Tokens[0].Kind) {
  case tok::minus:
  case tok::plus:
  case tok::star:
  case tok::amp:
  case tok::exclaim:
  case tok::tilde:
  case tok::plusplus:
  case tok::minusminus:
    return true;
  case tok::l_paren: { // (float)x, not (a + b)
    int Depth = 0;
    for (size_t I = 0; I < Tokens.size(); ++I) {
      Depth += Tokens[I].Kind == tok::l_paren;
      Depth -= Tokens[I].Kind == tok::r_paren;
      if (Depth == 0)
        return I + 1 < Tokens.size() &&
               (Tokens[I + 1].Kind == tok::raw_identifier ||
                Tokens[I + 1].Kind == tok::numeric_constant ||
                Tokens[I + 1].Kind == tok::l_paren);
    }
    return false;
  }
  default:
    return false;
  }
}

} // namespace kmend
