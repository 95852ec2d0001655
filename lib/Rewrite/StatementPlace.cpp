//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatementPlace.h"
#include "CodeText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kmend {

/// Whether \p Child stands as a statement in \p Parent.
static bool isStatementOf(const Stmt &Parent, const Stmt &Child) {
  if (isa<CompoundStmt>(Parent))
    return true;
  if (auto *I = dyn_cast<IfStmt>(&Parent))
    return &Child == I->getThen() || &Child == I->getElse();
  if (auto *F = dyn_cast<ForStmt>(&Parent))
    return &Child == F->getBody();
  if (auto *R = dyn_cast<CXXForRangeStmt>(&Parent))
    return &Child == R->getBody();
  if (auto *W = dyn_cast<WhileStmt>(&Parent))
    return &Child == W->getBody();
  if (auto *D = dyn_cast<DoStmt>(&Parent))
    return &Child == D->getBody();
  if (auto *C = dyn_cast<SwitchCase>(&Parent))
    return &Child == C->getSubStmt();
  if (auto *L = dyn_cast<LabelStmt>(&Parent))
    return &Child == L->getSubStmt();
  return false;
}

std::optional<StatementPlace> statementAround(ASTContext &Context,
                                              const DynTypedNode &Node) {
  DynTypedNode Current = Node;
  for (unsigned Steps = 0; Steps < 4096; ++Steps) {
    auto Parents = Context.getParents(Current);
    if (Parents.empty())
      return std::nullopt;
    const DynTypedNode Parent = Parents[0];
    const auto *Child = Current.get<Stmt>();
    const auto *Outer = Parent.get<Stmt>();
    if (Child && Outer && isStatementOf(*Outer, *Child) &&
        !isa<CompoundStmt>(Child)) {
      if (auto Range = statementRange(Context, *Child))
        return StatementPlace{Child, Outer, *Range,
                              isa<CompoundStmt, SwitchCase>(Outer)};
    }
    // A block among statements is a statement, a body is not.
    if (Child && Outer && isa<CompoundStmt>(Child) && isa<CompoundStmt>(Outer))
      if (auto Range = statementRange(Context, *Child))
        return StatementPlace{Child, Outer, *Range, true};
    if (Parent.get<FunctionDecl>() || Parent.get<LambdaExpr>()) {
      // The statement around a lambda's body is the one that holds the lambda.
      if (Parent.get<FunctionDecl>())
        return std::nullopt;
    }
    Current = Parent;
  }
  return std::nullopt;
}

std::optional<StatementPlace> outerStatement(ASTContext &Context,
                                             const StatementPlace &Place) {
  if (!Place.Parent)
    return std::nullopt;
  if (!isa<CompoundStmt>(Place.Parent)) {
    if (auto Own =
            statementAround(Context, DynTypedNode::create(*Place.Parent)))
      return Own;
    return std::nullopt;
  }
  return statementAround(Context, DynTypedNode::create(*Place.Parent));
}

static const Stmt *sibling(const StatementPlace &Place, int Step) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Place.Parent);
  if (!Block)
    return nullptr;
  auto Body = Block->body();
  for (auto It = Body.begin(); It != Body.end(); ++It) {
    if (*It != Place.Statement)
      continue;
    if (Step < 0)
      return It == Body.begin() ? nullptr : *std::prev(It);
    return std::next(It) == Body.end() ? nullptr : *std::next(It);
  }
  return nullptr;
}

const Stmt *siblingBefore(const StatementPlace &P) { return sibling(P, -1); }
const Stmt *siblingAfter(const StatementPlace &P) { return sibling(P, 1); }

static unsigned lineStart(llvm::StringRef Text, unsigned Offset) {
  size_t Newline = Text.take_front(Offset).rfind('\n');
  return Newline == llvm::StringRef::npos ? 0 : unsigned(Newline + 1);
}

