//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `reference: {golden: DIR}`: where the stored inputs and results of each
// workload are.
//
//===----------------------------------------------------------------------===//

#include "OperatorReader.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

Error OperatorReader::readGolden(const YamlNode &Node) {
  Expected<std::string> Name = Node.asString("reference.golden");
  if (!Name)
    return Name.takeError();
  if (leavesFolder(*Name))
    return Node.error("the golden folder '" + *Name +
                      "' must stand in the operator's folder; copy it there "
                      "and give its path in the folder");
  SmallString<256> Path(Op.Folder);
  sys::path::append(Path, *Name);
  if (!sys::fs::is_directory(Path))
    return Node.error(
        "the golden folder '" + Path.str() +
        (sys::fs::exists(Path) ? "' is no folder" : "' does not exist"));
  Op.Golden.emplace();
  Op.Golden->Folder = Path.str().str();
  Op.Golden->Where = Node.where();
  return Error::success();
}

/// Every listed workload has one folder, and nothing left to choose.
Error OperatorReader::findGoldenWorkloads() {
  if (!Op.Golden)
    return Error::success();
  for (size_t I = 0; I != Op.Workloads.size(); ++I) {
    const Workload &W = Op.Workloads[I];
    for (const ScalarSpec &S : Op.Scalars)
      if (S.Values.size() > 1 && !W.Scalars.count(S.Name))
        return makeError(ExitCode::InvalidInput, W.Where,
                         "golden results hold for one value of scalar '" +
                             S.Name + "'; bind it here");
    SmallString<256> Path(Op.Golden->Folder);
    sys::path::append(Path, "w" + Twine(I));
    if (!sys::fs::is_directory(Path))
      return makeError(ExitCode::InvalidInput, W.Where,
                       "the workload has no golden folder '" + Path.str() +
                           "'; store its inputs and outputs there, one .npy "
                           "file a tensor");
    Op.Golden->Workloads.push_back(Path.str().str());
  }
  return Error::success();
}

} // namespace kmend
