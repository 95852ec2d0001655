//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thousands of statements made of pieces of right ones: each is translated into
// valid IR or refused.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Execute/Ptx/PtxLowering.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

/// Operands: $0 i32, $1 i64, $2 float, $3 i16 out; $4 i32, $5 i64, $6 float,
/// $7 i16, $8 double in. Registers p, q are predicates, w has 64 bits.
const char *const Right[] = {
    "add.sat.s32 $0, $4, 5",
    "add.rn.ftz.f32 $2, $6, 0f3F800000",
    "add.rz.f64 w, $8, 0d3FF0000000000000",
    "add.rn.bf16x2 $0, $4, $4",
    "mul.wide.u32 $1, $4, $4",
    "mad.hi.sat.s32 $0, $4, $4, $4",
    "fma.rn.relu.f16 $3, $7, $7, $7",
    "min.NaN.f16x2 $0, $4, $4",
    "div.full.f32 $2, $6, $6",
    "rem.u64 $1, $5, 7",
    "abs.ftz.f32 $2, $6",
    "sad.s32 $0, $4, $4, $4",
    "dp2a.lo.s32.u32 $0, $4, $4, $4",
    "mul24.hi.s32 $0, $4, $4",
    "rcp.approx.ftz.f32 $2, $6",
    "sqrt.rp.f64 w, $8",
    "tanh.approx.f16x2 $0, $4",
    "testp.normal.f32 p, $6",
    "mov.b64 {$0, $4}, $5",
    "mov.pred p, q",
    "and.pred p, p, !q",
    "shr.s64 $1, $5, $4",
    "shf.l.clamp.b32 $0, $4, $4, $4",
    "lop3.b32 $0, $4, $4, $4, 0x96",
    "prmt.b32.ecl $0, $4, $4, $4",
    "bfe.s64 $1, $5, $4, 8",
    "bfi.b32 $0, $4, $4, 3, $4",
    "bfind.shiftamt.s32 $0, $4",
    "fns.b32 $0, $4, $4, $4",
    "setp.lt.and.ftz.f32 p|q, $6, 0f00000000, !q",
    "set.ge.f32.s32 $2, $4, $4",
    "selp.b64 $1, $5, w, p",
    "slct.ftz.u32.f32 $0, $4, $4, $6",
    "cvt.rn.satfinite.e4m3x2.f32 $3, $6, $6",
    "cvt.rn.relu.f16x2.f32 $0, $6, $6",
    "cvt.rni.sat.s8.f32 $0, $6",
    "cvt.rz.bf16.f32 $3, $6",
    "cvt.rp.f32.f64 $2, $8",
    "cvt.rn.f16.s64 $3, $5",
    "cvt.rna.tf32.f32 $0, $6",
    "cvta.to.shared.u64 $1, $5",
    "isspacep.shared p, $5",
    "ld.global.nc.L1::no_allocate.v4.u32 {$0, $4, _, $0}, [$5+16]",
    "ld.shared.s8 $0, [$4+-1]",
    "ld.volatile.global.b128 w, [$5]",
    "st.shared.v2.f32 [$4], {$6, $6}",
    "st.release.gpu.global.u16 [$5], $7",
    "atom.shared.cas.b32 $0, [$4], $4, 7",
    "atom.global.add.noftz.bf16x2 $0, [$5], $4",
    "red.global.add.v2.f32 [$5], {$6, $6}",
    "atom.inc.u32 $0, [$5], $4",
    "cp.async.ca.shared.global.L2::128B [$4], [$5], 8, $4",
    "cp.async.cg.shared.global [$4], [$5], 16, p",
    "cp.async.wait_group 2",
    "bar.sync 1, 64",
    "bar.red.or.pred p, 0, q",
    "bar.warp.sync 0xffffffff",
    "shfl.sync.bfly.b32 $0|p, $4, 1, 0x1f, -1",
    "vote.sync.ballot.b32 $0, !p, -1",
    "match.all.sync.b64 $0|p, $5, -1",
    "redux.sync.min.s32 $0, $4, -1",
    "elect.sync $0|p, -1",
    "activemask.b32 $0",
    "nanosleep.u32 20",
    "createpolicy.fractional.L2::evict_last.b64 $1, 1.0",
    "membar.gl",
    "fence.acq_rel.gpu",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$2,$2,$2,$2}, "
    "{$4,$4,$4,$4}, {$4,$4}, {$6,$6,$6,$6}",
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {w,w}, {$8}, {$8}, "
    "{$8,$8}",
    "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {$0,$0}, {$4}, "
    "{$4}, {$4,$4}",
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0,$0}, [$4]",
    "stmatrix.sync.aligned.m8n8.x1.shared.b16 [$4], {$4}",
    "movmatrix.sync.aligned.m8n8.trans.b16 $0, $4",
    "mov.u32 $0, %lanemask_ge",
    "mov.u64 $1, %clock64",
};

