//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Rewrite/EditScript.h"
#include "Ops/Operation.h"
#include "kmend/Support/YamlReader.h"
#include "llvm/Support/FormatVariadic.h"

namespace kmend {

static constexpr size_t MaxScriptBytes = 1u << 20;
static constexpr size_t MaxEdits = 1000;
static constexpr size_t MaxFieldBytes = 64u << 10;
static constexpr int MaxDepth = 32;

namespace {
/// Reads one document; every error names its path from "script" on.
class ScriptReader {
public:
  explicit ScriptReader(llvm::StringRef FileName) : FileName(FileName) {}

  llvm::Expected<EditScript> read(llvm::StringRef Json);

private:
  llvm::Error fail(const llvm::Twine &Path, const llvm::Twine &Message) const {
    return makeError(ExitCode::InvalidScript, {FileName.str(), 0, 0},
                     "script" + Path + ": " + Message);
  }
  llvm::Error readEdit(const llvm::json::Value &Value, const std::string &Path,
                       Edit &E) const;
  llvm::Error readTarget(const llvm::json::Value &Value,
                         const std::string &Path, EditTarget &T) const;
  llvm::Error readString(const llvm::json::Value &Value,
                         const std::string &Path, std::string &Result) const;
  llvm::Error readUnsigned(const llvm::json::Value &Value,
                           const std::string &Path, unsigned &Result) const;
  llvm::Error unknownKey(const std::string &Path, llvm::StringRef Key,
                         llvm::ArrayRef<llvm::StringRef> Known) const;

