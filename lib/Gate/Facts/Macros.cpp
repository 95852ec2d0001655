//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Macros that the source defines, and files that it includes.
//
//===----------------------------------------------------------------------===//

#include "Collect.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace kmend {

/// Names that honest sources define in spite of a header, with a meaning that
/// cannot hide a call.
static bool isHarmless(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {
      "min",      "max",      "MIN",     "MAX",       "NULL",
      "INFINITY", "NAN",      "FLT_MAX", "FLT_MIN",   "INT_MAX",
      "DBL_MAX",  "UINT_MAX", "INT_MIN", "WARP_SIZE", "M_LOG2E",
      "M_LOG2_E", "abs",      "inline",  "restrict",  "__restrict"};
  return Names.contains(Name) || Name.starts_with("M_") ||
         Name.starts_with("HUGE_");
}

/// Directives that leave no trace in the tree: `#embed`, which becomes a mere
/// string, and questions about files.
static void collectDirectives(ASTUnit &Unit, Facts &F) {
  const SourceManager &Sources = Unit.getSourceManager();
  FileID Main = Sources.getMainFileID();
  Lexer Raw(Main, Sources.getBufferOrFake(Main), Sources,
            Unit.getPreprocessor().getLangOpts());
  Token T;
  bool AfterHash = false;
  llvm::StringRef Asked;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      break;
    llvm::StringRef Word =
        T.is(tok::raw_identifier) ? T.getRawIdentifier() : llvm::StringRef();
    if (AfterHash && Word == "embed")
      F.Includes.push_back({"#embed", true, placeOf(Sources, T.getLocation())});
    AfterHash = T.is(tok::hash) && T.isAtStartOfLine();
    if (Word == "__has_include" || Word == "__has_include_next" ||
        Word == "__has_embed") {
      Asked = Word;
      continue;
    }
    if (Asked.empty() || T.is(tok::l_paren))
      continue;
    // <header> may be there or not; any other file is nobody's business.
    bool Header = T.is(tok::less);
    if (Header) {
      Raw.LexFromRawLexer(T);
      Header = T.is(tok::raw_identifier);
    }
    if (!Header)
      F.Includes.push_back(
          {Asked.str(), true, placeOf(Sources, T.getLocation())});
    Asked = {};
  }
}

void collectMacros(ASTUnit &Unit, Facts &F) {
  collectDirectives(Unit, F);
  Preprocessor &PP = Unit.getPreprocessor();
  ASTContext &Context = Unit.getASTContext();
  const SourceManager &Sources = Context.getSourceManager();
  auto IsDeclared = [&](const IdentifierInfo *Id) {
    for (const NamedDecl *D :
         Context.getTranslationUnitDecl()->lookup(DeclarationName(Id)))
      if (!inMainFile(Sources, D->getLocation()))
        return true;
    return false;
  };

  for (const auto &Entry : PP.macros(/*IncludeExternalMacros=*/false)) {
    const IdentifierInfo *Id = Entry.first;
    bool Elsewhere = false;
    std::vector<clang::SourceLocation> Here;
    for (const MacroDirective *D = PP.getLocalMacroDirectiveHistory(Id); D;
         D = D->getPrevious()) {
      if (isa<VisibilityMacroDirective>(D))
        continue;
      if (inMainFile(Sources, D->getLocation()))
        Here.push_back(D->getLocation());
      else
        Elsewhere = true;
    }
    if (Here.empty())
      continue;
    llvm::StringRef Name = Id->getName();
    MacroFact M;
    M.Name = Name.str();
    M.Reserved = Elsewhere || IsDeclared(Id) ||
                 Id->isKeyword(PP.getLangOpts()) || Id->getBuiltinID() != 0 ||
                 Name.starts_with("kmend_") || Name.starts_with("__");
    M.Harmless = isHarmless(Name);
    M.Where = placeOf(Sources, Here.back());
    F.Macros.push_back(std::move(M));
  }

  for (unsigned I = 0; I < Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &E = Sources.getLocalSLocEntry(I);
    if (!E.isFile())
      continue;
    clang::SourceLocation From = E.getFile().getIncludeLoc();
    if (From.isInvalid() || !inMainFile(Sources, From))
      continue;
    auto File = E.getFile().getContentCache().OrigEntry;
    if (!File)
      continue;
    IncludeFact Inc;
    Inc.Name = File->getName().str();
    Inc.Outside = !SrcMgr::isSystem(E.getFile().getFileCharacteristic()) &&
                  !llvm::StringRef(Inc.Name).starts_with("/kmend/");
    Inc.Where = placeOf(Sources, From);
    F.Includes.push_back(std::move(Inc));
  }
}

} // namespace kmend
