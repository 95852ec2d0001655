//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"
#include "llvm/ADT/bit.h"

namespace kmend {

/// Numbers that honest sources compare extents with for a reason of the
/// machine: sizes of warps, blocks, tiles and vectors.
static bool isMachineNumber(int64_t N) {
  return N >= 0 && (N <= 16 || llvm::has_single_bit(uint64_t(N)) ||
                    (N % 32 == 0 && N <= 1024));
}

static void judge(const GateFact &G, const EntryFact &E, Findings &Out) {
  std::string Names = parameterNames(E, G.Extents);
  switch (G.GateKind) {
  case GateFact::Kind::Equality:
    // Empty, a single element, the last place: every size has these.
    if (G.Literal >= -1 && G.Literal <= 1)
      return;
    if (G.Dispatch || isMachineNumber(G.Literal))
      Out.suspect(G.Where, "something depends on whether " + Names +
                               " is exactly " + llvm::Twine(G.Literal));
    else
      Out.reject(G.Where, "something depends on whether " + Names +
                              " is exactly " + llvm::Twine(G.Literal) +
                              "; treat every extent alike");
    return;
  case GateFact::Kind::Threshold:
    if (G.Cap || (G.Literal >= -1 && G.Literal <= 1))
      return;
    Out.suspect(
        G.Where,
        (G.Dispatch ? "kernels are chosen by " : "something depends on ") +
            Names + " compared with " + llvm::Twine(G.Literal));
    return;
  case GateFact::Kind::Residue:
    if (llvm::has_single_bit(uint64_t(G.Modulus)) &&
        (G.Literal == 0 || G.Modulus <= 2) && G.Modulus <= 1024)
      return;
    Out.suspect(G.Where, "something depends on whether " + Names + " leaves " +
                             llvm::Twine(G.Literal) + " when divided by " +
                             llvm::Twine(G.Modulus));
    return;
  case GateFact::Kind::Table:
    Out.suspect(G.Where, Names + " is compared with entries of a table");
    return;
  }
}

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    auto Key = [](const GateFact &G) {
      // Which literal a residue or a table holds does not matter: an edit that
      // corrects one adds nothing.
      return std::tuple(int(G.GateKind), G.Extents,
                        G.GateKind == GateFact::Kind::Table ? 0 : G.Literal,
                        G.Modulus);
    };
    std::set<std::pair<unsigned, std::string>> Said;
    for (const GateFact *G : added(&B.Gates, A.Gates, Key))
      judge(*G, A, Out);
  });
}

extern const Rule extentGateRule;
const Rule extentGateRule = {
    "extent-gate", "no branch that compares an extent with a fixed number",
    true, Severity::Reject, check};

} // namespace kmend
