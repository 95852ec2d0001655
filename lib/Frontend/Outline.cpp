//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/Outline.h"
#include "kmend/Frontend/KernelIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace kmend {

/// Longer texts are cut: the line above shows them whole.
static constexpr size_t MaxLabel = 40;

/// \p Text on one line.
static std::string squeezed(llvm::StringRef Text, size_t Limit) {
  std::string Result;
  for (char C : Text) {
    bool Space = llvm::isSpace(C);
    if (Space && (Result.empty() || Result.back() == ' '))
      continue;
    Result += Space ? ' ' : C;
  }
  while (!Result.empty() && Result.back() == ' ')
    Result.pop_back();
  if (Limit && Result.size() > Limit) {
    Result.resize(Limit - 3);
    Result += "...";
  }
  return Result;
}

/// Whether \p Ref is an expression inside a statement.
static bool isInnerExpression(const NodeRef &Ref, llvm::StringRef Text) {
  return Ref.Node.get<Expr>() && !Text.ends_with(";");
}

static std::string label(const NodeTable &Nodes, const NodeRef &Ref) {
  llvm::StringRef Text = Nodes.text(Ref);
  if (const auto *D = Ref.Node.get<NamedDecl>())
    return (nodeKind(Ref.Node) + " " + D->getNameAsString()).str();
  if (isInnerExpression(Ref, Text))
    return squeezed(Text, MaxLabel);
  if (const auto *Call = Ref.Node.get<CallExpr>())
    if (const auto *F = dyn_cast_or_null<NamedDecl>(Call->getCalleeDecl()))
      return (nodeKind(Ref.Node) + " " + F->getNameAsString()).str();
  return nodeKind(Ref.Node).str();
}

namespace {
/// The lines to show, from 1 and inclusive.
struct LineRange {
  unsigned First = 1, Last = ~0u;
};

/// One line of the summary: an id, a line, and what it is.
struct SummaryItem {
  const NodeRef *Ref;
  std::string Text;
};

struct Summary {
  std::vector<SummaryItem> Kernels, Launches, Shared, Barriers;
};
} // namespace

static std::string textOfNode(const ParsedSource &Source, const Stmt *S) {
  if (!S)
    return "";
  auto Range = byteRange(Source.context(), S->getSourceRange());
  return Range ? squeezed(textOf(Source.context(), *Range), 0) : "";
}

static Summary summarise(const ParsedSource &Source, const NodeTable &Nodes,
                         const KernelIndex &Index) {
  Summary S;
  for (const FunctionDecl *F : Index.Kernels) {
    std::string Text = F->getNameAsString() + "(";
    for (const ParmVarDecl *P : F->parameters()) {
      auto Range = byteRange(Source.context(), DynTypedNode::create(*P));
      if (P->getFunctionScopeIndex())
        Text += ", ";
      Text += Range ? squeezed(textOf(Source.context(), *Range), 0) : "...";
    }
    S.Kernels.push_back(
        {Nodes.containing(DynTypedNode::create(*F)), Text + ")"});
  }
  for (const LaunchSite &L : Index.Launches) {
    std::string Text = L.Kernel ? L.Kernel->getNameAsString() : "(unknown)";
    Text +=
        "<<<" + textOfNode(Source, L.Grid) + ", " + textOfNode(Source, L.Block);
    if (std::string Bytes = textOfNode(Source, L.SharedBytes); !Bytes.empty())
      Text += ", " + Bytes;
    Text += ">>>";
    if (L.Cooperative)
      Text += " cooperative";
    if (L.Caller)
      Text += " in " + L.Caller->getNameAsString();
    S.Launches.push_back(
        {Nodes.containing(DynTypedNode::create(*L.Call)), std::move(Text)});
  }
  for (const VarDecl *V : Index.SharedVariables) {
    const NodeRef *Ref = Nodes.containing(DynTypedNode::create(*V));
    S.Shared.push_back({Ref, Ref ? squeezed(Nodes.text(*Ref), 0) : ""});
  }
  for (const CallExpr *C : Index.Barriers)
    S.Barriers.push_back(
        {Nodes.containing(DynTypedNode::create(*C)), textOfNode(Source, C)});
  return S;
}

/// The lines of the function \p Name; all lines when the name is empty.
static llvm::Expected<LineRange> linesOf(const ParsedSource &Source,
                                         const NodeTable &Nodes,
                                         llvm::StringRef Name) {
  if (Name.empty())
    return LineRange();
  std::string Known;
  for (const NodeRef &Ref : Nodes.nodes()) {
    const auto *F = Ref.Node.get<FunctionDecl>();
    if (!F || !F->isThisDeclarationADefinition())
      continue;
    if (F->getNameAsString() == Name || Ref.Function == Name)
      return LineRange{Ref.Line,
                       Ref.Line + unsigned(Nodes.text(Ref).count('\n'))};
    Known += (Known.empty() ? "" : ", ") + F->getNameAsString();
  }
  return makeError(ExitCode::InvalidInput, {Source.fileName().str(), 0, 0},
                   "no function '" + llvm::Twine(Name) + "'; functions here: " +
                       (Known.empty() ? "none" : Known));
}

