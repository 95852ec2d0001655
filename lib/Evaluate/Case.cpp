//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Case.h"
#include "llvm/Support/Format.h"

namespace kmend {

std::string Case::id() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (ListedWorkload < 0)
    OS << "b(" << Bound.str() << ")";
  else if (Variant.empty())
    OS << "w" << ListedWorkload;
  else
    OS << "w" << ListedWorkload << "(" << Variant << ")";
  OS << "/" << name(Spread) << "/s" << Seed << "/" << Order.str() << "/"
     << llvm::format_hex_no_prefix(Poison, 2);
  if (Calls)
    OS << "/calls";
  return Text;
}

static llvm::Error malformed(llvm::StringRef Id, const llvm::Twine &Why) {
  return makeError(ExitCode::CommandLine,
                   "case '" + Id + "': " + Why +
                       "; cases look like w3/declared/s1/asc/ff (--plan lists "
                       "them)");
}

/// Reads `name=value` pairs into axes and scalars of \p W.
static llvm::Error readBindings(const Operator &Op, llvm::StringRef Id,
                                llvm::StringRef Text, Workload &W) {
  llvm::SmallVector<llvm::StringRef, 8> Pairs;
  Text.split(Pairs, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Pair : Pairs) {
    auto [Name, Value] = Pair.split('=');
    double Number;
    int64_t Integer;
    const Axis *A = Op.axis(Name);
    if (A && A->AxisKind == Axis::Kind::Var &&
        !Value.getAsInteger(10, Integer) && Integer >= 0)
      W.Axes[Name.str()] = Integer;
    else if (Op.scalar(Name) && !Value.getAsDouble(Number))
      W.Scalars[Name.str()] = Number;
    else
      return malformed(Id, "'" + Pair + "' binds no var axis or scalar");
  }
  return llvm::Error::success();
}

llvm::Expected<Case> parseCase(const Operator &Op, llvm::StringRef Id) {
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Id.split(Parts, '/');
  Case C;
  if (Parts.size() == 6 && Parts.back() == "calls") {
    C.Calls = true;
    Parts.pop_back();
  }
  if (Parts.size() != 5)
    return malformed(Id, "five parts are needed, and /calls for a sequence");
  llvm::StringRef Shape = Parts[0], Inner;
  if (Shape.consume_back(")"))
    std::tie(Shape, Inner) = Shape.split('(');
  if (Shape == "b") {
    if (llvm::Error E = readBindings(Op, Id, Inner, C.Bound))
      return std::move(E);
    for (const Axis &A : Op.Axes)
      if (A.AxisKind == Axis::Kind::Var && !C.Bound.Axes.count(A.Name))
        return malformed(Id, "axis '" + A.Name + "' has no value");
    for (const ScalarSpec &S : Op.Scalars)
      if (S.Values.empty() && !C.Bound.Scalars.count(S.Name))
        return malformed(Id, "scalar '" + S.Name + "' has no value");
  } else {
    unsigned Index;
    if (!Shape.consume_front("w") || Shape.getAsInteger(10, Index) ||
        Index >= Op.Workloads.size())
      return malformed(Id, "'" + Parts[0] + "' is no workload: there are " +
                               llvm::Twine(Op.Workloads.size()));
    C.Bound = Op.Workloads[Index];
    C.ListedWorkload = static_cast<int>(Index);
    C.Variant = Inner.str();
    if (llvm::Error E = readBindings(Op, Id, Inner, C.Bound))
      return std::move(E);
  }

  std::optional<Distribution> D = distributionFromName(Parts[1]);
  if (!D)
    return malformed(Id, "'" + Parts[1] + "' is no distribution");
  C.Spread = *D;
  if (!Parts[2].consume_front("s") || Parts[2].getAsInteger(10, C.Seed))
    return malformed(Id, "the seed is not s and a number");
  std::optional<Schedule> Order = Schedule::parse(Parts[3]);
  if (!Order)
    return malformed(Id, "'" + Parts[3] + "' is no schedule");
  C.Order = *Order;
  if (Parts[4].size() != 2 || Parts[4].getAsInteger(16, C.Poison))
    return malformed(Id, "the poison is not two hexadecimal digits");
  return C;
}

} // namespace kmend
