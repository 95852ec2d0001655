//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What symptoms look at: the mismatch maps of the failing cases, and the
// numbers that tell failing workloads from passing ones.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_EVIDENCE_H
#define KMEND_LIB_DIAGNOSE_EVIDENCE_H

#include "kmend/Diagnose/Symptom.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kmend {

/// One output tensor of one failing case. Needs a run that ended and outputs
/// that were kept.
struct MismatchMap {
  const CaseResult *Case = nullptr;
  const TensorComparison *T = nullptr;
  DType Type = DType::Float32;
  llvm::ArrayRef<char> Got, Want;
  std::vector<uint64_t> Wrong;  ///< flat indices, rising
  std::vector<uint64_t> Sample; ///< at most MaxValues of them, evenly spread

  uint64_t size() const { return T->Elements; }
  double got(uint64_t I) const { return load(Type, Got.data(), I); }
  double want(uint64_t I) const {
    return load(isFloating(Type) ? DType::Float64 : Type, Want.data(), I);
  }
  bool isWrong(uint64_t I) const { return T->Wrong[I]; }
  double wrongPart() const {
    return static_cast<double>(Wrong.size()) / static_cast<double>(size());
  }

  /// Extent of axis \p D, and elements between two neighbours along it.
  int64_t extent(size_t D) const { return T->Shape[D]; }
  uint64_t stride(size_t D) const;
  /// Coordinate of \p Flat along axis \p D.
  int64_t coordinate(uint64_t Flat, size_t D) const {
    return static_cast<int64_t>(Flat / stride(D) % T->Shape[D]);
  }
  /// How many wrong elements have each coordinate along axis \p D.
  std::vector<uint64_t> wrongAlong(size_t D) const;
};

/// A workload with all its cases: it fails when one of them does.
struct WorkloadSample {
  const CaseResult *Example = nullptr;
  std::map<std::string, int64_t> Numbers; ///< axes and whole scalars
  bool Failed = false;
  double Error = 0; ///< largest finite |got - want| of all its cases
};

struct Evidence {
  const Operator &Op;
  const Verdict &V;
  std::vector<const CaseResult *> Failing;
  std::vector<MismatchMap> Maps;
  std::vector<WorkloadSample> Workloads;

  Evidence(const Operator &Op, const Verdict &V);

  size_t failingWorkloads() const;
  size_t passingWorkloads() const;

  /// The part of the maps for which \p Shows holds; 0 without maps.
  double partOfMaps(llvm::function_ref<bool(const MismatchMap &)> Shows) const;
};

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_EVIDENCE_H
