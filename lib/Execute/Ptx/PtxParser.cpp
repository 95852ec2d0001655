//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace kmend {

bool PtxInstruction::has(StringRef Part) const {
  return is_contained(ArrayRef(Parts).drop_front(), Part);
}

namespace {

/// More than any statement; nesting beyond it is no program.
constexpr unsigned MaxDepth = 16;
constexpr unsigned MaxRegisters = 4096;

class PtxParser {
public:
  explicit PtxParser(StringRef Text) : Rest(Text) { Scopes.emplace_back(); }

  Expected<PtxProgram> run();

private:
  void skipBlank();
  bool fail(const Twine &Message);
  bool take(char C);
  bool expect(char C);
  StringRef word(StringRef Also);
  bool statement();
  bool declaration();
  bool operand(PtxOperand &Result, unsigned Depth);
  bool simpleOperand(PtxOperand &Result);
  bool address(PtxOperand &Result);
  bool list(char End, std::vector<PtxOperand> &Into, unsigned Depth);
  bool argument(PtxOperand &Result);
  bool number(PtxOperand &Result);
  bool integer(uint64_t &Value);
  bool declare(StringRef Name, unsigned Bits);
  const unsigned *find(StringRef Name) const;

  StringRef Rest;
  PtxProgram Program;
  std::vector<StringMap<unsigned>> Scopes;
  std::string Message;
};

bool PtxParser::fail(const Twine &M) {
  if (Message.empty())
    Message = M.str();
  return false;
}

void PtxParser::skipBlank() {
  while (true) {
    Rest = Rest.ltrim(" \t\r\n\v\f");
    if (Rest.consume_front("//"))
      Rest = Rest.drop_until([](char C) { return C == '\n'; });
    else if (Rest.consume_front("/*")) {
      size_t End = Rest.find("*/");
      Rest = End == StringRef::npos ? StringRef() : Rest.drop_front(End + 2);
    } else
      return;
  }
}

bool PtxParser::take(char C) {
  skipBlank();
  if (!Rest.starts_with(StringRef(&C, 1)))
    return false;
  Rest = Rest.drop_front();
  return true;
}

bool PtxParser::expect(char C) {
  if (take(C))
    return true;
  return fail(Twine("PTX: '") + Twine(C) + "' is missing before '" +
              Rest.take_front(20) + "'");
}

StringRef PtxParser::word(StringRef Also) {
  StringRef W = Rest.take_while(
      [&](char C) { return isAlnum(C) || C == '_' || Also.contains(C); });
  Rest = Rest.drop_front(W.size());
  return W;
}

const unsigned *PtxParser::find(StringRef Name) const {
  for (const StringMap<unsigned> &Scope : reverse(Scopes))
    if (auto It = Scope.find(Name); It != Scope.end())
      return &It->second;
  return nullptr;
}

bool PtxParser::declare(StringRef Name, unsigned Bits) {
  if (Program.Registers.size() == MaxRegisters)
    return fail("PTX: too many registers");
  if (!Scopes.back().try_emplace(Name, Program.Registers.size()).second)
    return fail("PTX: register '" + Name + "' is declared twice");
  Program.Registers.push_back({Name.str(), Bits});
  return true;
}

/// Behind `.reg`: a type and names, each with an optional count.
bool PtxParser::declaration() {
  unsigned Bits = 0;
  while (take('.')) {
    StringRef Type = word("");
    unsigned Found = StringSwitch<unsigned>(Type)
                         .Case("pred", 1)
                         .Cases({"b8", "u8", "s8"}, 8)
                         .Cases({"b16", "u16", "s16", "f16", "bf16"}, 16)
                         .Cases({"b32", "u32", "s32", "f32"}, 32)
                         .Cases({"f16x2", "bf16x2", "tf32"}, 32)
                         .Cases({"b64", "u64", "s64", "f64"}, 64)
                         .Case("b128", 128)
                         .Default(0);
    if (!Found)
      return fail("PTX: '." + Type + "' is no type of a register");
    Bits = Found;
  }
  if (!Bits)
    return fail("PTX: a register without a type");
  do {
    skipBlank();
    StringRef Name = word("$%");
    if (Name.empty())
      return fail("PTX: a register without a name");
    if (!take('<')) {
      if (!declare(Name, Bits))
        return false;
      continue;
    }
    uint64_t Count;
    skipBlank();
    if (!integer(Count) || !expect('>'))
      return fail("PTX: a count of registers that is no number");
    if (Count > MaxRegisters)
      return fail("PTX: too many registers");
    for (uint64_t I = 0; I != Count; ++I)
      if (!declare((Name + Twine(I)).str(), Bits))
        return false;
  } while (take(','));
  return expect(';');
}

bool PtxParser::integer(uint64_t &Value) {
  bool Negative = Rest.consume_front("-");
  if (!Negative)
    Rest.consume_front("+");
  StringRef Digits = word("");
  if (Digits.ends_with("U") || Digits.ends_with("u"))
    Digits = Digits.drop_back();
  if (Digits.empty() || Digits.getAsInteger(0, Value))
    return false;
  if (Negative)
    Value = -Value;
  return true;
}

bool PtxParser::number(PtxOperand &Result) {
  StringRef Before = Rest;
  Result.OperandKind = PtxOperand::Kind::Float;
  bool Negative = Rest.consume_front("-");
  StringRef W = word(".");
  // 1.5e-3: the sign belongs to the exponent.
  bool Hex = W.starts_with_insensitive("0x");
  if (!Hex && (W.ends_with("e") || W.ends_with("E")) && W.contains('.') &&
      (Rest.starts_with("-") || Rest.starts_with("+"))) {
    size_t Sign = W.size() + Negative;
    Rest = Rest.drop_front();
    StringRef Exponent = word("");
    W = Before.take_front(Sign + 1 + Exponent.size()).drop_front(Negative);
  }
  for (auto [Prefix, Bits] :
       {std::pair<StringRef, unsigned>{"0f", 32}, {"0d", 64}}) {
    if (!W.starts_with_insensitive(Prefix))
      continue;
    if (W.size() != 2 + Bits / 4 ||
        W.drop_front(2).getAsInteger(16, Result.Bits))
      return fail("PTX: '" + W + "' is no floating-point number");
    if (Negative)
      Result.Bits ^= 1ull << (Bits - 1);
    Result.FloatBits = Bits;
    return true;
  }
  if (W.contains('.')) {
    double D;
    if (W.getAsDouble(D))
      return fail("PTX: '" + W + "' is no number");
    Result.Bits = llvm::bit_cast<uint64_t>(Negative ? -D : D);
    Result.FloatBits = 64;
    return true;
  }
  Rest = Before;
  Result.OperandKind = PtxOperand::Kind::Integer;
  return integer(Result.Bits) ||
         fail("PTX: '" + W.take_front(20) + "' is no number");
}

/// `$0`, `${0}` or `${0:h}`.
bool PtxParser::argument(PtxOperand &Result) {
  Result.OperandKind = PtxOperand::Kind::Argument;
  bool Braced = Rest.consume_front("{");
  StringRef Digits = Rest.take_while(isDigit);
  Rest = Rest.drop_front(Digits.size());
  if (Digits.empty() || Digits.getAsInteger(10, Result.Index))
    return fail("PTX: a '$' that names no operand");
  if (Braced) {
    if (Rest.consume_front(":"))
      Rest = Rest.drop_while(isAlpha);
    return expect('}');
  }
  return true;
}

bool PtxParser::address(PtxOperand &Result) {
  Result.OperandKind = PtxOperand::Kind::Address;
  PtxOperand Base;
  if (!simpleOperand(Base))
    return false;
  if (Base.is(PtxOperand::Kind::Integer))
    Result.Bits = Base.Bits;
  else
    Result.Elements.push_back(Base);
  skipBlank();
  while (Rest.starts_with("+") || Rest.starts_with("-")) {
    // Both `a+-4` and `a+4` are written.
    bool Negative = Rest.front() == '-';
    Rest = Rest.drop_front();
    skipBlank();
    PtxOperand Offset;
    if (!simpleOperand(Offset))
      return false;
    if (Offset.is(PtxOperand::Kind::Integer))
      Result.Bits += Negative ? -Offset.Bits : Offset.Bits;
    else if (!Negative && Offset.is(PtxOperand::Kind::Argument))
      Result.Elements.push_back(Offset); // an "n" operand
    else
      return fail("PTX: an offset that is no number");
    skipBlank();
  }
  // Coordinates of a tensor; no instruction that has them is known.
  if (take(','))
    return list(']', Result.Elements, 0);
  return expect(']');
}

bool PtxParser::list(char End, std::vector<PtxOperand> &Into, unsigned Depth) {
  do {
    PtxOperand Element;
    if (!operand(Element, Depth + 1))
      return false;
    Into.push_back(std::move(Element));
  } while (take(','));
  return expect(End);
}

bool PtxParser::simpleOperand(PtxOperand &Result) {
  skipBlank();
  if (Rest.empty())
    return fail("PTX: an operand is missing at the end");
  if (Rest.starts_with("$") && !Rest.starts_with("$$")) {
    Rest = Rest.drop_front();
    return argument(Result);
  }
  if (isDigit(Rest.front()) || Rest.front() == '-')
    return number(Result);
  // Special registers have dots, `%tid.x`; vectors taken apart are not known.
  StringRef Name = word(Rest.starts_with("%") ? "$%." : "$%");
  if (Name.empty())
    return fail("PTX: an operand cannot begin with '" + Rest.take_front(10) +
                "'");
  if (Name == "_") {
    Result.OperandKind = PtxOperand::Kind::Sink;
    return true;
  }
  if (Name == "WARP_SZ") {
    Result.OperandKind = PtxOperand::Kind::Integer;
    Result.Bits = 32;
    return true;
  }
  if (const unsigned *Index = find(Name)) {
    Result.OperandKind = PtxOperand::Kind::Register;
    Result.Index = *Index;
    return true;
  }
  if (Name.starts_with("%")) {
    Result.OperandKind = PtxOperand::Kind::Special;
    Result.Name = Name.str();
    return true;
  }
  return fail("PTX: '" + Name + "' is declared nowhere in this statement");
}

bool PtxParser::operand(PtxOperand &Result, unsigned Depth) {
  if (Depth > MaxDepth)
    return fail("PTX: operands nested too deeply");
  if (take('{')) {
    Result.OperandKind = PtxOperand::Kind::Vector;
    return list('}', Result.Elements, Depth);
  }
  if (take('['))
    return address(Result);
  bool Negated = take('!');
  if (!simpleOperand(Result))
    return false;
  Result.Negated = Negated;
  if (take('|')) {
    PtxOperand Pair;
    Pair.OperandKind = PtxOperand::Kind::Pair;
    Pair.Elements.push_back(Result);
    PtxOperand Second;
    if (!simpleOperand(Second))
      return false;
    Pair.Elements.push_back(std::move(Second));
    Result = std::move(Pair);
  }
  return true;
}

bool PtxParser::statement() {
  if (take('{')) {
    if (Scopes.size() == MaxDepth)
      return fail("PTX: blocks nested too deeply");
    Scopes.emplace_back();
    return true;
  }
  if (take('}')) {
    if (Scopes.size() == 1)
      return fail("PTX: a '}' without its '{'");
    Scopes.pop_back();
    take(';');
    return true;
  }
  if (take(';'))
    return true;
  if (take('.')) {
    StringRef Directive = word("");
    if (Directive == "reg")
      return declaration();
    if (Directive == "pragma" || Directive == "loc") {
      Rest = Rest.drop_until([](char C) { return C == ';' || C == '\n'; });
      take(';');
      return true;
    }
    return fail("PTX directive '." + Directive + "'");
  }
  PtxInstruction I;
  if (take('@')) {
    PtxOperand Guard;
    if (!operand(Guard, 0))
      return false;
    I.Guard = std::move(Guard);
    skipBlank();
  }
  StringRef Name = word(".:");
  if (Name.empty())
    return fail("PTX: an instruction cannot begin with '" +
                Rest.take_front(10) + "'");
  if (Name.ends_with(":") || take(':'))
    return fail("PTX label '" + Name.rtrim(':') + "'");
  I.Name = Name.str();
  SmallVector<StringRef> Parts;
  Name.split(Parts, '.');
  for (StringRef Part : Parts)
    I.Parts.push_back(Part.str());
  if (!take(';')) {
    std::vector<PtxOperand> &All = I.Operands;
    if (!list(';', All, 0))
      return false;
  }
  Program.Instructions.push_back(std::move(I));
  return true;
}

Expected<PtxProgram> PtxParser::run() {
  for (skipBlank(); !Rest.empty(); skipBlank())
    if (!statement())
      return createStringError(Message);
  if (Scopes.size() != 1)
    return createStringError("PTX: a '{' without its '}'");
  return std::move(Program);
}

} // namespace

Expected<PtxProgram> parsePtx(StringRef Text) { return PtxParser(Text).run(); }

} // namespace kmend
