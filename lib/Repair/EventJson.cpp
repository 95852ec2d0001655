//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventJson.h"

namespace kmend {

static void addPlace(llvm::json::Object &O, const SourceLocation &Where) {
  if (!Where.File.empty())
    O["file"] = Where.File;
  O["line"] = Where.Line;
  O["column"] = Where.Column;
}

static SourceLocation placeOf(const llvm::json::Object &O) {
  SourceLocation Where;
  Where.File = O.getString("file").value_or("").str();
  Where.Line = static_cast<unsigned>(O.getInteger("line").value_or(0));
  Where.Column = static_cast<unsigned>(O.getInteger("column").value_or(0));
  return Where;
}

llvm::json::Value toJson(llvm::ArrayRef<Symptom> Symptoms) {
  llvm::json::Array All;
  for (const Symptom &S : Symptoms) {
    llvm::json::Object O{{"symptom", S.Name},
                         {"confidence", S.Confidence},
                         {"text", S.Text},
                         {"evidence", llvm::json::Object(S.Evidence)}};
    addPlace(O, S.Where);
    All.push_back(std::move(O));
  }
  return All;
}

std::optional<std::vector<Symptom>>
symptomsFromJson(const llvm::json::Array *A) {
  if (!A)
    return std::nullopt;
  std::vector<Symptom> All;
  for (const llvm::json::Value &V : *A) {
    const llvm::json::Object *O = V.getAsObject();
    if (!O || !O->getString("symptom") || !O->getNumber("confidence"))
      return std::nullopt;
    Symptom S;
    S.Name = O->getString("symptom")->str();
    S.Confidence = *O->getNumber("confidence");
    S.Text = O->getString("text").value_or("").str();
    if (const llvm::json::Object *Evidence = O->getObject("evidence"))
      S.Evidence = *Evidence;
    S.Where = placeOf(*O);
    All.push_back(std::move(S));
  }
  return All;
}

llvm::json::Value toJson(llvm::ArrayRef<Violation> Violations) {
  llvm::json::Array All;
  for (const Violation &V : Violations) {
    llvm::json::Object O{
        {"rule", V.Rule},
        {"severity", V.Level == Severity::Reject ? "reject" : "suspect"},
        {"message", V.Message}};
    addPlace(O, V.Where);
    All.push_back(std::move(O));
  }
  return All;
}

std::optional<std::vector<Violation>>
violationsFromJson(const llvm::json::Array *A) {
  if (!A)
    return std::nullopt;
  std::vector<Violation> All;
  for (const llvm::json::Value &V : *A) {
    const llvm::json::Object *O = V.getAsObject();
    if (!O || !O->getString("rule") || !O->getString("severity"))
      return std::nullopt;
    Violation Read;
    Read.Rule = O->getString("rule")->str();
    Read.Level = *O->getString("severity") == "reject" ? Severity::Reject
                                                       : Severity::Suspect;
    Read.Message = O->getString("message").value_or("").str();
    Read.Where = placeOf(*O);
    All.push_back(std::move(Read));
  }
  return All;
}

std::string summary(llvm::ArrayRef<Violation> Violations) {
  for (Severity Level : {Severity::Reject, Severity::Suspect})
    for (const Violation &V : Violations)
      if (V.Level == Level)
        return V.Rule + ": " + V.Message;
  return "";
}

} // namespace kmend
