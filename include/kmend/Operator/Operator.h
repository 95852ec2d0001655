//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is to be computed: operator.yaml as values.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_OPERATOR_H
#define KMEND_OPERATOR_OPERATOR_H

#include "kmend/Operator/Constraint.h"
#include "kmend/Operator/DType.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kmend {

/// A symbol that shapes use.
struct Axis {
  enum class Kind { Var, Const, Expr };
  std::string Name;
  Kind AxisKind = Kind::Var;
  int64_t Value = 0;                        ///< of a Const
  std::optional<AxisExpression> Expression; ///< of an Expr
  SourceLocation Where;
};

/// A bound of `init`: a number or the name of an axis.
using InitBound = std::variant<double, std::string>;

/// How an input is filled.
struct Init {
  enum class Kind {
    Normal,
    Uniform,
    Integers,
    Permutation,
    Bernoulli,
    Constant,
    Sorted,
    Positive
  };
  Kind InitKind = Kind::Normal;
  double Mean = 0, Std = 1; ///< Normal
  InitBound Low = 0.0,
            High = 1.0; ///< Uniform, Integers (high excluded), Sorted
  double P = 0.5;       ///< Bernoulli
  double Value = 0;     ///< Constant
  bool Given = false;   ///< stands in operator.yaml
  bool Fixed = false;   ///< certification may use no other distribution
};

/// An input or an output.
struct TensorSpec {
  std::string Name;
  std::vector<AxisExpression>
      Shape; ///< row-major, contiguous; [] is one element
  DType Type = DType::Float32;
  Init Fill;
  bool IsOutput = false;
  bool InOut = false; ///< an output whose initial contents are data
  SourceLocation Where;
};

/// A value passed by value.
struct ScalarSpec {
  std::string Name;
  DType Type = DType::Float32;
  std::vector<double>
      Values; ///< one or several; empty: every workload binds it
  SourceLocation Where;
};

/// When an element fails: |got - want| > MaxAtol + MaxRtol * |want|.
struct Tolerance {
  double MaxAtol = 0, MaxRtol = 0;
  double RequiredMatchedRatio = 1;
  bool AllowNonfinite = false;
  /// MaxAtol or MaxRtol stands in operator.yaml; false: Evaluate derives both.
  bool Given = false;
};

/// One binding: values of var axes and of scalars by name.
struct Workload {
  std::map<std::string, int64_t> Axes;
  std::map<std::string, double> Scalars;
  SourceLocation Where;
  /// Index into Operator::Workloads of the listed workload that this is or
  /// comes from; -1: listed nowhere.
  int Listed = -1;

  /// `rows=4 cols=1024 scale=0.5`, in the order of the names.
  std::string str() const;
};

/// A kernel that is launched without a host function of the candidate.
struct Launch {
  std::string Kernel; ///< as C++ writes it: `ns::scale<float, 256>`
  std::vector<AxisExpression> Grid, Block; ///< one to three extents, x first
  AxisExpression SharedBytes;
  SourceLocation Where; ///< of the kernel's text
};

/// The host function under test, and the order of its arguments.
struct Entry {
  std::string Symbol;                 ///< of a launch: the kernel's name alone
  std::vector<std::string> Arguments; ///< names of tensors, axes and scalars
  std::optional<Launch> KernelLaunch; ///< in place of a host function
  SourceLocation Where;
};

/// Stored inputs and results in place of a reference.
struct GoldenResults {
  std::string Folder;                 ///< below the operator's
  std::vector<std::string> Workloads; ///< the folder of each listed workload
  SourceLocation Where;
};

/// operator.yaml, checked: every name resolves, every shape is an expression
/// over known axes, every workload binds every var axis and free scalar.
struct Operator {
  std::string Folder; ///< where operator.yaml stands
  std::string Name, OpType, Description;
  std::vector<Axis> Axes;
  std::vector<Constraint> Constraints; ///< over axes; every workload keeps them
  std::vector<TensorSpec> Inputs, Outputs;
  std::vector<ScalarSpec> Scalars;
  Entry EntryPoint;
  std::string ReferenceCpp;            ///< path of the reference, below Folder
  std::optional<GoldenResults> Golden; ///< in place of ReferenceCpp
  std::vector<Workload> Workloads;
  Tolerance DefaultTolerance;
  std::map<std::string, Tolerance> OutputTolerance; ///< by output
  std::vector<std::string> PolicyAllow;

  const Axis *axis(llvm::StringRef Name) const;
  const TensorSpec *tensor(llvm::StringRef Name) const; ///< input or output
  const ScalarSpec *scalar(llvm::StringRef Name) const;
  /// Var axes that the reference gets behind the entry's arguments: with a
  /// launch, those that are not among them, since the grid may be all that
  /// tells a kernel of them.
  std::vector<std::string> referenceAxes() const;
  /// Tolerance of \p Output, from its own entry or the default.
  const Tolerance &tolerance(llvm::StringRef Output) const;
};

/// Reads \p Folder/operator.yaml and checks it; \p Folder may also name the
/// file. Every error has a line and a column.
llvm::Expected<Operator> readOperator(llvm::StringRef Folder);

/// The same for a text that was read already; \p FileName stands in errors, and
/// files that the text names are looked for in \p Folder.
llvm::Expected<Operator> parseOperator(llvm::StringRef Text,
                                       llvm::StringRef FileName,
                                       llvm::StringRef Folder);

/// The file \p Name as given, or else in \p Folder. Exit code InvalidInput when
/// neither is there.
llvm::Expected<std::string> findCandidate(llvm::StringRef Folder,
                                          llvm::StringRef Name);

} // namespace kmend

#endif // KMEND_OPERATOR_OPERATOR_H
