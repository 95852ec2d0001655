//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// operator.yaml to an Operator. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_OPERATOR_OPERATORREADER_H
#define KMEND_LIB_OPERATOR_OPERATORREADER_H

#include "kmend/Operator/Operator.h"
#include "kmend/Support/YamlReader.h"

namespace kmend {

/// Reads the sections of one document in their order of dependence; stops at
/// the first error.
class OperatorReader {
public:
  OperatorReader(const YamlNode &Root, llvm::StringRef Folder) : Root(Root) {
    Op.Folder = Folder.str();
  }

  llvm::Expected<Operator> run();

private:
  const YamlNode &Root;
  Operator Op;
  std::map<std::string, SourceLocation> Declared;

  /// Where an expression stands whose text is \p Node's.
  static SourceLocation textPlace(const YamlNode &Node);
  llvm::Error declare(const YamlNode::Entry &E, llvm::StringRef What);
  llvm::Expected<const YamlNode *>
  required(const YamlNode &In, llvm::StringRef Key, llvm::StringRef What) const;
  std::string axisAdvice(llvm::StringRef Name) const;
  llvm::Error checkAxisNames(const AxisExpression &E,
                             const SourceLocation &Where) const;

  llvm::Error readNames();
  llvm::Error readAxes();
  llvm::Error readAxis(const YamlNode::Entry &E);
  llvm::Error checkCycles() const;
  llvm::Error readConstraints();
  llvm::Error readTensors();
  llvm::Error readTensor(const YamlNode::Entry &E, bool IsOutput);
  llvm::Error readScalars();
  llvm::Error readScalar(const YamlNode::Entry &E);
  llvm::Error readEntry();
  llvm::Error readSymbol(const YamlNode &Entry);
  llvm::Error readLaunch(const YamlNode &Node);
  llvm::Expected<AxisExpression> readExtent(const YamlNode &Node,
                                            llvm::StringRef What) const;
  llvm::Error readReference();
  llvm::Error readGolden(const YamlNode &Node);
  llvm::Error findGoldenWorkloads();
  llvm::Error readWorkloads();
  llvm::Error readWorkload(const YamlNode &Node);
  llvm::Error checkExpansion(const YamlNode &Node) const;
  llvm::Error readTolerances();
  llvm::Error readPolicy();
};

/// Reads a dtype by its name.
llvm::Expected<DType> readDType(const YamlNode &Node, llvm::StringRef What);

/// Reads a number that \p Type can hold; integers and bool exactly.
llvm::Expected<double> readValue(const YamlNode &Node, DType Type,
                                 llvm::StringRef What);

/// Reads the `init` of a tensor of \p Type; \p Op has the axes.
llvm::Expected<Init> readInit(const YamlNode &Node, DType Type,
                              llvm::StringRef What, const Operator &Op);

} // namespace kmend

#endif // KMEND_LIB_OPERATOR_OPERATORREADER_H
