//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_UNITTESTS_REWRITE_REWRITETEST_H
#define KMEND_UNITTESTS_REWRITE_REWRITETEST_H

#include "kmend/Frontend/NodeTable.h"
#include "kmend/Rewrite/Rewriter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kmend {

/// A source, and scripts applied to it. Every text starts with an include of
/// cuda_runtime.h, which results are shown without.
class RewriteTest : public testing::Test {
protected:
  static constexpr llvm::StringLiteral Head = "#include <cuda_runtime.h>\n";

  void source(llvm::StringRef Text, llvm::StringRef Includes = "") {
    Prefix = (Head + Includes).str();
    auto Parsed = ParsedSource::parse("k.cu", Prefix + Text.str());
    ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
    Source = std::move(*Parsed);
  }

  /// The id of the node with this text.
  std::string id(llvm::StringRef Text) const {
    NodeTable Nodes(*Source);
    for (const NodeRef &Ref : Nodes.nodes())
      if (Nodes.text(Ref) == Text)
        return "n" + std::to_string(Ref.Id);
    ADD_FAILURE() << "no node `" << Text.str() << "`";
    return "n0";
  }

  static Edit edit(llvm::StringRef Op, std::string At,
                   std::map<std::string, std::string> Fields = {}) {
    Edit E;
    E.Op = Op.str();
    E.At.Node = std::move(At);
    E.Fields = std::move(Fields);
    return E;
  }

  /// The new text, or "error: ...".
  std::string apply(std::vector<Edit> Edits) {
    EditScript Script;
    Script.Edits = std::move(Edits);
    Script.Source = Hash;
    auto Result = applyScript(*Source, Script,
                              [&](llvm::StringRef Id) -> const CardRule * {
                                return Card.Id == Id ? &Card : nullptr;
                              });
    if (!Result) {
      std::string Message;
      llvm::handleAllErrors(Result.takeError(), [&](const KmendError &E) {
        EXPECT_EQ(E.code(), ExitCode::InvalidScript) << E.message();
        Message = "error: " + E.message();
      });
      return Message;
    }
    Last = std::move(*Result);
    llvm::StringRef Text = Last.Text;
    Text.consume_front(Prefix);
    return Text.str();
  }

  /// Applies a builtin at every match of \p Matcher.
  std::string builtin(llvm::StringRef Name, llvm::StringRef Matcher) {
    Card = CardRule();
    Card.Id = "card";
    Card.Suspect = Matcher.str();
    Card.Rewrites.push_back({{}, Name.str()});
    Edit E;
    E.Op = "apply_card";
    E.Fields["card"] = "card";
    return apply({E});
  }

  /// Makes the last result the source.
  void keep() { Source = std::move(Last.Parsed); }

  std::unique_ptr<ParsedSource> Source;
  RewriteResult Last;
  CardRule Card;
  std::string Prefix, Hash;
};

} // namespace kmend

#endif // KMEND_UNITTESTS_REWRITE_REWRITETEST_H