/// True when the module that holds \p Text was translated.
bool translate(llvm::StringRef Text) {
  using namespace llvm;
  LLVMContext C;
  Module M("m", C);
  IRBuilder<> B(C);
  auto *I32 = B.getInt32Ty(), *I16 = B.getInt16Ty();
  auto *I64 = B.getInt64Ty();
  auto *F32 = B.getFloatTy(), *F64 = B.getDoubleTy();
  SmallVector<Type *> In = {I32, I64, F32, I16, F64};
  auto *Out = StructType::get(C, {I32, I64, F32, I16});
  auto *F = Function::Create(FunctionType::get(Out, In, false),
                             GlobalValue::ExternalLinkage, "k.thread", M);
  B.SetInsertPoint(BasicBlock::Create(C, "entry", F));
  auto *Asm = InlineAsm::get(FunctionType::get(Out, In, false), Text,
                             "=r,=l,=f,=h,r,l,f,h,d", true);
  SmallVector<Value *> Arguments;
  for (Argument &A : F->args())
    Arguments.push_back(&A);
  B.CreateRet(B.CreateCall(Asm, Arguments));
  if (Error E = lowerPtx(M, "m.cu")) {
    consumeError(std::move(E));
    return false;
  }
  std::string Message;
  raw_string_ostream OS(Message);
  EXPECT_FALSE(verifyModule(M, &OS)) << Text.str() << "\n" << Message;
  return true;
}

std::string statement(llvm::StringRef Instruction, llvm::StringRef Guard) {
  return ("{ .reg .pred p, q; .reg .b64 w; " + Guard + Instruction + "; }")
      .str();
}

TEST(PtxMutation, PiecesOfRightStatements) {
  std::vector<std::string> Parts, Operands;
  for (llvm::StringRef S : Right) {
    EXPECT_TRUE(translate(statement(S, ""))) << S.str();
    EXPECT_TRUE(translate(statement(S, "@!p "))) << S.str();
    auto [Name, Rest] = S.split(' ');
    llvm::SmallVector<llvm::StringRef> Pieces;
    Name.split(Pieces, '.');
    for (llvm::StringRef P : llvm::ArrayRef(Pieces).drop_front())
      Parts.push_back(P.str());
    Pieces.clear();
    Rest.split(Pieces, ", ");
    for (llvm::StringRef P : Pieces)
      Operands.push_back(P.str());
  }
  Random R(7, "mutations");
  auto Any = [&](const std::vector<std::string> &From) {
    return From[R.below(From.size())];
  };
  unsigned Translated = 0;
  for (unsigned N = 0; N != 20000; ++N) {
    auto [Name, Rest] =
        llvm::StringRef(Right[R.below(std::size(Right))]).split(' ');
    llvm::SmallVector<llvm::StringRef> Pieces;
    Name.split(Pieces, '.');
    std::vector<std::string> Names(Pieces.begin(), Pieces.end());
    Pieces.clear();
    Rest.split(Pieces, ", ");
    std::vector<std::string> Values(Pieces.begin(), Pieces.end());
    for (unsigned Changes = 1 + R.below(3); Changes; --Changes)
      switch (R.below(5)) {
      case 0:
        Names[R.below(Names.size())] = Any(Parts);
        break;
      case 1:
        if (Names.size() > 1)
          Names.erase(Names.begin() + 1 + R.below(Names.size() - 1));
        break;
      case 2:
        Values[R.below(Values.size())] = Any(Operands);
        break;
      case 3:
        Values.push_back(Any(Operands));
        break;
      default:
        if (Values.size() > 1)
          Values.erase(Values.begin() + R.below(Values.size()));
      }
    Translated += translate(
        statement(llvm::join(Names, ".") + " " + llvm::join(Values, ", "), ""));
  }
  // Some of them are right by chance, or the test would test nothing.
  EXPECT_GT(Translated, 500u);
}

TEST(PtxMutation, BytesOfRightStatements) {
  Random R(9, "bytes");
  for (unsigned N = 0; N != 20000; ++N) {
    std::string Text = statement(Right[R.below(std::size(Right))], "@p ");
    for (unsigned Changes = 1 + R.below(4); Changes; --Changes) {
      size_t At = R.below(Text.size());
      static constexpr char Bytes[] = "${}[]()|,;:@!.+-_%09xfdU\n\"/* aq\x80";
      char C = Bytes[R.below(sizeof(Bytes) - 1)];
      if (R.below(2))
        Text[At] = C;
      else
        Text.insert(At, 1, C);
    }
    translate(Text);
  }
}

} // namespace
