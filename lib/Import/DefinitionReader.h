//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A definition and its workloads as values.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_DEFINITIONREADER_H
#define KMEND_LIB_IMPORT_DEFINITIONREADER_H

#include "Importers.h"
#include "kmend/Operator/DType.h"
#include <map>

namespace kmend {

struct DefinitionAxis {
  std::string Name;
  std::string Yaml; ///< what operator.yaml says of it
  bool IsVar = false;
};

struct DefinitionTensor {
  std::string Key;  ///< in the definition
  std::string Name; ///< in the operator
  std::vector<std::string> Shape;
  DType Type = DType::Float32;
  bool IsOutput = false, IsScalar = false;
};

/// Where an input of a workload comes from.
struct DefinitionInput {
  std::string Name;
  std::string Source; ///< random, scalar, safetensors or custom
  double Value = 0;   ///< of a scalar
  std::string Path, Key;
};

struct DefinitionWorkload {
  std::map<std::string, int64_t> Axes;
  std::vector<DefinitionInput> Inputs; ///< in the order of the definition
};

struct Definition {
  std::string Name, OpType, Description, Reference, CustomInputs;
  SourceLocation ReferenceWhere;
  std::vector<DefinitionAxis> Axes;
  std::vector<std::string> Constraints;
  std::vector<DefinitionTensor> Tensors; ///< inputs, then outputs
  std::vector<DefinitionWorkload> Workloads;
  std::string ToleranceYaml;
};

/// Reads a definition and the workloads that \p Options names; what is left out
/// goes to \p Notes.
llvm::Expected<Definition> readDefinition(const ForeignFile &File,
                                          const JsonNode &Root,
                                          const ImportOptions &Options,
                                          std::vector<std::string> &Notes);

/// Its second half: adds the workloads and their tolerance to \p D.
llvm::Error readWorkloads(Definition &D, const ForeignFile &File,
                          const ImportOptions &Options,
                          std::vector<std::string> &Notes);

} // namespace kmend

#endif // KMEND_LIB_IMPORT_DEFINITIONREADER_H
