//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/NpyFile.h"
#include "TestFolder.h"
#include "kmend/Operator/DType.h"
#include "kmend/Operator/GoldenTensors.h"

using namespace kmend;
using namespace llvm;

namespace {

std::string file(StringRef Header, StringRef Data, unsigned Major = 1) {
  std::string Text = "\x93NUMPY";
  Text += char(Major);
  Text += char(0);
  const size_t Size = Header.size();
  for (unsigned I = 0; I != (Major == 1 ? 2u : 4u); ++I)
    Text += char(Size >> 8 * I & 0xff);
  return Text + Header.str() + Data.str();
}

std::string header(StringRef Type, StringRef Shape, StringRef Order = "False") {
  return ("{'descr': '" + Type + "', 'fortran_order': " + Order +
          ", 'shape': " + Shape + ", }   \n")
      .str();
}

std::string failure(StringRef File) {
  Expected<NpyArray> A = parseNpy(File, "x.npy");
  return A ? std::string() : toString(A.takeError());
}

TEST(NpyFile, Reads) {
  for (unsigned Major : {1, 2, 3}) {
    std::string Text =
        file(header("<f4", "(2, 3)"), std::string(24, 'a'), Major);
    Expected<NpyArray> A = parseNpy(Text, "x.npy");
    ASSERT_TRUE(!!A) << toString(A.takeError());
    EXPECT_EQ(A->type(), "f4");
    EXPECT_EQ(A->shape(), "(2, 3)");
    EXPECT_EQ(A->Bytes.size(), 24u);
  }
  std::string One = file(header("|b1", "()"), StringRef("\1", 1));
  EXPECT_EQ(failure(One), "");
  std::string Vector = file(header("<i8", "(2L,)"), std::string(16, 'a'));
  EXPECT_EQ(failure(Vector), "");
  std::string Empty = file(header("<f8", "(0, 7)"), "");
  EXPECT_EQ(failure(Empty), "");
  // Keys in another order, and the other quotes.
  EXPECT_EQ(failure(file("{\"shape\":(1,),\"fortran_order\":False,"
                         "\"descr\":\"|u1\"}",
                         "a")),
            "");
}

TEST(NpyFile, Formats) {
  const std::vector<char> Bytes(12, 'a');
  for (const std::vector<int64_t> &Shape :
       {std::vector<int64_t>{12}, {3, 4}, {}, {1, 1, 12}}) {
    if (Shape.empty())
      continue;
    std::string Text = formatNpy("|u1", Shape, Bytes);
    EXPECT_EQ((Text.size() - Bytes.size()) % 64, 0u);
    Expected<NpyArray> A = parseNpy(Text, "x.npy");
    ASSERT_TRUE(!!A) << toString(A.takeError());
    EXPECT_EQ(A->Shape, Shape);
    EXPECT_EQ(A->Bytes.vec(), Bytes);
  }
  Expected<NpyArray> One = parseNpy(formatNpy("|u1", {}, Bytes[0]), "x.npy");
  EXPECT_TRUE(!!One) << toString(One.takeError());
}

TEST(NpyFile, Refuses) {
  struct {
    std::string File;
    StringRef Message;
  } Wrong[] = {
      {"", "is no .npy file"},
      {"\x93NUMPY\x01", "is no .npy file"},
      {"PK\x03\x04 a zip", "is no .npy file"},
      {file(header("<f4", "(1,)"), "aaaa", 4), "version 4.0"},
      {file(header("<f4", "(1,)"), "aaaa").substr(0, 9), "is no .npy file"},
      {file(header("<f4", "(1,)"), "aaaa").substr(0, 30),
       "ends in the .npy header"},
      {file(header("<f4", "(2, 2)", "True"), std::string(16, 'a')),
       "Fortran order"},
      {file(header(">f4", "(1,)"), "aaaa"), "big-endian"},
      {file(header("<c8", "(1,)"), "aaaaaaaa"), "'<c8' is not supported"},
      {file(header("|O", "(1,)"), "aaaaaaaa"), "'|O' is not supported"},
      {file(header("<f4", "(2,)"), "aaaa"), "has 4 bytes of elements"},
      {file(header("<f4", "(1,)"), "aaaaa"), "has 5 bytes of elements"},
      {file(header("<f4", "(4294967296, 4294967296, 4)"), ""),
       "more than there can be"},
      {file(header("<f4", "(-1,)"), ""), "expected an extent"},
      {file(header("<f4", "(99999999999999999999,)"), ""), "an extent"},
      {file(header("<f4", "[1]"), "aaaa"), "expected '('"},
      {file(header("|b1", "(1,)"), "\2"), "neither 0 nor 1"},
      {file("{'descr': '<f4', 'shape': (1,)}", "aaaa"), "needs descr"},
      {file("{'descr': '<f4', 'descr': '<f4'}", "aaaa"), "twice"},
      {file("{'other': 1}", "aaaa"), "key that is not known"},
      {file("{'descr': [('a', '<f4')]}", "aaaa"), "records"},
      {file(header("<f4", "(1,)") + "x", "aaaa"), "expected the end"},
      {file("{", ""), "expected a key"},
      {file("{'descr", ""), "expected a key"},
      {file(std::string("{'descr': '<f\0'}", 17), ""), "not supported"},
  };
  for (const auto &Bad : Wrong)
    EXPECT_TRUE(StringRef(failure(Bad.File)).contains(Bad.Message))
        << Bad.Message.str() << "\n  " << failure(Bad.File);
  // Cut short anywhere, it is refused and nothing is read behind its end.
  std::string Whole = file(header("<f4", "(2, 3)"), std::string(24, 'a'), 2);
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    std::vector<char> Exact(Whole.begin(), Whole.begin() + long(Size));
    EXPECT_NE(failure(StringRef(Exact.data(), Exact.size())), "") << Size;
  }
}

