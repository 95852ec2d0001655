//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFolder.h"
#include "kmend/Operator/InputGenerator.h"

using namespace kmend;
using namespace llvm;

namespace {

using OperatorReader = TestFolder;

const char Everything[] = R"(# every field of the format
name: scaled_gather
op_type: gather
description: >-
  y[i] = scale * x[index[i]],
  and a running count
axes:
  rows: {type: var}
  vocab: {type: var}
  dim: {type: const, value: 32}
  total: {type: expr, expression: "rows * dim"}
  half_total: {type: expr, expression: (total + 1) / 2}
inputs:
  x: {shape: [vocab, dim], dtype: bfloat16}
  index:
    shape: [rows]
    dtype: int32
    init: {kind: integers, low: 0, high: vocab}
  keep: {shape: [], dtype: bool, init: {kind: bernoulli, p: 0.25, fixed: true}}
outputs:
  y: {shape: [rows, dim], dtype: float16}
  count: {shape: [half_total, "dim / 2", 3], dtype: int8, inout: true, init: {kind: integers, low: -3, high: 4}}
scalars:
  scale: {dtype: float32}
  bias: {dtype: float32, values: [0.5, -1]}
  step: {dtype: int64, value: 7}
entry:
  symbol: scaled_gather
  arguments: [x, index, keep, y, count, rows, vocab, total, scale, bias, step]
reference:
  cpp: reference.cpp
workloads:
  - {rows: 4, vocab: 9, scale: 0.5}
  - {rows: 0, vocab: 1, scale: 2, bias: 3.5}
tolerance:
  max_atol: 1.0e-3
  max_rtol: 1.0e-2
  required_matched_ratio: 0.99
  y: {max_atol: 0.5, allow_nonfinite: true}
policy: {allow: [cublas]}
)";

TEST_F(OperatorReader, EveryField) {
  Expected<Operator> Op = read(Everything);
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  EXPECT_EQ(Op->Name, "scaled_gather");
  EXPECT_EQ(Op->OpType, "gather");
  EXPECT_EQ(Op->Description, "y[i] = scale * x[index[i]], and a running count");
  EXPECT_EQ(Op->Folder, Folder.str());
  EXPECT_EQ(Op->ReferenceCpp, (Folder + "/reference.cpp").str());
  ASSERT_EQ(Op->Axes.size(), 5u);
  EXPECT_EQ(Op->axis("dim")->Value, 32);
  EXPECT_EQ(Op->axis("rows")->AxisKind, Axis::Kind::Var);
  EXPECT_EQ(Op->axis("total")->Expression->text(), "rows * dim");
  ASSERT_EQ(Op->Inputs.size(), 3u);
  EXPECT_EQ(Op->tensor("x")->Type, DType::BFloat16);
  EXPECT_FALSE(Op->tensor("x")->Fill.Given);
  EXPECT_EQ(std::get<std::string>(Op->tensor("index")->Fill.High), "vocab");
  EXPECT_EQ(std::get<double>(Op->tensor("index")->Fill.Low), 0);
  EXPECT_TRUE(Op->tensor("keep")->Fill.Fixed);
  EXPECT_EQ(Op->tensor("keep")->Fill.P, 0.25);
  EXPECT_TRUE(Op->tensor("keep")->Shape.empty());
  EXPECT_TRUE(Op->tensor("count")->InOut);
  EXPECT_TRUE(Op->tensor("count")->IsOutput);
  EXPECT_FALSE(Op->tensor("y")->InOut);
  EXPECT_TRUE(Op->scalar("scale")->Values.empty());
  EXPECT_EQ(Op->scalar("bias")->Values, (std::vector<double>{0.5, -1}));
  EXPECT_EQ(Op->EntryPoint.Symbol, "scaled_gather");
  EXPECT_EQ(Op->EntryPoint.Arguments.size(), 11u);
  ASSERT_EQ(Op->Workloads.size(), 2u);
  EXPECT_EQ(Op->Workloads[1].str(), "rows=0 vocab=1 bias=3.5 scale=2");
  EXPECT_EQ(Op->Workloads[1].Listed, 1);
  EXPECT_EQ(Op->tolerance("y").MaxAtol, 0.5);
  EXPECT_EQ(Op->tolerance("y").MaxRtol, 1e-2);
  EXPECT_TRUE(Op->tolerance("y").AllowNonfinite);
  EXPECT_EQ(Op->tolerance("count").MaxAtol, 1e-3);
  EXPECT_FALSE(Op->tolerance("count").AllowNonfinite);
  EXPECT_EQ(Op->tolerance("count").RequiredMatchedRatio, 0.99);
  EXPECT_TRUE(Op->DefaultTolerance.Given);
  EXPECT_EQ(Op->PolicyAllow, std::vector<std::string>{"cublas"});
}