static unsigned lineEnd(llvm::StringRef Text, unsigned Offset) {
  size_t Newline = Text.find('\n', Offset);
  return Newline == llvm::StringRef::npos ? unsigned(Text.size())
                                          : unsigned(Newline);
}

llvm::StringRef indentAt(llvm::StringRef Text, unsigned Offset) {
  llvm::StringRef Line =
      Text.slice(lineStart(Text, Offset), lineEnd(Text, Offset));
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

std::string indentUnit(llvm::StringRef Text) {
  size_t Smallest = 0;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (Line.starts_with("\t"))
      return "\t";
    size_t Spaces = Line.find_first_not_of(' ');
    if (Spaces == llvm::StringRef::npos || Spaces < 2 || Line[Spaces] == '*')
      continue;
    if (Smallest == 0 || Spaces < Smallest)
      Smallest = Spaces;
  }
  return std::string(Smallest ? std::min<size_t>(Smallest, 8) : 2, ' ');
}

std::string indented(llvm::StringRef Code, llvm::StringRef Indent) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Code.trim("\r\n").split(Lines, '\n');
  size_t Common = llvm::StringRef::npos;
  for (llvm::StringRef L : llvm::drop_begin(Lines)) {
    size_t Spaces = L.find_first_not_of(" \t\r");
    if (Spaces != llvm::StringRef::npos)
      Common = std::min(Common, Spaces);
  }
  // Lines of a block whose first line was not indented keep their own steps.
  size_t First = Lines.empty() ? 0 : Lines[0].find_first_not_of(" \t");
  if (Common == llvm::StringRef::npos)
    Common = 0;
  if (First != llvm::StringRef::npos)
    Common = std::min(Common, First);
  std::string Result;
  for (const auto &[I, L] : llvm::enumerate(Lines)) {
    llvm::StringRef Body = L.rtrim();
    if (I == 0) {
      Result += Body.ltrim();
      continue;
    }
    Result += "\n";
    if (!Body.empty())
      Result += (Indent + Body.drop_front(std::min(Common, Body.size()))).str();
  }
  return Result;
}

/// Where the token before \p Offset ends.
static unsigned endOfTokenBefore(const ASTContext &Context, unsigned Offset) {
  // Comments may stand between `if (c)` and the statement: walk the text
  // backwards over white space, then trust the parent's own tokens.
  llvm::StringRef Text = textOf(Context, {0, Offset});
  return unsigned(Text.rtrim().size());
}

static bool startsLine(llvm::StringRef Text, unsigned Offset) {
  return Text.slice(lineStart(Text, Offset), Offset).trim().empty();
}

/// Only white space or a comment follows on the line of \p Offset.
static bool endsLine(llvm::StringRef Text, unsigned Offset) {
  llvm::StringRef Rest =
      Text.slice(Offset, lineEnd(Text, Offset)).trim(" \t\r");
  return Rest.empty() || Rest.starts_with("//") ||
         (Rest.starts_with("/*") && Rest.ends_with("*/") &&
          Rest.find("*/") == Rest.size() - 2);
}

static llvm::StringRef fileText(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return SM.getBufferData(SM.getMainFileID());
}

/// Where the code that goes behind a statement is put.
static unsigned insertionAfter(llvm::StringRef Text, unsigned End) {
  if (!endsLine(Text, End))
    return End;
  // Behind a comment that belongs to the statement's line.
  return unsigned(Text.take_front(lineEnd(Text, End)).rtrim("\r \t").size());
}

/// The indentation that the statements of \p Place's block have or will have.
static std::string memberIndent(const ASTContext &Context,
                                const StatementPlace &Place) {
  llvm::StringRef Text = fileText(Context);
  std::string Indent = indentAt(Text, Place.Range.Begin).str();
  if (!Place.InBlock && !startsLine(Text, Place.Range.Begin))
    Indent += indentUnit(Text);
  return Indent;
}