using GoldenTensorsTest = TestFolder;

TEST_F(GoldenTensorsTest, ConvertsAndCompares) {
  std::string Yaml =
      withSections("  n: {type: var}\n", "  x: {shape: [n], dtype: bfloat16}\n",
                   "  y: {shape: [n], dtype: bfloat16, inout: true}\n",
                   "[x, y, n]", "workloads: [{n: 2}]\n");
  Yaml.replace(Yaml.find("{cpp: reference.cpp}"), 20, "{golden: data}");
  ASSERT_FALSE(makeFolder((Folder + "/data/w0").str()));
  Expected<Operator> Op = read(Yaml);
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  Expected<Binding> B = bind(*Op, Op->Workloads[0]);
  ASSERT_TRUE(!!B);
  auto Put = [&](StringRef Name, StringRef Type, ArrayRef<float> Values,
                 StringRef Shape = "(2,)") {
    StringRef Data(reinterpret_cast<const char *>(Values.data()),
                   Values.size() * 4);
    ASSERT_FALSE(
        write(("data/w0/" + Name).str(), file(header(Type, Shape), Data)));
  };
  auto Refused = [&] {
    Expected<GoldenTensors> T = readGoldenTensors(*B, 0);
    if (T)
      return std::string();
    ExitCode Code;
    std::string Text = shown(T.takeError(), Code);
    EXPECT_EQ(Code, ExitCode::InvalidInput);
    StringRef Short(Text);
    Short.consume_front((Folder + "/data/w0/").str());
    return Short.str();
  };
  EXPECT_EQ(Refused(), "x.npy: error: no such golden file");
  Put("x.npy", "<f4", {1.5f, -2});
  ASSERT_FALSE(
      write("data/w0/y.initial.npy",
            file(header("<u2", "(2,)"), StringRef("\x80\x3f\0\x40", 4))));
  Put("y.npy", "<f4", {0.1f, 3});
  EXPECT_EQ(Refused(), "");
  Expected<GoldenTensors> T = readGoldenTensors(*B, 0);
  ASSERT_TRUE(!!T);
  EXPECT_EQ(load(DType::BFloat16, T->Initial[0].data(), 1), -2);
  EXPECT_EQ(load(DType::BFloat16, T->Initial[1].data(), 0), 1);
  EXPECT_EQ(load(DType::BFloat16, T->Initial[1].data(), 1), 2);
  // A result is kept as it is stored.
  EXPECT_EQ(load(DType::Float64, T->Results[0].data(), 0), double(0.1f));

  Put("x.npy", "<f4", {0.1f, -2});
  EXPECT_EQ(Refused(), "x.npy: error: element 0 is no bfloat16; round the "
                       "values before they are stored");
  Put("x.npy", "<f4", {1, 2, 3}, "(3,)");
  EXPECT_EQ(Refused(), "x.npy: error: has shape (3,); 'x' has (2,) here");
  Put("x.npy", "<i4", {1, 2});
  EXPECT_EQ(Refused(), "x.npy: error: has elements of type i4; 'x' is "
                       "bfloat16, stored as u2 or V2 or f4");
  Put("x.npy", "<f4", {1, 2});
  Put("z.npy", "<f4", {1, 2});
  EXPECT_EQ(Refused(), "z.npy: error: belongs to no tensor of the operator; "
                       "expected are x.npy, y.initial.npy, y.npy");
}

} // namespace
