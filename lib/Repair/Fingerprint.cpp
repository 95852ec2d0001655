//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Repair/Fingerprint.h"
#include "kmend/Support/Files.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

namespace kmend {

std::string fingerprint(llvm::StringRef Text) {
  clang::LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus17 = true;
  Language.CUDA = Language.LineComment = Language.Digraphs = true;
  // The lexer needs a NUL behind the text.
  std::string Buffer = Text.str();
  clang::Lexer Raw(clang::SourceLocation(), Language, Buffer.data(),
                   Buffer.data(), Buffer.data() + Buffer.size());
  std::string Tokens;
  Tokens.reserve(Buffer.size());
  clang::Token T;
  bool AtEnd = false, InDirective = false;
  while (!AtEnd) {
    AtEnd = Raw.LexFromRawLexer(T);
    if (T.is(clang::tok::eof))
      break;
    // A directive begins and ends with its line; no other line end counts.
    bool Begins = T.is(clang::tok::hash) && T.isAtStartOfLine();
    if (Begins || (InDirective && T.isAtStartOfLine()))
      Tokens += '\n';
    if (T.isAtStartOfLine())
      InDirective = Begins;
    bool Spliced = T.needsCleaning();
    llvm::StringRef Spelling(Buffer.data() + Raw.getCurrentBufferOffset() -
                                 T.getLength(),
                             T.getLength());
    if (Spliced) {
      llvm::SmallString<64> Clean;
      for (size_t I = 0; I < Spelling.size(); ++I) {
        if (Spelling[I] == '\\') {
          size_t End = Spelling.find_first_not_of(" \t\r", I + 1);
          if (End != llvm::StringRef::npos && Spelling[End] == '\n') {
            I = End;
            continue;
          }
        }
        Clean += Spelling[I];
      }
      Tokens += Clean;
    } else {
      Tokens += Spelling;
    }
    Tokens += ' ';
  }
  return sha256(Tokens);
}

} // namespace kmend
