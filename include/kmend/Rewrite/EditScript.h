//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An edit script: all that a proposer can do to a source. docs/EditScript.md is
// the reference of the format.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REWRITE_EDITSCRIPT_H
#define KMEND_REWRITE_EDITSCRIPT_H

#include "kmend/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kmend {

/// Where an edit applies.
struct EditTarget {
  std::string Node;  ///< "n14" or "n14.cond"; empty when a matcher is used
  std::string Match; ///< matcher text, one node bound as "at"
  std::string In;    ///< function to look in, empty: the whole file
  unsigned Nth = 0;  ///< which match, from 0
};

/// One operation. `Op` is its name in the format; `Fields` its texts by key
/// (with, code, condition, type, grid, ...).
struct Edit {
  std::string Op;
  EditTarget At;
  std::optional<std::string> Expect;
  std::map<std::string, std::string> Fields;
  std::vector<unsigned> Sites; ///< apply_card: which sites, empty: all
  unsigned Alternative = 0;    ///< apply_card: which rewrite of the card
};

struct EditScript {
  std::string Why;
  std::string Source; ///< SHA-256 of the text it was made for; empty: any
  std::vector<Edit> Edits;
};

/// Reads a script. Errors have exit code InvalidScript, name the path
/// ("script.edits[1].op") and say what was expected.
llvm::Expected<EditScript> parseEditScript(llvm::StringRef Json,
                                           llvm::StringRef FileName);

/// The canonical form: hashing and records use it.
llvm::json::Value toJson(const EditScript &Script);

} // namespace kmend

#endif // KMEND_REWRITE_EDITSCRIPT_H
