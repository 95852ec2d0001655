//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the gate knows about a source, as values. Collectors fill them from the
// syntax tree of the expanded code; rules read them and never see the tree.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_GATE_FACTS_H
#define KMEND_LIB_GATE_FACTS_H

#include "kmend/Gate/Gate.h"
#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kmend {

/// A function of a header that the source names: called or address taken.
struct NamedUse {
  std::string Name;   ///< as in C: `getenv`; the linker's name if asm labelled
  std::string Scope;  ///< qualifying namespaces and classes, `std::thread`
  std::string Header; ///< where it is first declared; empty: in the source
  std::vector<int64_t> Numbers; ///< integer arguments that are constants
  bool Pasted = false;          ///< the name was built by ##
  SourceLocation Where;
};

/// A macro that the source defines or undefines.
struct MacroFact {
  std::string Name;
  bool Reserved = false; ///< a keyword, or a name that headers give a meaning
  bool Harmless = false; ///< a reserved name that honest code often defines
  SourceLocation Where;
};

/// A file that the source includes or embeds.
struct IncludeFact {
  std::string Name;
  bool Outside = false; ///< not a header of the language, CUDA or kmend
  SourceLocation Where;
};

/// A declaration that reaches beyond the source.
struct SymbolFact {
  enum class Kind {
    ReservedName, ///< defines a name of the runtime, libc or kmend
    Shadow,       ///< a function named like one of a header, in another scope
    Attribute,    ///< constructor, destructor, weak, alias, section, ifunc …
    Initialiser   ///< work done when the module is loaded
  };
  Kind SymbolKind;
  std::string Name, Detail;
  SourceLocation Where;
};

/// Inline assembly.
struct AsmFact {
  std::string Text;
  bool Host = false;
  SourceLocation Where;
};

/// A pointer made of an integer.
struct PointerFact {
  bool Constant = false; ///< of a number that is fixed in the source
  SourceLocation Where;
};

/// What a value is made of. The first four groups have a bit for each
/// parameter of the entry (the last bit stands for all further ones).
class Taint {
public:
  static constexpr unsigned Width = 32;
  enum Group : unsigned {
    Contents = 0,        ///< elements of a tensor
    Scalar = Width,      ///< the value of an integer or float parameter
    Address = 2 * Width, ///< the value of a pointer
    Sample = 3 * Width,  ///< elements at places that no thread index reaches
    State = 4 * Width    ///< what an earlier call left behind
  };
  enum Flag : unsigned {
    Thread = 5 * Width, ///< thread or block index
    HostPath,           ///< tensor data that came through the host
    Narrow,             ///< rounded to 16 bits or less
    Wide,               ///< computed in double
    Difference,         ///< a difference of two values of one tensor
    Table,              ///< an element of a constant table
    TableByExtent,      ///< the same, chosen by an extent
    OwnStream,          ///< a stream that the source made
    Bits
  };

  bool has(unsigned Bit) const { return Set[Bit]; }
  bool has(Group G, unsigned Index) const { return Set[bit(G, Index)]; }
  void add(unsigned Bit) { Set.set(Bit); }
  void add(Group G, unsigned Index) { Set.set(bit(G, Index)); }
  void drop(unsigned Bit) { Set.reset(Bit); }
  void drop(Group G, unsigned Index) { Set.reset(bit(G, Index)); }
  /// Without the bits of \p G.
  Taint without(Group G) const;
  /// What is not in \p O.
  Taint minus(const Taint &O) const;
  /// The bits of \p G alone, as a number.
  uint32_t group(Group G) const;
  bool any() const { return Set.any(); }
  Taint &operator|=(const Taint &O) {
    Set |= O.Set;
    return *this;
  }
  friend Taint operator|(Taint A, const Taint &B) { return A |= B; }
  friend bool operator==(const Taint &, const Taint &) = default;

private:
  static unsigned bit(Group G, unsigned Index) {
    return G + (Index < Width ? Index : Width - 1);
  }
  std::bitset<Bits> Set;
};

