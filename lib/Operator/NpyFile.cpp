//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/NpyFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kmend {

// The most dimensions that NumPy 2 has.
static constexpr size_t MaxDimensions = 64;
static constexpr size_t MaxHeaderBytes = 1 << 16;

std::string NpyArray::type() const { return Kind + utostr(ItemBytes); }

std::string NpyArray::shape() const {
  std::string Text = "(";
  raw_string_ostream OS(Text);
  interleaveComma(Shape, OS);
  OS << (Shape.size() == 1 ? ",)" : ")");
  return Text;
}

namespace {

/// Reads the header's dictionary:
///   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
public:
  HeaderParser(StringRef Text, StringRef Name) : Rest(Text), Name(Name) {}

  Expected<NpyArray> run() {
    if (!take("{"))
      return fail("'{'");
    while (!take("}")) {
      std::string Key;
      if (!string(Key) || !take(":"))
        return fail("a key and ':'");
      if (Error E = value(Key))
        return std::move(E);
      if (!take(",") && !peek("}"))
        return fail("',' or '}'");
    }
    skipSpace();
    if (!Rest.empty())
      return fail("the end");
    if (!HasType || !HasOrder || !HasShape)
      return wrong("the header needs descr, fortran_order and shape");
    return std::move(Result);
  }

private:
  StringRef Rest, Name;
  NpyArray Result;
  bool HasType = false, HasOrder = false, HasShape = false;

  Error wrong(const Twine &Message) const {
    return makeError(ExitCode::InvalidInput, {Name.str(), 0, 0}, Message);
  }
  Error fail(StringRef Wanted) const {
    std::string Found;
    raw_string_ostream OS(Found);
    printEscapedString(Rest.take_front(16), OS);
    return wrong("the .npy header is not understood: expected " + Wanted +
                 ", found '" + Found + "'");
  }

  void skipSpace() { Rest = Rest.ltrim(" \t\n\r"); }
  bool peek(StringRef Mark) {
    skipSpace();
    return Rest.starts_with(Mark);
  }
  bool take(StringRef Mark) { return peek(Mark) && Rest.consume_front(Mark); }

  bool string(std::string &Text) {
    skipSpace();
    if (Rest.empty() || (Rest[0] != '\'' && Rest[0] != '"'))
      return false;
    const size_t End = Rest.find(Rest[0], 1);
    if (End == StringRef::npos || Rest.take_front(End).contains('\\'))
      return false;
    Text = Rest.slice(1, End).str();
    Rest = Rest.drop_front(End + 1);
    return true;
  }

  Error value(StringRef Key) {
    bool &Has = Key == "descr"           ? HasType
                : Key == "fortran_order" ? HasOrder
                                         : HasShape;
    if (Key != "descr" && Key != "fortran_order" && Key != "shape")
      return wrong("the .npy header has a key that is not known");
    if (Has)
      return wrong("the .npy header has '" + Key + "' twice");
    Has = true;
    if (Key == "descr")
      return type();
    if (Key == "shape")
      return shape();
    if (take("True"))
      return wrong("the array is in Fortran order; store it with "
                   "numpy.ascontiguousarray");
    if (!take("False"))
      return fail("False");
    return Error::success();
  }