static void printSummary(llvm::raw_ostream &OS, const Summary &S) {
  auto Section = [&](llvm::StringRef Title, llvm::ArrayRef<SummaryItem> Items) {
    if (Items.empty())
      return;
    OS << Title << ":\n";
    for (const SummaryItem &I : Items) {
      if (I.Ref)
        OS << llvm::formatv("  n{0} line {1}  ", I.Ref->Id, I.Ref->Line);
      else
        OS << "  (in a macro)  ";
      OS << I.Text << "\n";
    }
  };
  Section("kernels", S.Kernels);
  Section("launches", S.Launches);
  Section("shared variables", S.Shared);
  Section("barriers", S.Barriers);
  OS << "\n";
}

llvm::Expected<std::string> outlineText(const ParsedSource &Source,
                                        const NodeTable &Nodes,
                                        const OutlineOptions &Options) {
  auto Lines = linesOf(Source, Nodes, Options.Function);
  if (!Lines)
    return Lines.takeError();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Options.Summary)
    printSummary(OS, summarise(Source, Nodes, buildKernelIndex(Source)));

  llvm::ArrayRef<NodeRef> Rest = Nodes.nodes();
  unsigned Line = 0;
  llvm::StringRef Remaining = Source.text();
  while (!Remaining.empty()) {
    auto [Spelled, Tail] = Remaining.split('\n');
    Remaining = Tail;
    ++Line;
    bool Shown = Lines->First <= Line && Line <= Lines->Last;
    if (Shown)
      OS << llvm::formatv("{0,4} | {1}\n", Line, Spelled.rtrim("\r"));
    std::string Ids;
    for (; !Rest.empty() && Rest.front().Line <= Line;
         Rest = Rest.drop_front()) {
      const NodeRef &Ref = Rest.front();
      if (Options.Statements && isInnerExpression(Ref, Nodes.text(Ref)))
        continue;
      Ids += llvm::formatv("{0}n{1} {2}", Ids.empty() ? "" : "  |  ", Ref.Id,
                           label(Nodes, Ref));
    }
    if (Shown && !Ids.empty())
      OS << "     # " << Ids << "\n";
  }
  return Text;
}

static llvm::json::Value itemsJson(llvm::ArrayRef<SummaryItem> Items) {
  llvm::json::Array Result;
  for (const SummaryItem &I : Items) {
    llvm::json::Object O{{"text", I.Text}};
    if (I.Ref) {
      O["node"] = llvm::formatv("n{0}", I.Ref->Id).str();
      O["line"] = I.Ref->Line;
    }
    Result.push_back(std::move(O));
  }
  return Result;
}

llvm::Expected<llvm::json::Value> outlineJson(const ParsedSource &Source,
                                              const NodeTable &Nodes,
                                              const OutlineOptions &Options) {
  auto Lines = linesOf(Source, Nodes, Options.Function);
  if (!Lines)
    return Lines.takeError();
  llvm::json::Array List;
  for (const NodeRef &Ref : Nodes.nodes()) {
    llvm::StringRef Text = Nodes.text(Ref);
    if (Ref.Line < Lines->First || Ref.Line > Lines->Last ||
        (Options.Statements && isInnerExpression(Ref, Text)))
      continue;
    llvm::json::Object Parts;
    for (const NodePart &P : nodeParts(Source.context(), Ref.Node))
      Parts[P.Name] = llvm::json::fixUTF8(textOf(Source.context(), P.Range));
    List.push_back(
        llvm::json::Object{{"id", llvm::formatv("n{0}", Ref.Id).str()},
                           {"kind", nodeKind(Ref.Node)},
                           {"line", Ref.Line},
                           {"column", Ref.Column},
                           {"end_line", Ref.Line + unsigned(Text.count('\n'))},
                           {"function", llvm::json::fixUTF8(Ref.Function)},
                           {"text", llvm::json::fixUTF8(Text)},
                           {"parts", std::move(Parts)}});
  }
  llvm::json::Object Document{{"schema_version", 1},
                              {"file", llvm::json::fixUTF8(Source.fileName())},
                              {"nodes", std::move(List)}};
  if (Options.Summary) {
    Summary S = summarise(Source, Nodes, buildKernelIndex(Source));
    Document["kernels"] = itemsJson(S.Kernels);
    Document["launches"] = itemsJson(S.Launches);
    Document["shared"] = itemsJson(S.Shared);
    Document["barriers"] = itemsJson(S.Barriers);
  }
  return llvm::json::Value(std::move(Document));
}

} // namespace kmend