/// Makes a block of a statement that stands alone behind `if (c)`.
static void addBraces(EditList &Edits, const ASTContext &Context,
                      const StatementPlace &Place) {
  llvm::StringRef Text = fileText(Context);
  unsigned ParentBegin = Place.Range.Begin;
  if (auto Parent = byteRange(Context, Place.Parent->getSourceRange()))
    ParentBegin = Parent->Begin;
  std::string Outer = indentAt(Text, ParentBegin).str();
  int Nesting = -int(Place.Range.Begin);
  if (startsLine(Text, Place.Range.Begin)) {
    unsigned At = endOfTokenBefore(Context, Place.Range.Begin);
    bool Commented = Text.slice(lineStart(Text, At), At).contains("//") ||
                     Text.take_front(At).ends_with("*/");
    if (Commented)
      Edits.insert(lineStart(Text, Place.Range.Begin), Outer + "{\n",
                   EditRank::OpenBrace);
    else
      Edits.insert(At, " {", EditRank::OpenBrace);
  } else {
    Edits.insert(Place.Range.Begin, "{\n" + memberIndent(Context, Place),
                 EditRank::OpenBrace);
  }
  std::string Close = "\n" + Outer + "}";
  unsigned End = insertionAfter(Text, Place.Range.End);
  Edits.insert(End, Close, EditRank::CloseBrace, Nesting);
}

static llvm::Error alreadyThere(const ASTContext &Context, unsigned Offset,
                                llvm::StringRef Code) {
  llvm::StringRef Text = fileText(Context);
  unsigned Line = unsigned(Text.take_front(Offset).count('\n')) + 1;
  return makeError(ExitCode::InvalidScript,
                   "`" + Code.trim().take_front(80) +
                       "` already stands at line " + llvm::Twine(Line) +
                       "; the edit was applied before");
}

llvm::Error insertBefore(EditList &Edits, ASTContext &Context,
                         const StatementPlace &Place, llvm::StringRef Code) {
  llvm::StringRef Text = fileText(Context);
  // Before the statement, or the statement itself: after an insertion it has
  // the id of the one that it was put before.
  if ((Place.InBlock &&
       endsWithCode(Text.take_front(Place.Range.Begin), Code)) ||
      beginsWithCode(Text.drop_front(Place.Range.Begin), Code))
    return alreadyThere(Context, Place.Range.Begin, Code);
  std::string Indent = memberIndent(Context, Place);
  if (!Place.InBlock)
    addBraces(Edits, Context, Place);
  bool OwnLine = startsLine(Text, Place.Range.Begin) || !Place.InBlock;
  std::string Inserted = indented(Code, Indent);
  Edits.insert(Place.Range.Begin, Inserted + (OwnLine ? "\n" + Indent : " "),
               EditRank::Before);
  return llvm::Error::success();
}

llvm::Error insertAfter(EditList &Edits, ASTContext &Context,
                        const StatementPlace &Place, llvm::StringRef Code) {
  llvm::StringRef Text = fileText(Context);
  if (Place.InBlock && beginsWithCode(Text.drop_front(Place.Range.End), Code))
    return alreadyThere(Context, Place.Range.End, Code);
  std::string Indent = memberIndent(Context, Place);
  if (!Place.InBlock)
    addBraces(Edits, Context, Place);
  unsigned At = insertionAfter(Text, Place.Range.End);
  bool OwnLine = At != Place.Range.End || endsLine(Text, At) || !Place.InBlock;
  std::string Inserted = indented(Code, Indent);
  Edits.insert(At, OwnLine ? "\n" + Indent + Inserted : " " + Inserted,
               EditRank::After);
  return llvm::Error::success();
}