  Error type() {
    std::string Text;
    if (!string(Text))
      return wrong("the elements are records; an array of one of f2, f4, f8, "
                   "i1 to i8, u1, u2, u4, b1 is needed");
    StringRef Type = Text;
    const char Order = Type.empty() ? 0 : Type[0];
    if (Order == '>')
      return wrong("the elements are big-endian ('" + Text +
                   "'); store them with astype('<" + Type.drop_front() + "')");
    if (Order == '<' || Order == '|' || Order == '=')
      Type = Type.drop_front();
    static constexpr StringLiteral Known[] = {
        "f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "b1", "V2"};
    if (!is_contained(Known, Type)) {
      std::string Shown;
      raw_string_ostream OS(Shown);
      printEscapedString(StringRef(Text).take_front(32), OS);
      return wrong("the element type '" + Shown +
                   "' is not supported; use one of f2, f4, f8, i1, i2, i4, "
                   "i8, u1, u2, u4, b1");
    }
    Result.Kind = Type[0];
    Result.ItemBytes = unsigned(Type[1] - '0');
    return Error::success();
  }

  Error shape() {
    if (!take("("))
      return fail("'('");
    while (!take(")")) {
      int64_t Extent;
      skipSpace();
      if (Rest.empty() || !isDigit(Rest[0]) || Rest.consumeInteger(10, Extent))
        return fail("an extent");
      Rest.consume_front("L"); // Python 2
      Result.Shape.push_back(Extent);
      if (Result.Shape.size() > MaxDimensions)
        return wrong("the array has more than 64 dimensions");
      if (!take(",") && !peek(")"))
        return fail("',' or ')'");
    }
    return Error::success();
  }
};

} // namespace

Expected<NpyArray> parseNpy(StringRef File, StringRef Name) {
  auto Fail = [&](const Twine &Message) {
    return makeError(ExitCode::InvalidInput, {Name.str(), 0, 0}, Message);
  };
  StringRef Rest = File;
  if (!Rest.consume_front("\x93NUMPY") || Rest.size() < 4)
    return Fail("is no .npy file");
  const unsigned Major = uint8_t(Rest[0]), Minor = uint8_t(Rest[1]);
  if (Major < 1 || Major > 3 || Minor != 0)
    return Fail("is of .npy version " + Twine(Major) + "." + Twine(Minor) +
                "; 1.0, 2.0 and 3.0 are read");
  Rest = Rest.drop_front(2);
  const size_t LengthBytes = Major == 1 ? 2 : 4;
  if (Rest.size() < LengthBytes)
    return Fail("ends in the .npy header");
  const uint64_t Length = Major == 1 ? support::endian::read16le(Rest.data())
                                     : support::endian::read32le(Rest.data());
  Rest = Rest.drop_front(LengthBytes);
  if (Length > Rest.size())
    return Fail("ends in the .npy header");
  if (Length > MaxHeaderBytes)
    return Fail("has a .npy header of " + Twine(Length) + " bytes");
  Expected<NpyArray> A = HeaderParser(Rest.take_front(Length), Name).run();
  if (!A)
    return A.takeError();
  Rest = Rest.drop_front(Length);

  uint64_t Bytes = A->ItemBytes;
  bool Overflow = false;
  for (int64_t Extent : A->Shape) {
    bool Here = false;
    Bytes = SaturatingMultiply(Bytes, uint64_t(Extent), &Here);
    Overflow |= Here;
  }
  if (Overflow || Bytes != Rest.size())
    return Fail(
        "has " + Twine(Rest.size()) + " bytes of elements, but shape " +
        A->shape() + " of " + A->type() + " needs " +
        (Overflow ? std::string("more than there can be") : utostr(Bytes)));
  A->Bytes = ArrayRef<char>(Rest.data(), Rest.size());
  if (A->Kind == 'b' && any_of(A->Bytes, [](char C) { return C & ~1; }))
    return Fail("has a bool that is neither 0 nor 1");
  return A;
}

std::string formatNpy(StringRef Descr, ArrayRef<int64_t> Shape,
                      ArrayRef<char> Bytes) {
  NpyArray A;
  A.Shape = Shape.vec();
  std::string Header =
      ("{'descr': '" + Descr +
       "', 'fortran_order': False, 'shape': " + A.shape() + ", }")
          .str();
  // The elements start at a multiple of 64 bytes.
  constexpr size_t Prefix = 10;
  Header.append(63 - (Prefix + Header.size()) % 64, ' ');
  Header += '\n';
  std::string File = "\x93NUMPY";
  File += '\1';
  File += '\0';
  File += char(Header.size() & 0xff);
  File += char(Header.size() >> 8);
  File += Header;
  File.append(Bytes.data(), Bytes.size());
  return File;
}

} // namespace kmend