  llvm::StringRef FileName;
};
} // namespace

static llvm::StringRef kindOf(const llvm::json::Value &V) {
  switch (V.kind()) {
  case llvm::json::Value::Null:
    return "null";
  case llvm::json::Value::Boolean:
    return "a boolean";
  case llvm::json::Value::Number:
    return "a number";
  case llvm::json::Value::String:
    return "a string";
  case llvm::json::Value::Array:
    return "an array";
  case llvm::json::Value::Object:
    return "an object";
  }
  return "something else";
}

static std::string listOf(llvm::ArrayRef<llvm::StringRef> Names) {
  std::string Result;
  for (llvm::StringRef N : Names)
    Result += (Result.empty() ? "" : ", ") + N.str();
  return Result.empty() ? "none" : Result;
}

/// The JSON reader recurses once a bracket.
static int nesting(llvm::StringRef Json) {
  int Depth = 0, Deepest = 0;
  bool InString = false;
  for (size_t I = 0; I < Json.size(); ++I) {
    char C = Json[I];
    if (InString) {
      if (C == '\\')
        ++I;
      else if (C == '"')
        InString = false;
    } else if (C == '"') {
      InString = true;
    } else if (C == '[' || C == '{') {
      Deepest = std::max(Deepest, ++Depth);
    } else if (C == ']' || C == '}') {
      --Depth;
    }
  }
  return Deepest;
}

llvm::Error
ScriptReader::unknownKey(const std::string &Path, llvm::StringRef Key,
                         llvm::ArrayRef<llvm::StringRef> Known) const {
  llvm::StringRef Near = nearestName(Key, Known);
  return fail(Path, "unknown key '" + Key + "'" +
                        (Near.empty() ? "" : "; did you mean '" + Near + "'?") +
                        " (known here: " + listOf(Known) + ")");
}

llvm::Error ScriptReader::readString(const llvm::json::Value &Value,
                                     const std::string &Path,
                                     std::string &Result) const {
  if (auto S = Value.getAsString()) {
    if (S->size() > MaxFieldBytes)
      return fail(Path, "the text has " + llvm::Twine(S->size()) +
                            " bytes; at most " + llvm::Twine(MaxFieldBytes) +
                            " are accepted");
    Result = S->str();
    return llvm::Error::success();
  }
  // `"shared_bytes": 1024` is what people and models write.
  if (auto I = Value.getAsInteger()) {
    Result = std::to_string(*I);
    return llvm::Error::success();
  }
  return fail(Path, "expected a string, found " + kindOf(Value));
}

llvm::Error ScriptReader::readUnsigned(const llvm::json::Value &Value,
                                       const std::string &Path,
                                       unsigned &Result) const {
  auto I = Value.getAsInteger();
  if (!I || *I < 0 || *I > 1'000'000)
    return fail(Path, "expected an integer from 0 to 1000000, found " +
                          (I ? std::to_string(*I) : kindOf(Value).str()));
  Result = unsigned(*I);
  return llvm::Error::success();
}

llvm::Error ScriptReader::readTarget(const llvm::json::Value &Value,
                                     const std::string &Path,
                                     EditTarget &T) const {
  if (Value.getAsString()) {
    if (llvm::Error E = readString(Value, Path, T.Node))
      return E;
    llvm::StringRef Id = llvm::StringRef(T.Node).split('.').first;
    unsigned Number = 0;
    if (!Id.consume_front("n") || Id.getAsInteger(10, Number))
      return fail(Path, "'" + T.Node +
                            "' is no node; expected n1, n2, ... or a part such "
                            "as n14.cond, as `kmend outline` lists them");
    return llvm::Error::success();
  }
  const auto *O = Value.getAsObject();
  if (!O)
    return fail(Path, "expected a node (\"n14\") or {\"match\": ...}, found " +
                          kindOf(Value));
  for (const auto &[Key, Member] : *O) {
    std::string Inner = Path + "." + Key.str();
    llvm::Error E = llvm::Error::success();
    if (Key == "match")
      E = readString(Member, Inner, T.Match);
    else if (Key == "in")
      E = readString(Member, Inner, T.In);
    else if (Key == "nth")
      E = readUnsigned(Member, Inner, T.Nth);
    else
      E = unknownKey(Path, Key, {"match", "in", "nth"});
    if (E)
      return E;
  }
  if (T.Match.empty())
    return fail(Path, "'match' is missing");
  return llvm::Error::success();
}

llvm::Error ScriptReader::readEdit(const llvm::json::Value &Value,
                                   const std::string &Path, Edit &E) const {
  const auto *O = Value.getAsObject();
  if (!O)
    return fail(Path, "expected an object, found " + kindOf(Value));
  const llvm::json::Value *Name = O->get("op");
  if (!Name)
    return fail(Path, "'op' is missing");
  if (llvm::Error Bad = readString(*Name, Path + ".op", E.Op))
    return Bad;
  const Operation *Op = findOperation(E.Op);
  if (!Op) {
    llvm::SmallVector<llvm::StringRef> Known;
    for (const Operation *One : allOperations())
      Known.push_back(One->Name);
    llvm::StringRef Near = nearestName(E.Op, Known);
    return fail(Path + ".op",
                "unknown operation '" + E.Op + "'" +
                    (Near.empty() ? "" : "; did you mean '" + Near + "'?") +
                    " (known: " + listOf(Known) + ")");
  }
  llvm::SmallVector<llvm::StringRef> Known{"op", "expect"};
  if (Op->Target != TargetUse::None)
    Known.push_back("at");
  Known.append(Op->Required.begin(), Op->Required.end());
  Known.append(Op->Optional.begin(), Op->Optional.end());
  bool Card = Op->Name == "apply_card";
  if (Card)
    Known.append({"sites", "alternative"});
  for (const auto &[Key, Member] : *O) {
    std::string Inner = Path + "." + Key.str();
    if (Key == "op")
      continue;
    if (!llvm::is_contained(Known, Key.str()))
      return unknownKey(Path, Key, Known);
    llvm::Error Bad = llvm::Error::success();
    if (Key == "at") {
      Bad = readTarget(Member, Inner, E.At);
    } else if (Key == "expect") {
      std::string Text;
      Bad = readString(Member, Inner, Text);
      E.Expect = Text;
    } else if (Key == "alternative") {
      Bad = readUnsigned(Member, Inner, E.Alternative);
    } else if (Key == "sites") {
      const auto *List = Member.getAsArray();
      if (!List) {
        Bad = fail(Inner, "expected an array, found " + kindOf(Member));
      } else {
        for (size_t I = 0; I < List->size() && !Bad; ++I) {
          E.Sites.push_back(0);
          Bad = readUnsigned((*List)[I], Inner + "[" + std::to_string(I) + "]",
                             E.Sites.back());
        }
      }
    } else {
      Bad = readString(Member, Inner, E.Fields[Key.str()]);
    }
    if (Bad)
      return Bad;
  }
  bool HasTarget = !E.At.Node.empty() || !E.At.Match.empty();
  if (Op->Target == TargetUse::Required && !HasTarget)
    return fail(Path, "'at' is missing: '" + E.Op + "' needs a node");
  if (E.Expect && !HasTarget)
    return fail(Path, "'expect' needs 'at'");
  for (llvm::StringRef Field : Op->Required)
    if (!E.Fields.count(Field.str()))
      return fail(Path, "'" + Field + "' is missing: '" + E.Op + "' needs it");
  return llvm::Error::success();
}

llvm::Expected<EditScript> ScriptReader::read(llvm::StringRef Json) {
  if (Json.size() > MaxScriptBytes)
    return fail("", "the script has " + llvm::Twine(Json.size()) +
                        " bytes; at most " + llvm::Twine(MaxScriptBytes) +
                        " are accepted");
  if (nesting(Json) > MaxDepth)
    return fail("", "nested deeper than " + llvm::Twine(MaxDepth) + " levels");
  auto Document = llvm::json::parse(Json);
  if (!Document) {
    std::string Message = llvm::toString(Document.takeError());
    return fail("", "not JSON: " + Message);
  }
  const auto *O = Document->getAsObject();
  if (!O)
    return fail("", "expected an object, found " + kindOf(*Document));
  EditScript Script;
  const llvm::json::Array *Edits = nullptr;
  bool Versioned = false;
  for (const auto &[Key, Member] : *O) {
    if (Key == "schema_version") {
      auto Version = Member.getAsInteger();
      if (!Version || *Version != 1)
        return fail(".schema_version",
                    "expected 1, found " + llvm::formatv("{0}", Member).str());
      Versioned = true;
    } else if (Key == "why") {
      if (llvm::Error E = readString(Member, ".why", Script.Why))
        return std::move(E);
    } else if (Key == "source") {
      if (llvm::Error E = readString(Member, ".source", Script.Source))
        return std::move(E);
    } else if (Key == "edits") {
      Edits = Member.getAsArray();
      if (!Edits)
        return fail(".edits", "expected an array, found " + kindOf(Member));
    } else {
      return unknownKey("", Key, {"schema_version", "why", "source", "edits"});
    }
  }
  if (!Versioned)
    return fail("", "'schema_version' is missing; this format is 1");
  if (!Edits)
    return fail("", "'edits' is missing");
  if (Edits->size() > MaxEdits)
    return fail(".edits", llvm::Twine(Edits->size()) + " edits; at most " +
                              llvm::Twine(MaxEdits) + " are accepted");
  for (size_t I = 0; I < Edits->size(); ++I) {
    Edit E;
    if (llvm::Error Bad =
            readEdit((*Edits)[I], ".edits[" + std::to_string(I) + "]", E))
      return std::move(Bad);
    Script.Edits.push_back(std::move(E));
  }
  return Script;
}

llvm::Expected<EditScript> parseEditScript(llvm::StringRef Json,
                                           llvm::StringRef FileName) {
  return ScriptReader(FileName).read(Json);
}

llvm::json::Value toJson(const EditScript &Script) {
  llvm::json::Array Edits;
  for (const Edit &E : Script.Edits) {
    llvm::json::Object O{{"op", llvm::json::fixUTF8(E.Op)}};
    if (!E.At.Node.empty()) {
      O["at"] = llvm::json::fixUTF8(E.At.Node);
    } else if (!E.At.Match.empty()) {
      llvm::json::Object At{{"match", llvm::json::fixUTF8(E.At.Match)}};
      if (!E.At.In.empty())
        At["in"] = llvm::json::fixUTF8(E.At.In);
      if (E.At.Nth)
        At["nth"] = E.At.Nth;
      O["at"] = std::move(At);
    }
    if (E.Expect)
      O["expect"] = llvm::json::fixUTF8(*E.Expect);
    for (const auto &[Key, Text] : E.Fields)
      O[llvm::json::fixUTF8(Key)] = llvm::json::fixUTF8(Text);
    if (!E.Sites.empty()) {
      llvm::json::Array Sites;
      for (unsigned S : E.Sites)
        Sites.push_back(S);
      O["sites"] = std::move(Sites);
    }
    if (E.Alternative)
      O["alternative"] = E.Alternative;
    Edits.push_back(std::move(O));
  }
  llvm::json::Object Document{{"schema_version", 1},
                              {"edits", std::move(Edits)}};
  if (!Script.Why.empty())
    Document["why"] = llvm::json::fixUTF8(Script.Why);
  if (!Script.Source.empty())
    Document["source"] = llvm::json::fixUTF8(Script.Source);
  return llvm::json::Value(std::move(Document));
}

} // namespace kmend