/// A comparison of something made of extents alone with something fixed.
struct GateFact {
  enum class Kind { Equality, Threshold, Residue, Table };
  Kind GateKind = Kind::Equality;
  uint32_t Extents = 0;  ///< parameters, one bit each
  int64_t Literal = 0;   ///< what the extents are compared with
  int64_t Modulus = 0;   ///< of a Residue
  bool Cap = false;      ///< limits a value to the literal itself
  bool Dispatch = false; ///< both ways launch kernels that do the whole work
  bool InKernel = false;
  SourceLocation Where;
};

/// A branch on tensor elements that all threads read at the same place.
struct SniffFact {
  uint32_t Tensors = 0;
  bool Literal = false; ///< compared with a floating-point number, not zero
  SourceLocation Where;
};

/// One launch, as it is reached from the entry.
struct LaunchFact {
  std::string Kernel;
  std::optional<int64_t> GridSize, BlockSize; ///< in blocks, in threads
  bool OwnStream = false;
  Taint Guard;                      ///< what decides whether it happens
  std::map<unsigned, Taint> Writes; ///< of entry parameters, made of what
  SourceLocation Where;
};

/// A parameter of the entry.
struct ParameterFact {
  std::string Name;
  enum class Kind { Input, Output, Extent, Number, Other } ParameterKind;
  unsigned FloatBits = 0; ///< of a float tensor's elements
  bool InOut = false;
};

/// What an output is made of when the entry returns.
struct OutputFact {
  Taint Data, Control;
  bool Written = false, ByKernel = false;
  bool Overwritten = false; ///< a copy or fill replaced what a kernel wrote
  SourceLocation Where;     ///< of a store
};

/// A variable that outlives a call.
struct StateFact {
  std::string Name;
  bool OnDevice = false;
  bool KeepsTensor = false;   ///< made of tensor contents, by value
  bool LeadsToTensor = false; ///< the same, or points to such memory
  bool Cleared = false;       ///< something fixed is stored there, too
  bool Counts = false;        ///< the host makes the next value of the last
  SourceLocation Where;
};

/// How many kernels an entry launches for one binding of its extents.
struct TrialFact {
  unsigned Parameter = 0;           ///< the extent that is tried
  int64_t Value = 0;                ///< of that extent
  int64_t Others = 0;               ///< of every other extent
  std::optional<uint64_t> Launches; ///< empty: not decided
};

/// What happens between the entry and its return.
struct EntryFact {
  std::string Name;
  SourceLocation Where;
  std::vector<ParameterFact> Parameters;
  std::map<unsigned, OutputFact> Outputs;
  std::map<unsigned, SourceLocation> InputWrites, ConstCasts;
  std::vector<LaunchFact> Launches;
  std::vector<GateFact> Gates;
  std::vector<SniffFact> Sniffs;
  std::vector<StateFact> States;
  uint32_t LoopExtents = 0;  ///< parameters that bound a loop
  uint32_t GridExtents = 0;  ///< parameters that shape a launch
  uint32_t GuardExtents = 0; ///< parameters that a kernel compares with
  uint32_t BulkTensors = 0;  ///< tensors read at places of a thread's own
  unsigned FixedLoops = 0;   ///< loops in kernels with a literal bound
  bool SharedStores = false;
  unsigned Barriers = 0;        ///< sites reached
  bool GuardedExponent = false; ///< an exponential of a Difference
  std::vector<SourceLocation> Exponents;
  std::vector<SourceLocation> HostReads; ///< of tensor data, by the host
  std::vector<SourceLocation> SideStreams, TableReads;
  std::vector<TrialFact> Trials;
  /// Launches of one call after the other with the same arguments, as far as
  /// they could be decided.
  std::vector<uint64_t> Repeats;
  bool Complete = true; ///< the analysis saw everything
};

struct Facts {
  std::string File; ///< as the user named it
  std::vector<NamedUse> Uses;
  std::vector<MacroFact> Macros;
  std::vector<IncludeFact> Includes;
  std::vector<SymbolFact> Symbols;
  std::vector<AsmFact> Asms;
  std::vector<PointerFact> Pointers;
  std::vector<EntryFact> Entries;
};

/// The facts of one side of \p Source. Entries are analysed as \p Policy says.
Facts collectFacts(const ParsedSource &Source, Side S,
                   const GatePolicy &Policy);

} // namespace kmend

#endif // KMEND_LIB_GATE_FACTS_H