TEST_F(OperatorReader, TheFileMayBeNamed) {
  ASSERT_FALSE(write("operator.yaml", Everything));
  EXPECT_TRUE(!!readOperator((Folder + "/operator.yaml").str()));
}

TEST_F(OperatorReader, NoTolerance) {
  Expected<Operator> Op = read(withSections(
      "  n: {type: var}\n", "  x: {shape: [n], dtype: float32}\n",
      "  y: {shape: [n], dtype: float32}\n", "[x, y, n]",
      "workloads: [{n: 3}]\ntolerance: {required_matched_ratio: 0.5}\n"));
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  EXPECT_FALSE(Op->DefaultTolerance.Given);
  EXPECT_EQ(Op->DefaultTolerance.RequiredMatchedRatio, 0.5);
}

/// One edit of a right file, and what people must see.
struct BadInput {
  const char *From, *To, *Message;
};

const char Right[] = R"(name: t
axes:
  n: {type: var}
  c: {type: const, value: 4}
  e: {type: expr, expression: "n * c"}
inputs:
  x: {shape: [n], dtype: float32, init: {kind: uniform, low: 0, high: 1}}
  i: {shape: [c], dtype: int32, init: {kind: integers, low: 0, high: n}}
outputs:
  y: {shape: [n], dtype: float32}
scalars:
  s: {dtype: int32, value: 1}
entry:
  symbol: f
  arguments: [x, i, y, n, s]
reference:
  cpp: reference.cpp
workloads:
  - {n: 5}
tolerance: {max_atol: 1.0e-3}
policy: {allow: []}
)";

