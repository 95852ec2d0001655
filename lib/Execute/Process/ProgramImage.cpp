//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramImage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BinaryByteStream.h"
#include "llvm/Support/BinaryStreamReader.h"
#include "llvm/Support/BinaryStreamWriter.h"

using namespace llvm;

namespace kmend {

namespace {

/// Writes or reads values one after another. Both ways go through the same
/// functions below, so they cannot come apart.
class Encoder {
public:
  Encoder() : Stream(endianness::little), Writer(Stream) {}

  template <typename Integer>
    requires std::is_integral_v<Integer>
  void operator()(const Integer &Value) {
    cantFail(Writer.writeInteger(uint64_t(Value)));
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(const Enum &Value) {
    (*this)(uint64_t(Value));
  }
  void operator()(const std::string &Text) {
    (*this)(uint64_t(Text.size()));
    cantFail(Writer.writeFixedString(Text));
  }
  template <typename T, typename Each>
  void list(const std::vector<T> &List, Each Do) {
    (*this)(uint64_t(List.size()));
    for (const T &Element : List)
      Do(*this, Element);
  }
  std::string take() { return toStringRef(Stream.data()).str(); }

private:
  AppendingBinaryByteStream Stream;
  BinaryStreamWriter Writer;
};

class Decoder {
public:
  explicit Decoder(StringRef Bytes)
      : Stream(arrayRefFromStringRef(Bytes), endianness::little),
        Reader(Stream) {}

  template <typename Integer>
    requires std::is_integral_v<Integer>
  void operator()(Integer &Value) {
    Value = Integer(number());
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(Enum &Value) {
    Value = Enum(number());
  }
  void operator()(std::string &Text) {
    uint64_t Size = number();
    StringRef Read;
    if (Size > Reader.bytesRemaining())
      Bad = true;
    else if (Error E = Reader.readFixedString(Read, Size))
      fail(std::move(E));
    Text = Read.str();
  }
  template <typename T, typename Each>
  void list(std::vector<T> &List, Each Do) {
    uint64_t Size = number();
    // Every element takes a byte at least.
    if (Size > Reader.bytesRemaining())
      Bad = true;
    for (uint64_t I = 0; I != Size && !Bad; ++I)
      Do(*this, List.emplace_back());
  }
  Error finish() {
    if (Bad || Reader.bytesRemaining())
      return makeError(ExitCode::Internal,
                       "a message between processes is damaged");
    return Error::success();
  }

private:
  uint64_t number() {
    uint64_t Value = 0;
    if (Error E = Reader.readInteger(Value))
      fail(std::move(E));
    return Bad ? 0 : Value;
  }
  void fail(Error E) {
    consumeError(std::move(E));
    Bad = true;
  }

  BinaryByteStream Stream;
  BinaryStreamReader Reader;
  bool Bad = false;
};

template <typename Coder, typename Job> void code(Coder &C, Job &J) {
  C(J.Kind);
  C(J.FileName);
  C(J.Text);
  C(J.Symbol);
  C(J.Arguments);
  C(J.Options.CudaPath);
  C.list(J.Options.ExtraArgs, [](auto &C, auto &Text) { C(Text); });
  C(J.Options.ForcedTier);
  C(J.MeasureBranches);
  C(J.CheckIndices);
}

template <typename Coder, typename Image> void codeImage(Coder &C, Image &I) {
  for (auto &Object : I.Objects)
    C(Object);
  C.list(I.Kernels, [](auto &C, auto &K) {
    C(K.Name);
    C(K.DisplayName);
    C(K.MaxThreads);
    C(K.StaticSharedBytes);
    C(K.RunsAs);
    C.list(K.Shared, [](auto &C, auto &V) {
      C(V.Name);
      C(V.Offset);
      C(V.Bytes);
    });
  });
  C.list(I.Variables, [](auto &C, auto &V) {
    C(V.Name);
    C(V.Bytes);
  });
  C.list(I.Sites, [](auto &C, auto &S) {
    C(S.File);
    C(S.Line);
    C(S.Column);
  });
  C.list(I.Branches, [](auto &C, auto &W) {
    C(W.Where.File);
    C(W.Where.Line);
    C(W.Where.Column);
    C(W.Ordinal);
    C(W.Way);
    C(W.Value);
  });
  C(I.HostReadsTensors);
}

} // namespace

std::string encode(const CompileJob &Job) {
  Encoder C;
  code(C, Job);
  return C.take();
}

std::string encode(const ProgramImage &Image) {
  Encoder C;
  codeImage(C, Image);
  return C.take();
}

Expected<CompileJob> decodeJob(StringRef Bytes) {
  Decoder C(Bytes);
  CompileJob Job;
  code(C, Job);
  if (Error E = C.finish())
    return std::move(E);
  return Job;
}

Expected<ProgramImage> decodeImage(StringRef Bytes) {
  Decoder C(Bytes);
  ProgramImage Image;
  codeImage(C, Image);
  if (Error E = C.finish())
    return std::move(E);
  return Image;
}

} // namespace kmend
