//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of events, written and read back.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REPAIR_EVENTJSON_H
#define KMEND_LIB_REPAIR_EVENTJSON_H

#include "kmend/Diagnose/Symptom.h"
#include "kmend/Gate/Gate.h"

namespace kmend {

llvm::json::Value toJson(llvm::ArrayRef<Symptom> Symptoms);
std::optional<std::vector<Symptom>>
symptomsFromJson(const llvm::json::Array *A);

llvm::json::Value toJson(llvm::ArrayRef<Violation> Violations);
std::optional<std::vector<Violation>>
violationsFromJson(const llvm::json::Array *A);

/// `rule: message` of the first violation that rejects, for one line.
std::string summary(llvm::ArrayRef<Violation> Violations);

} // namespace kmend

#endif // KMEND_LIB_REPAIR_EVENTJSON_H