TEST_F(OperatorReader, BadInputs) {
  const BadInput Table[] = {
      // The whole file.
      {"name: t\n", "nmae: t\n",
       "1:1: error: unknown key 'nmae' in an operator; did you mean 'name'?"},
      {"name: t\n", "", "1:1: error: the operator has no 'name'"},
      {"name: t\n", "name: \n", "1:1: error: the operator has no 'name'"},
      {"name: t\n", "name: [t]\n",
       "1:7: error: name must be a string, found a list"},
      {"name: t\n", "name: ''\n", "1:7: error: the name is empty"},
      {"name: t\n", "name: t\nname: u\n",
       "2:1: error: key 'name' is given twice"},
      {"name: t\n", "name: {t\n", ": error: YAML syntax: "},
      // Axes.
      {"{type: var}", "var",
       "3:6: error: axis 'n' must be a mapping, found 'var'"},
      {"{type: var}", "{}", "3:6: error: axis 'n' has no 'type'"},
      {"{type: var}", "{type: dynamic}",
       "3:13: error: unknown type 'dynamic' of axis 'n'; the types are var, "
       "const and expr"},
      {"{type: var}", "{tpye: var}",
       "3:7: error: unknown key 'tpye' in axis 'n'; did you mean 'type'?"},
      {"{type: var}", "{type: var, value: 3}",
       "3:25: error: axis 'n' is of type var and takes no value"},
      {"{type: var}", "{type: var, expression: c}",
       "3:30: error: axis 'n' is of type var and takes no expression"},
      {"{type: const, value: 4}", "{type: const}",
       "4:6: error: axis 'c' is const and has no value"},
      {"value: 4", "value: -4", "4:27: error: axis 'c' is negative: -4"},
      {"value: 4", "value: 4.5",
       "4:27: error: the value of axis 'c' must be an integer, found '4.5'"},
      {"\"n * c\"", "\"n * d\"", "5:31: error: unknown axis 'd'"},
      {"\"n * c\"", "\"n * \"",
       "5:36: error: expression 'n * ': expected a number or an axis, found "
       "the end"},
      {"\"n * c\"", "\"n * e\"",
       "5:31: error: axis 'e' depends on itself: e -> e"},
      {", expression: \"n * c\"", "",
       "5:6: error: axis 'e' is of type expr and has no expression"},
      {"\"n * c\"", "n / (c - 4)",
       "5:31: error: expression 'n / (c - 4)': division by zero (workload "
       "n=5)"},
      {"\"n * c\"", "n - 6", "19:5: error: axis 'e' is negative: -1"},
      {"  n: {type: var}", "  2n: {type: var}",
       "3:3: error: '2n' is no name for an axis"},
      {"axes:\n", "axes: []\nzxes:\n", ": error: "},
      // Tensors.
      {"  y: {", "  x: {",
       "10:3: error: the name 'x' is already taken on line 7"},
      {"  y: {", "  c: {",
       "10:3: error: the name 'c' is already taken on line 4"},
      {"  s: {", "  y: {",
       "12:3: error: the name 'y' is already taken on line 10"},
      {"  i: {", "  x: {", "8:3: error: key 'x' is given twice"},
      {"y: {shape: [n], dtype: float32}", "y: {shape: [n], dtype: flaot32}",
       "10:26: error: unknown dtype 'flaot32' of output 'y'; did you mean "
       "'float32'? the dtypes are float64, float32, "},
      {"y: {shape: [n], dtype: float32}", "y: {shape: [n], dtype: half}",
       "10:26: error: unknown dtype 'half' of output 'y'; did you mean "
       "'float16'?"},
      {"y: {shape: [n], dtype: float32}", "y: {shape: [n], dtype: complex}",
       "10:26: error: unknown dtype 'complex' of output 'y'; the dtypes are "},
      {"y: {shape: [n], dtype: float32}", "y: {shape: [n]}",
       "10:6: error: output 'y' has no 'dtype'"},
      {"y: {shape: [n], dtype: float32}", "y: {dtype: float32}",
       "10:6: error: output 'y' has no 'shape'"},
      {"y: {shape: [n],", "y: {shape: n,",
       "10:14: error: the shape of output 'y' must be a list"},
      {"y: {shape: [n],", "y: {shape: [m],", "10:15: error: unknown axis 'm'"},
      {"y: {shape: [n],", "y: {shape: [-3],",
       "10:15: error: an extent of output 'y' is negative: -3"},
      {"y: {shape: [n],", "y: {shape: [n - 6],",
       "19:5: error: extent 'n - 6' of 'y' is negative: -1"},
      {"y: {shape: [n],", "y: {shape: [[n]],",
       "10:15: error: an extent of output 'y' must be a string, found a list"},
      {"y: {shape: [n],", "y: {shap: [n],",
       "10:7: error: unknown key 'shap' in output 'y'; did you mean 'shape'?"},
      {"x: {shape: [n], dtype: float32,",
       "x: {shape: [n], dtype: float32, inout: true,",
       "7:35: error: unknown key 'inout' in input 'x'"},
      {"y: {shape: [n], dtype: float32}",
       "y: {shape: [n], dtype: float32, inout: maybe}",
       "10:42: error: inout of output 'y' must be true or false, found "
       "'maybe'"},
      {"y: {shape: [n], dtype: float32}",
       "y: {shape: [n], dtype: float32, init: {kind: positive}}",
       "10:41: error: output 'y' is written, not read: an init needs 'inout: "
       "true'"},
      {"outputs:\n  y: {shape: [n], dtype: float32}\n", "",
       "1:1: error: the operator has no outputs"},
      // Init.
      {"kind: uniform", "kind: unifrom",
       "7:48: error: unknown kind 'unifrom' in the init of input 'x'; did you "
       "mean 'uniform'?"},
      {"kind: uniform", "kind: zipf",
       "7:48: error: unknown kind 'zipf' in the init of input 'x'; the kinds "
       "are normal, uniform, "},
      {"{kind: uniform, low: 0, high: 1}", "{low: 0, high: 1}",
       "7:41: error: the init of input 'x' has no 'kind'"},
      {"{kind: uniform, low: 0, high: 1}", "uniform",
       "7:41: error: the init of input 'x' must be a mapping, found 'uniform'"},
      {"high: 1}", "hihg: 1}",
       "7:65: error: unknown key 'hihg' in the init of input 'x'; did you mean "
       "'high'?"},
      {"high: 1}", "p: 1}",
       "7:65: error: key 'p' does not belong to kind 'uniform'; its keys are "
       "low, high, fixed"},
      {"low: 0, high: 1}", "low: 1, high: 1}",
       "7:71: error: the init of input 'x': low must be less than high"},
      {"low: 0, high: 1}", "low: zero, high: 1}",
       "7:62: error: low in the init of input 'x' names 'zero', which is no "
       "axis"},
      {"low: 0, high: 1}", "low: 0, high: [1]}",
       "7:71: error: high in the init of input 'x' must be a number, found a "
       "list"},
      {"low: 0, high: 1}", "low: 0, high: 1, fixed: 1}",
       "7:81: error: fixed in the init of input 'x' must be true or false, "
       "found '1'"},
      {"kind: uniform, low: 0, high: 1", "kind: permutation",
       "7:48: error: the init of input 'x': this kind needs an integer dtype, "
       "not float32"},
      {"kind: uniform, low: 0, high: 1", "kind: normal, std: -1",
       "7:61: error: std in the init of input 'x' must not be negative"},
      {"kind: uniform, low: 0, high: 1", "kind: bernoulli, p: 1.5",
       "7:62: error: p in the init of input 'x' must lie between 0 and 1"},
      {"kind: uniform, low: 0, high: 1", "kind: constant",
       "7:41: error: the init of input 'x': kind 'constant' needs a 'value'"},
      {"kind: uniform, low: 0, high: 1", "kind: constant, value: 1e300",
       "7:65: error: value in the init of input 'x': '1e300' is too large for "
       "float32"},
      {"kind: uniform, low: 0, high: 1",
       "kind: integers, low: 0, high: 99999999",
       "error: the init of input 'x': the bounds leave the integers of "
       "float32"},
      {"kind: integers", "kind: normal",
       "8:54: error: key 'low' does not belong to kind 'normal'"},
      {"kind: integers, low: 0, high: n", "kind: normal",
       "8:46: error: the init of input 'i': this kind needs a floating dtype, "
       "not int32; use {kind: integers"},
      {"kind: integers, low: 0, high: n", "kind: uniform",
       "8:46: error: the init of input 'i': this kind needs a floating dtype"},
      {"kind: integers, low: 0, high: n", "kind: positive",
       "8:46: error: the init of input 'i': this kind needs a floating dtype"},
      {"kind: integers, low: 0, high: n", "kind: integers",
       "8:39: error: the init of input 'i': 'high' is missing"},
      {"low: 0, high: n", "low: 0.5, high: n",
       "8:61: error: low in the init of input 'i' must be an integer, found "
       "'0.5'"},
      {"low: 0, high: n", "low: 0, high: 3000000000",
       "8:70: error: the init of input 'i': the bounds leave the integers of "
       "int32"},
      {"low: 0, high: n", "low: n, high: c",
       "19:5: error: init of 'i': low must be less than high, but here they "
       "are 5 and 4"},
      // Scalars.
      {"{dtype: int32, value: 1}", "{dtype: int32, value: 1.5}",
       "12:28: error: the value of scalar 's' must be an integer, since its "
       "dtype is int32, found '1.5'"},
      {"{dtype: int32, value: 1}", "{dtype: int8, value: 128}",
       "12:27: error: the value of scalar 's': '128' does not fit int8"},
      {"{dtype: int32, value: 1}", "{dtype: int32, value: one}",
       "12:28: error: the value of scalar 's' must be a number, found 'one'"},
      {"{dtype: int32, value: 1}", "{value: 1}",
       "12:6: error: scalar 's' has no 'dtype'"},
      {"{dtype: int32, value: 1}", "{dtype: int32, value: 1, values: [2]}",
       "12:39: error: scalar 's' has both 'value' and 'values'"},
      {"{dtype: int32, value: 1}", "{dtype: int32, values: []}",
       "12:29: error: values of scalar 's' must be a list with at least one "
       "value"},
      {"{dtype: int32, value: 1}", "{dtype: int32, valeu: 1}",
       "12:21: error: unknown key 'valeu' in scalar 's'; did you mean "
       "'value'?"},
      {"{dtype: int32, value: 1}", "{dtype: int32}",
       "19:5: error: workload does not bind scalar 's'"},
      // Entry.
      {"entry:\n  symbol: f\n  arguments: [x, i, y, n, s]\n", "",
       "1:1: error: the operator has no 'entry'"},
      {"  symbol: f\n", "", "14:3: error: entry has no 'symbol'"},
      {"symbol: f\n", "symbol: f(x)\n",
       "14:11: error: entry.symbol must be the name of an extern \"C\" "
       "function, found 'f(x)'"},
      {"  arguments: [x, i, y, n, s]\n", "",
       "14:3: error: entry has no 'arguments'"},
      {"arguments: [x, i, y, n, s]", "argumnets: [x]",
       "15:3: error: unknown key 'argumnets' in entry; did you mean "
       "'arguments'?"},
      {"[x, i, y, n, s]", "[x, i, y, n, q]",
       "15:27: error: argument 'q' is no axis, tensor or scalar of this "
       "operator"},
      {"[x, i, y, n, s]", "[x, i, y, n, n]",
       "15:27: error: argument 'n' is given twice"},
      {"[x, i, y, n, s]", "[x, i, n, s]",
       "15:14: error: output 'y' is not among the arguments"},
      {"symbol: f\n", "symbol: f\n  launch: {kernel: k}\n",
       "15:11: error: entry has both 'symbol' and 'launch'"},
      {"symbol: f\n  arguments", "launch: {kernl: k}\n  arguments",
       "14:12: error: unknown key 'kernl' in entry.launch; did you mean "
       "'kernel'?"},
      // Reference.
      {"reference:\n  cpp: reference.cpp\n", "",
       "1:1: error: the operator has no 'reference'"},
      {"cpp: reference.cpp", "python: reference.py",
       "17:3: error: unknown key 'python' in reference"},
      {"cpp: reference.cpp", "cpp: refrence.cpp",
       "17:8: error: the reference '"},
      {"cpp: reference.cpp", "cpp: ../reference.cpp",
       "17:8: error: the reference '../reference.cpp' must stand in the "
       "operator's folder"},
      {"cpp: reference.cpp", "cpp: /reference.cpp",
       "17:8: error: the reference '/reference.cpp' must stand in the "
       "operator's folder"},
      {"cpp: reference.cpp", "cpp: .", "' is not a file"},
      // Workloads.
      {"workloads:\n  - {n: 5}\n", "",
       "1:1: error: the operator has no workloads"},
      {"workloads:\n  - {n: 5}\n", "workloads: []\n",
       "18:12: error: the operator has no workloads"},
      {"workloads:\n  - {n: 5}\n", "workloads: {n: 5}\n",
       "18:12: error: workloads must be a list"},
      {"- {n: 5}", "- 5", "19:5: error: a workload must be a mapping"},
      {"- {n: 5}", "- {}",
       "19:5: error: workload does not bind axis 'n'; add 'n: N'"},
      {"- {n: 5}", "- {n: -5}", "19:9: error: axis 'n' is negative: -5"},
      {"- {n: 5}", "- {n: five}",
       "19:9: error: axis 'n' must be an integer, found 'five'"},
      {"- {n: 5}", "- {n: 5, c: 3}",
       "19:12: error: axis 'c' is const; a workload binds var axes and scalars "
       "only"},
      {"- {n: 5}", "- {n: 5, rows: 3}",
       "19:12: error: 'rows' is no axis and no scalar"},
      {"- {n: 5}", "- {n: 5, s: 0.5}",
       "19:15: error: scalar 's' must be an integer"},
      {"- {n: 5}", "- {n: 500000000000}",
       "19:5: error: tensor 'x' is larger than 1 TiB"},
      {"\"n * c\"", "n * 4611686018427387904",
       "5:31: error: expression 'n * 4611686018427387904': overflows 64 bits "
       "(workload n=5)"},
      // Tolerance and policy.
      {"max_atol: 1.0e-3", "max_atl: 1.0e-3",
       "20:13: error: unknown key 'max_atl' in tolerance; did you mean "
       "'max_atol'?"},
      {"max_atol: 1.0e-3", "max_atol: -1.0e-3",
       "20:23: error: max_atol of tolerance must not be negative"},
      {"max_atol: 1.0e-3", "max_rtol: small",
       "20:23: error: max_rtol of tolerance must be a number, found 'small'"},
      {"max_atol: 1.0e-3", "max_rtol: .nan",
       "20:23: error: max_rtol of tolerance must be a number, found '.nan'"},
      {"max_atol: 1.0e-3", "z: {max_atol: 1}",
       "20:13: error: unknown key 'z' in tolerance"},
      {"max_atol: 1.0e-3", "y: 1.0e-3",
       "20:16: error: the tolerance of 'y' must be a mapping"},
      {"max_atol: 1.0e-3", "y: {max_atol: -1}",
       "20:27: error: max_atol of the tolerance of 'y' must not be negative"},
      {"max_atol: 1.0e-3", "required_matched_ratio: 1.5",
       "20:37: error: required_matched_ratio of tolerance must be more than 0 "
       "and at most 1"},
      {"max_atol: 1.0e-3", "allow_nonfinite: 2",
       "20:30: error: allow_nonfinite of tolerance must be true or false, "
       "found '2'"},
      {"{allow: []}", "{alow: []}",
       "21:10: error: unknown key 'alow' in policy; did you mean 'allow'?"},
      {"{allow: []}", "{allow: cublas}",
       "21:17: error: policy.allow must be a list of strings, found 'cublas'"},
      {"{allow: []}", "{allow: ['']}",
       "21:18: error: policy.allow has an empty name"},
  };
  ExitCode Code;
  ASSERT_EQ(failure(Right, Code), "");
  for (const BadInput &Bad : Table) {
    std::string Yaml = Right;
    size_t At = Yaml.find(Bad.From);
    ASSERT_NE(At, std::string::npos) << Bad.From;
    Yaml.replace(At, StringRef(Bad.From).size(), Bad.To);
    std::string Message = failure(Yaml, Code);
    EXPECT_TRUE(StringRef(Message).contains(Bad.Message))
        << Bad.To << "\n  " << Message << "\n  " << Bad.Message;
    EXPECT_EQ(Code, ExitCode::InvalidInput) << Bad.To;
  }
}

