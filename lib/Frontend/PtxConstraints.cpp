//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxConstraints.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using llvm::StringMap;
using llvm::StringRef;

namespace kmend {

namespace {

// A virtual function of TargetInfo that asks the host's target.
#define KMEND_ASK(RESULT, NAME, PARAMETERS, ARGUMENTS)                         \
  RESULT NAME PARAMETERS const override { return Host->NAME ARGUMENTS; }
#define KMEND_ASK0(RESULT, NAME) KMEND_ASK(RESULT, NAME, (), ())

class DeviceTarget final : public TargetInfo {
public:
  explicit DeviceTarget(llvm::IntrusiveRefCntPtr<TargetInfo> HostTarget)
      : TargetInfo(*HostTarget), Host(std::move(HostTarget)) {
    NoAsmVariants = true;
  }

  // What is PTX's.
  bool validateAsmConstraint(const char *&Name,
                             ConstraintInfo &Info) const override {
    if (!StringRef("chlrqfdC").contains(*Name))
      return false;
    Info.setAllowsRegister();
    return true;
  }
  std::string convertConstraint(const char *&Constraint) const override {
    return std::string(1, *Constraint);
  }
  bool validateOutputSize(const StringMap<bool> &, StringRef,
                          unsigned) const override {
    return true;
  }
  bool validateInputSize(const StringMap<bool> &, StringRef,
                         unsigned) const override {
    return true;
  }
  bool isValidGCCRegisterName(StringRef) const override { return false; }
  StringRef getConstraintRegister(StringRef, StringRef) const override {
    return "";
  }
  std::string_view getClobbers() const override { return ""; }

