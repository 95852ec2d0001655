//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Gate/Gate.h"
#include "Facts.h"
#include "Rules.h"
#include "kmend/Support/EmbeddedFile.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace kmend {

extern const EmbeddedFile GatePages[];
extern const size_t GatePagesCount;

llvm::StringRef gatePage(llvm::StringRef Rule) {
  for (const EmbeddedFile &Page : llvm::ArrayRef(GatePages, GatePagesCount))
    if (llvm::StringRef Name = Page.Name;
        Name.consume_back(".md") && Name == Rule)
      return llvm::StringRef(Page.Begin, Page.End - Page.Begin);
  return {};
}

llvm::StringRef name(GateVerdict::Answer A) {
  switch (A) {
  case GateVerdict::Answer::Accept:
    return "accept";
  case GateVerdict::Answer::Reject:
    return "reject";
  case GateVerdict::Answer::Undecided:
    return "undecided";
  }
  return "";
}

GatePolicy policyOf(const Operator &Op) {
  GatePolicy P;
  P.Allow = Op.PolicyAllow;
  P.EntrySymbol = Op.EntryPoint.Symbol;
  if (const std::optional<Launch> &L = Op.EntryPoint.KernelLaunch;
      L && llvm::StringRef(L->Kernel).contains('<'))
    P.EntryInstance = L->Kernel;
  for (unsigned I = 0; I < Op.EntryPoint.Arguments.size(); ++I) {
    const std::string &Name = Op.EntryPoint.Arguments[I];
    if (const TensorSpec *T = Op.tensor(Name)) {
      if (T->IsOutput)
        P.OutputParameters.push_back(I);
      if (T->InOut)
        P.InOutParameters.push_back(I);
    } else if (const Axis *A = Op.axis(Name);
               A && A->AxisKind != Axis::Kind::Const) {
      P.ExtentParameters.push_back(I);
    }
  }
  return P;
}

/// The device side holds host functions, too, but as Clang sees them there;
/// what a source does behind `#ifdef __CUDA_ARCH__` is on the other side.
static GateVerdict judge(const ParsedSource *Before, const ParsedSource &After,
                         const GatePolicy &Policy) {
  GateVerdict V;
  for (Side S : {Side::Device, Side::Host}) {
    Facts New = collectFacts(After, S, Policy);
    Facts Old;
    if (Before)
      Old = collectFacts(*Before, S, Policy);
    RuleInput In{Before ? &Old : nullptr, New, Policy};
    for (const Rule &R : allRules()) {
      if (R.Differential && !Before)
        continue;
      Findings Out(R.Name, V.Violations);
      R.Check(In, Out);
    }
  }
  // Both sides see most things.
  auto Key = [](const Violation &X) {
    return std::tuple(X.Where.Line, X.Where.Column, X.Rule,
                      X.Level == Severity::Suspect, X.Message);
  };
  llvm::sort(V.Violations, [&](const Violation &A, const Violation &B) {
    return Key(A) < Key(B);
  });
  V.Violations.erase(llvm::unique(V.Violations,
                                  [&](const Violation &A, const Violation &B) {
                                    return Key(A) == Key(B);
                                  }),
                     V.Violations.end());
  for (const Violation &X : V.Violations)
    if (X.Level == Severity::Reject)
      V.Result = GateVerdict::Answer::Reject;
  return V;
}

/// \p Source with the instance of its entry that is launched: a template that
/// nothing names has no body to look at. None when that is not needed, or there
/// is no such instance, which compiling it will say.
static std::unique_ptr<ParsedSource> withInstance(const ParsedSource &Source,
                                                  const GatePolicy &Policy) {
  if (Policy.EntryInstance.empty())
    return nullptr;
  auto Whole = ParsedSource::parse(
      Source.fileName(),
      (Source.text() +
       "\nnamespace { template <auto *> struct OperatorInstance; "
       "using OperatorLaunches = OperatorInstance<&" +
       Policy.EntryInstance + ">; }\n")
          .str(),
      Source.options());
  if (Whole)
    return std::move(*Whole);
  llvm::consumeError(Whole.takeError());
  return nullptr;
}

GateVerdict checkSource(const ParsedSource &Source, const GatePolicy &Policy) {
  std::unique_ptr<ParsedSource> Whole = withInstance(Source, Policy);
  return judge(nullptr, Whole ? *Whole : Source, Policy);
}

GateVerdict checkEdit(const ParsedSource &Before, const ParsedSource &After,
                      const GatePolicy &Policy) {
  std::unique_ptr<ParsedSource> WholeBefore = withInstance(Before, Policy);
  std::unique_ptr<ParsedSource> WholeAfter = withInstance(After, Policy);
  return judge(WholeBefore ? WholeBefore.get() : &Before,
               WholeAfter ? *WholeAfter : After, Policy);
}

std::vector<RuleInfo> gateRules() {
  std::vector<RuleInfo> Infos;
  for (const Rule &R : allRules())
    Infos.push_back({R.Name, R.Summary, R.Differential, R.Level});
  return Infos;
}

} // namespace kmend