TEST_F(OperatorReader, GoldenResults) {
  ExitCode Code;
  std::string Yaml = Right;
  Yaml.replace(Yaml.find("cpp: reference.cpp"), 18, "golden: data");
  EXPECT_TRUE(StringRef(failure(Yaml, Code))
                  .starts_with("17:11: error: the golden folder"));
  EXPECT_EQ(Code, ExitCode::InvalidInput);
  ASSERT_FALSE(makeFolder((Folder + "/data").str()));
  EXPECT_TRUE(StringRef(failure(Yaml, Code)).contains("no golden folder"));
  ASSERT_FALSE(makeFolder((Folder + "/data/w0").str()));
  Expected<Operator> Op = read(Yaml);
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  ASSERT_TRUE(Op->Golden.has_value());
  EXPECT_EQ(Op->Golden->Workloads.size(), Op->Workloads.size());
  EXPECT_EQ(Op->ReferenceCpp, "");
  // Nothing but what is stored.
  EXPECT_EQ(allowedDistributions(*Op).size(), 1u);
  Yaml.replace(Yaml.find("golden: data"), 12, "golden: ../data");
  EXPECT_TRUE(StringRef(failure(Yaml, Code)).contains("must stand in"));
}

TEST_F(OperatorReader, Launches) {
  auto With = [&](StringRef Launch) {
    std::string Yaml = Right;
    Yaml.replace(Yaml.find("symbol: f"), 9, ("launch: " + Launch).str());
    return Yaml;
  };
  Expected<Operator> Op =
      read(With("{kernel: 'a::k<float, (2 > 1)>', grid: [\"ceildiv(n, 64)\", "
                "2], block: [64], shared_bytes: n * 4}"));
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  EXPECT_EQ(Op->EntryPoint.Symbol, "k");
  ASSERT_TRUE(Op->EntryPoint.KernelLaunch.has_value());
  Expected<Binding> B = bind(*Op, Op->Workloads[0]);
  ASSERT_TRUE(!!B);
  EXPECT_EQ(B->Launch.Grid, (std::array<int64_t, 3>{1, 2, 1}));
  EXPECT_EQ(B->Launch.Block, (std::array<int64_t, 3>{64, 1, 1}));
  EXPECT_EQ(B->Launch.SharedBytes, 20);

  struct {
    StringRef Launch, Message;
  } Wrong[] = {
      {"{kernel: k, grid: [m], block: [1]}", "unknown axis 'm'"},
      {"{kernel: k, grid: [], block: [1]}", "one to three extents"},
      {"{kernel: k, grid: [n], block: [1, 1, 1, 1]}", "one to three extents"},
      {"{kernel: k, block: [1]}", "has no 'grid'"},
      {"{kernel: 'k); f(', grid: [n], block: [1]}", "must name a kernel"},
      {"{kernel: 'k<1> + k<2>', grid: [n], block: [1]}", "must name a kernel"},
      {"{kernel: 'k</*', grid: [n], block: [1]}", "must name a kernel"},
      {"{kernel: k, grid: [n - 6], block: [1]}",
       "the grid 'n - 6' is -1; it must lie between 0 and 2147483647"},
      {"{kernel: k, grid: [n], block: [2000]}", "between 1 and 1024"},
      {"{kernel: k, grid: [n], block: [64, 32]}", "2048 threads"},
      {"{kernel: k, grid: [n], block: [1], shared_bytes: n * 100000}",
       "between 0 and 232448"},
      {"{kernel: k, grid: [n], block: [n - 5]}", "(workload n=5)"},
  };
  for (const auto &Bad : Wrong) {
    ExitCode Code;
    std::string Message = failure(With(Bad.Launch), Code);
    EXPECT_TRUE(StringRef(Message).contains(Bad.Message))
        << Bad.Launch.str() << "\n  " << Message;
    EXPECT_TRUE(StringRef(Message).starts_with("14:")) << Message;
    EXPECT_EQ(Code, ExitCode::InvalidInput);
  }
}

