//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline assembly: what comes out is made of all that goes in.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace clang;

namespace kmend {

void Interpreter::execAsm(const GCCAsmStmt *S) {
  std::string Text = S->getAsmString();
  Value In;
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    In.join(deep(eval(S->getInputExpr(I))));
  In.blur();
  // Registers that tell a thread who it is.
  for (llvm::StringRef Register : {"%tid", "%ctaid", "%laneid", "%warpid"})
    if (llvm::StringRef(Text).contains(Register))
      In.Data.add(Taint::Thread);
  for (unsigned I = 0; I < S->getNumOutputs(); ++I) {
    Places P = place(S->getOutputExpr(I));
    Value Out = In;
    if (S->isOutputPlusConstraint(I))
      Out.join(load(P));
    Out.blur();
    store(P, Out, S->getAsmLoc());
  }
  // Instructions that write memory may write wherever an operand points, but
  // what a kernel may only read is not written by reading it.
  llvm::StringRef T = Text;
  bool Stores = T.contains("st.") || T.contains("red.") || T.contains("atom.");
  bool Copies = T.contains("cp.async") || T.contains("cp.reduce");
  if (!Stores && !Copies)
    return;
  for (PlaceId Id : In.Points) {
    ObjectId O = Mem.object(Id);
    const Object &Target = Mem[O];
    bool Shared = Target.ObjectKind == Object::Kind::Shared ||
                  Target.ObjectKind == Object::Kind::Local;
    bool Global = Target.ObjectKind == Object::Kind::Allocation ||
                  Target.ObjectKind == Object::Kind::State;
    if (Target.ObjectKind == Object::Kind::Tensor)
      Global = Target.Index < Fact.Parameters.size() &&
               Fact.Parameters[Target.Index].ParameterKind ==
                   ParameterFact::Kind::Output;
    if (!Shared && !(Global && Stores))
      continue;
    Value V = In;
    V.Control |= pc();
    noteStore(O, V, S->getAsmLoc());
    Mem.store(Id, V, false);
  }
}

} // namespace kmend