/// Moves the lines of \p Range one step to the right, its first line excepted.
static void indentLines(EditList &Edits, llvm::StringRef Text, ByteRange Range,
                        llvm::StringRef Unit) {
  for (unsigned At = Range.Begin; At < Range.End;) {
    unsigned Next = lineEnd(Text, At) + 1;
    if (Next >= Range.End)
      break;
    llvm::StringRef Line = Text.slice(Next, lineEnd(Text, Next));
    if (!Line.trim().empty() && !Line.starts_with("#"))
      Edits.insert(Next, Unit, EditRank::Indent);
    At = Next;
  }
}

void wrapStatement(EditList &Edits, ASTContext &Context,
                   const StatementPlace &Place, llvm::StringRef Head,
                   llvm::StringRef Else) {
  llvm::StringRef Text = fileText(Context);
  std::string Unit = indentUnit(Text);
  std::string Indent = memberIndent(Context, Place);
  if (!Place.InBlock)
    addBraces(Edits, Context, Place);
  bool Block = isa<CompoundStmt>(Place.Statement);
  if (Block) {
    Edits.insert(Place.Range.Begin, (Head + " ").str(), EditRank::Before, 1);
  } else {
    Edits.insert(Place.Range.Begin, (Head + " {\n" + Indent + Unit).str(),
                 EditRank::Before, 1);
    indentLines(Edits, Text, Place.Range, Unit);
  }
  std::string Tail = Block ? "" : "\n" + Indent + "}";
  if (!Else.trim().empty())
    Tail += " else {\n" + Indent + Unit + indented(Else, Indent + Unit) + "\n" +
            Indent + "}";
  if (!Tail.empty())
    Edits.insert(insertionAfter(Text, Place.Range.End), Tail, EditRank::After,
                 -1);
}

void removeStatement(EditList &Edits, ASTContext &Context,
                     const StatementPlace &Place) {
  llvm::StringRef Text = fileText(Context);
  // A lone body leaves an empty statement: `if (c) ;` would change what the
  // `if` guards.
  if (!Place.InBlock)
    return Edits.replace(Place.Range, "{}");
  unsigned Begin = Place.Range.Begin, End = Place.Range.End;
  unsigned Stop = lineEnd(Text, End);
  if (startsLine(Text, Begin) && Text.slice(End, Stop).trim().empty())
    return Edits.replace(
        {lineStart(Text, Begin), std::min<unsigned>(Stop + 1, Text.size())},
        "");
  Edits.replace(Place.Range, "");
}

llvm::Error insertAtBodyStart(EditList &Edits, ASTContext &Context,
                              const Stmt &Body, llvm::StringRef Code) {
  const auto *Block = dyn_cast<CompoundStmt>(&Body);
  if (!Block || !Block->body_empty()) {
    const Stmt *First = Block ? *Block->body_begin() : &Body;
    if (auto Place = statementAround(Context, DynTypedNode::create(*First)))
      return insertBefore(Edits, Context, *Place, Code);
  }
  auto Range = byteRange(Context, Body.getSourceRange());
  if (!Range)
    return makeError(ExitCode::InvalidScript,
                     "the body is written by a macro; nothing can be inserted");
  llvm::StringRef Text = fileText(Context);
  std::string Outer = indentAt(Text, Range->Begin).str();
  std::string Indent = Outer + indentUnit(Text);
  Edits.replace(*Range,
                "{\n" + Indent + indented(Code, Indent) + "\n" + Outer + "}");
  return llvm::Error::success();
}

llvm::Error insertAtBodyEnd(EditList &Edits, ASTContext &Context,
                            const Stmt &Body, llvm::StringRef Code) {
  const auto *Block = dyn_cast<CompoundStmt>(&Body);
  if (!Block || !Block->body_empty()) {
    const Stmt *Last = Block ? Block->body_back() : &Body;
    if (auto Place = statementAround(Context, DynTypedNode::create(*Last)))
      return insertAfter(Edits, Context, *Place, Code);
  }
  return insertAtBodyStart(Edits, Context, Body, Code);
}

} // namespace kmend