  // What is the host's.
  using Features = StringMap<bool>;
  using Strings = std::vector<std::string>;
  KMEND_ASK(IntType, getIntTypeByWidth, (unsigned W, bool S), (W, S))
  KMEND_ASK(IntType, getLeastIntTypeByWidth, (unsigned W, bool S), (W, S))
  KMEND_ASK0(uint64_t, getMaxPointerWidth)
  KMEND_ASK(uint64_t, getNullPointerValue, (LangAS A), (A))
  KMEND_ASK(bool, isAddressSpaceSupersetOf, (LangAS A, LangAS B), (A, B))
  KMEND_ASK0(bool, hasMustTail)
  KMEND_ASK0(bool, hasInt128Type)
  KMEND_ASK0(bool, hasBitIntType)
  KMEND_ASK0(size_t, getMaxBitIntWidth)
  KMEND_ASK0(bool, hasFastHalfType)
  KMEND_ASK0(bool, allowHalfArgsAndReturns)
  KMEND_ASK0(bool, hasFloat128Type)
  KMEND_ASK0(bool, hasFloat16Type)
  KMEND_ASK0(bool, hasBFloat16Type)
  KMEND_ASK0(bool, hasFullBFloat16Type)
  KMEND_ASK0(bool, hasIbm128Type)
  KMEND_ASK0(bool, hasLongDoubleType)
  KMEND_ASK0(bool, hasFPReturn)
  KMEND_ASK0(bool, hasStrictFP)
  KMEND_ASK(unsigned, getMinGlobalAlign, (uint64_t S, bool D), (S, D))
  KMEND_ASK0(const char *, getLongDoubleMangling)
  KMEND_ASK0(const char *, getFloat128Mangling)
  KMEND_ASK0(const char *, getIbm128Mangling)
  KMEND_ASK0(const char *, getBFloat16Mangling)
  KMEND_ASK0(LangOptions::FPEvalMethodKind, getFPEvalMethod)
  KMEND_ASK0(bool, supportSourceEvalMethod)
  KMEND_ASK(bool, hasBuiltinAtomic, (uint64_t S, uint64_t A), (S, A))
  KMEND_ASK0(unsigned, getExnObjectAlignment)
  KMEND_ASK0(unsigned, getUnwindWordWidth)
  KMEND_ASK0(unsigned, getRegisterWidth)
  KMEND_ASK0(bool, useFP16ConversionIntrinsics)
  KMEND_ASK(void, getTargetDefines, (const LangOptions &O, MacroBuilder &B),
            (O, B))
  KMEND_ASK0(llvm::SmallVector<Builtin::InfosShard>, getTargetBuiltins)
  KMEND_ASK0(bool, isCLZForZeroUndef)
  KMEND_ASK0(BuiltinVaListKind, getBuiltinVaListKind)
  KMEND_ASK0(bool, isNan2008)
  KMEND_ASK0(std::optional<std::string>, getTargetID)
  KMEND_ASK0(bool, hasProtectedVisibility)
  KMEND_ASK0(bool, shouldDLLImportComdatSymbols)
  KMEND_ASK0(bool, hasPS4DLLImportExport)
  KMEND_ASK(bool, initFeatureMap,
            (Features & F, DiagnosticsEngine &D, StringRef C, const Strings &V),
            (F, D, C, V))
  KMEND_ASK0(StringRef, getABI)
  KMEND_ASK(bool, isValidCPUName, (StringRef N), (N))
  KMEND_ASK(bool, isValidTuneCPUName, (StringRef N), (N))
  KMEND_ASK(void, fillValidCPUList, (llvm::SmallVectorImpl<StringRef> & V), (V))
  KMEND_ASK(void, fillValidTuneCPUList, (llvm::SmallVectorImpl<StringRef> & V),
            (V))
  KMEND_ASK(ParsedTargetAttr, parseTargetAttr, (StringRef S), (S))
  KMEND_ASK0(bool, supportsTargetAttributeTune)
  KMEND_ASK(bool, hasFeatureEnabled, (const Features &F, StringRef N), (F, N))
  KMEND_ASK(void, setFeatureEnabled, (Features & F, StringRef N, bool E),
            (F, N, E))
  KMEND_ASK(bool, isValidFeatureName, (StringRef N), (N))
  KMEND_ASK(bool, doesFeatureAffectCodeGen, (StringRef N), (N))
  KMEND_ASK(bool, hasFeature, (StringRef N), (N))
  KMEND_ASK0(bool, supportsCpuSupports)
  KMEND_ASK0(bool, supportsCpuIs)
  KMEND_ASK0(bool, supportsCpuInit)
  KMEND_ASK(bool, validateCpuSupports, (StringRef N), (N))
  KMEND_ASK(bool, validateCpuIs, (StringRef N), (N))
  KMEND_ASK(llvm::APInt, getFMVPriority, (llvm::ArrayRef<StringRef> F), (F))
  KMEND_ASK(bool, validateCPUSpecificCPUDispatch, (StringRef N), (N))
  KMEND_ASK(char, CPUSpecificManglingCharacter, (StringRef N), (N))
  KMEND_ASK(StringRef, getCPUSpecificTuneName, (StringRef N), (N))
  KMEND_ASK(void, getCPUSpecificCPUDispatchFeatures,
            (StringRef N, llvm::SmallVectorImpl<StringRef> &F), (N, F))
  KMEND_ASK0(std::optional<unsigned>, getCPUCacheLineSize)
  KMEND_ASK(int, getEHDataRegisterNumber, (unsigned N), (N))
  KMEND_ASK0(const char *, getStaticInitSectionSpecifier)
  KMEND_ASK(LangAS, getOpenCLBuiltinAddressSpace, (unsigned A), (A))
  KMEND_ASK(LangAS, getCUDABuiltinAddressSpace, (unsigned A), (A))
  KMEND_ASK0(std::optional<LangAS>, getConstantAddressSpace)
  KMEND_ASK0(bool, supportsExtendIntArgs)
  KMEND_ASK0(bool, checkArithmeticFenceSupported)
  KMEND_ASK0(CallingConv, getDefaultCallingConv)
  KMEND_ASK(CallingConvCheckResult, checkCallingConvention, (CallingConv C),
            (C))
  KMEND_ASK(CallingConvKind, getCallingConvKind, (bool C), (C))
  KMEND_ASK(bool, areDefaultedSMFStillPOD, (const LangOptions &O), (O))
  KMEND_ASK(bool, callGlobalDeleteInDeletingDtor, (const LangOptions &O), (O))
  KMEND_ASK(bool, emitVectorDeletingDtors, (const LangOptions &O), (O))
  KMEND_ASK0(bool, hasSjLjLowering)
  KMEND_ASK(bool, checkCFProtectionBranchSupported, (DiagnosticsEngine & D),
            (D))
  KMEND_ASK0(CFBranchLabelSchemeKind, getDefaultCFBranchLabelScheme)
  KMEND_ASK(bool, checkCFBranchLabelSchemeSupported,
            (const CFBranchLabelSchemeKind S, DiagnosticsEngine &D), (S, D))
  KMEND_ASK(bool, checkCFProtectionReturnSupported, (DiagnosticsEngine & D),
            (D))
  KMEND_ASK0(bool, allowsLargerPreferedTypeAlignment)
  KMEND_ASK(LangAS, getOpenCLTypeAddrSpace, (OpenCLTypeKind K), (K))
  KMEND_ASK0(unsigned, getVtblPtrAddressSpace)
  KMEND_ASK(std::optional<unsigned>, getDWARFAddressSpace, (unsigned A), (A))
  KMEND_ASK(bool, validateTarget, (DiagnosticsEngine & D), (D))
  KMEND_ASK0(bool, allowDebugInfoForExternalRef)
  KMEND_ASK0(bool, hasHIPImageSupport)
  using Sizes = std::pair<unsigned, unsigned>;
  KMEND_ASK0(Sizes, hardwareInterferenceSizes)

protected:
  // Protected in the host's target too; each is what a public one answers.
  uint64_t getPointerWidthV(LangAS A) const override {
    return Host->getPointerWidth(A);
  }
  uint64_t getPointerAlignV(LangAS A) const override {
    return Host->getPointerAlign(A);
  }
  IntType getPtrDiffTypeV(LangAS A) const override {
    return Host->getPtrDiffType(A);
  }
  llvm::ArrayRef<const char *> getGCCRegNames() const override { return {}; }
  llvm::ArrayRef<GCCRegAlias> getGCCRegAliases() const override { return {}; }

private:
  llvm::IntrusiveRefCntPtr<TargetInfo> Host;
};

#undef KMEND_ASK0
#undef KMEND_ASK

} // namespace

void acceptPtxConstraints(const LangOptions &Language, const Preprocessor *PP) {
  if (!Language.CUDAIsDevice || !PP ||
      PP->getTargetInfo().getTriple().isNVPTX())
    return;
  // The preprocessor loads modules through the instance that made it, which
  // has not made the tree's context yet.
  auto &Instance = static_cast<CompilerInstance &>(PP->getModuleLoader());
  if (Instance.hasASTContext())
    return;
  Instance.setTarget(new DeviceTarget(Instance.getTargetPtr()));
}

} // namespace kmend