TEST_F(OperatorReader, LongerCycles) {
  ExitCode Code;
  std::string Yaml = Right;
  Yaml.replace(Yaml.find("\"n * c\""), 7,
               "f}\n  f: {type: expr, expression: e + n");
  EXPECT_EQ(failure(Yaml, Code),
            "5:31: error: axis 'e' depends on itself: e -> f -> e");
}

TEST_F(OperatorReader, TooManyCombinations) {
  std::string Scalars = "scalars:\n", Arguments = "[y";
  for (char Name = 'a'; Name != 'f'; ++Name) {
    Scalars += std::string("  ") + Name +
               ": {dtype: int32, values: [1, 2, 3, 4, 5, 6]}\n";
    Arguments += std::string(", ") + Name;
  }
  ExitCode Code;
  std::string Message =
      failure(withSections("  n: {type: var}\n", "",
                           "  y: {shape: [n], dtype: float32}\n",
                           Arguments + "]", Scalars + "workloads: [{n: 3}]\n"),
              Code);
  EXPECT_TRUE(StringRef(Message).contains("are more than 4096")) << Message;
  EXPECT_EQ(Code, ExitCode::InvalidInput);
}

TEST_F(OperatorReader, NoFolder) {
  for (std::string Path : {Folder.str().str(), (Folder + "/none").str()}) {
    Expected<Operator> Op = readOperator(Path);
    ASSERT_FALSE(Op);
    ExitCode Code;
    EXPECT_TRUE(StringRef(shown(Op.takeError(), Code)).contains(Path));
    EXPECT_EQ(Code, ExitCode::InvalidInput);
  }
}

TEST_F(OperatorReader, FindsCandidates) {
  ASSERT_FALSE(write("k.cu", ""));
  std::string InFolder = (Folder + "/k.cu").str();
  EXPECT_EQ(cantFail(findCandidate(Folder, "k.cu")), InFolder);
  EXPECT_EQ(cantFail(findCandidate("elsewhere", InFolder)), InFolder);
  ASSERT_FALSE(write("operator.yaml", ""));
  EXPECT_EQ(cantFail(findCandidate((Folder + "/operator.yaml").str(), "k.cu")),
            InFolder);
  Expected<std::string> None = findCandidate(Folder, "kk.cu");
  ASSERT_FALSE(None);
  std::string Message = toString(None.takeError());
  EXPECT_TRUE(StringRef(Message).contains("did you mean 'k.cu'?")) << Message;
  Expected<std::string> NotAFile = findCandidate(Folder, Folder);
  ASSERT_FALSE(NotAFile);
  EXPECT_TRUE(
      StringRef(toString(NotAFile.takeError())).contains("is a folder"));
}

} // namespace
