//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linker.h"
#include "llvm/ExecutionEngine/RTDyldMemoryManager.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

using namespace llvm;

namespace kmend {

static constexpr uint64_t Page = 4096;

namespace {

/// Gives an object one mapping: code, constants, data, each from a page of its
/// own, all within reach of each other's 32-bit displacements.
class Memory final : public RuntimeDyld::MemoryManager {
public:
  ~Memory() override {
    if (Base)
      munmap(Base, Total);
  }

  /// \p GotBytes is room for the global offset table, which RuntimeDyld does
  /// not count where it makes stubs.
  explicit Memory(uint64_t GotBytes) : GotBytes(GotBytes) {}

  bool needsToReserveAllocationSpace() override { return true; }
  void reserveAllocationSpace(uintptr_t CodeSize, Align, uintptr_t ConstSize,
                              Align, uintptr_t DataSize, Align) override {
    uint64_t Sizes[] = {alignTo(CodeSize, Page), alignTo(ConstSize, Page),
                        alignTo(DataSize + GotBytes, Page)};
    Total = Sizes[0] + Sizes[1] + Sizes[2];
    void *P = Total ? mmap(nullptr, Total, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                    : nullptr;
    if (P == MAP_FAILED) {
      Total = 0;
      return;
    }
    Base = static_cast<uint8_t *>(P);
    uint8_t *At = Base;
    for (auto [I, Size] : enumerate(Sizes)) {
      Parts[I] = {At, At, At + Size};
      At += Size;
    }
  }

  uint8_t *allocateCodeSection(uintptr_t Size, unsigned Alignment, unsigned,
                               StringRef) override {
    return Parts[0].take(Size, Alignment);
  }
  uint8_t *allocateDataSection(uintptr_t Size, unsigned Alignment, unsigned,
                               StringRef, bool IsReadOnly) override {
    return Parts[IsReadOnly ? 1 : 2].take(Size, Alignment);
  }

  bool finalizeMemory(std::string *) override {
    Pristine.assign(Parts[2].Begin, Parts[2].Next);
    protect(Parts[0], PROT_READ | PROT_EXEC);
    protect(Parts[1], PROT_READ);
    return false;
  }

  // Exceptions are refused, so nobody unwinds.
  void registerEHFrames(uint8_t *, uint64_t, size_t) override {}
  void deregisterEHFrames() override {}

  void restore() const {
    if (!Pristine.empty())
      std::memcpy(Parts[2].Begin, Pristine.data(), Pristine.size());
  }

private:
  struct Part {
    uint8_t *Begin = nullptr, *Next = nullptr, *End = nullptr;
    uint8_t *take(uint64_t Size, uint64_t Alignment) {
      auto *P = reinterpret_cast<uint8_t *>(alignTo(
          reinterpret_cast<uintptr_t>(Next), std::max<uint64_t>(Alignment, 1)));
      if (P > End || Size > uint64_t(End - P))
        return nullptr;
      Next = P + Size;
      return P;
    }
  };

  void protect(const Part &P, int Protection) {
    if (P.Begin != P.End)
      mprotect(P.Begin, P.End - P.Begin, Protection);
  }

  uint8_t *Base = nullptr;
  uint64_t Total = 0, GotBytes;
  Part Parts[3]; ///< code, constants, data
  std::vector<char> Pristine;
};

class Resolver final : public LegacyJITSymbolResolver {
public:
  explicit Resolver(const StringMap<void *> &Allowed) : Allowed(Allowed) {}

  JITSymbol findSymbol(const std::string &Name) override {
    auto It = Allowed.find(Name);
    if (It == Allowed.end())
      return nullptr;
    return {reinterpret_cast<uintptr_t>(It->second), JITSymbolFlags::Exported};
  }
  JITSymbol findSymbolInLogicalDylib(const std::string &) override {
    return nullptr;
  }

private:
  const StringMap<void *> &Allowed;
};

} // namespace

struct Linker::Loaded {
  Loaded(const StringMap<void *> &Allowed, uint64_t GotBytes)
      : Sections(GotBytes), Symbols(Allowed), Dyld(Sections, Symbols) {}

  Memory Sections;
  Resolver Symbols;
  RuntimeDyld Dyld;
  std::unique_ptr<object::ObjectFile> File;
};

Linker::Linker(const EntryPointList &List) {
  for (const auto &[Name, Address] : List)
    Allowed[Name] = Address;
}
Linker::~Linker() = default;

Error Linker::add(StringRef Object) {
  auto File =
      object::ObjectFile::createObjectFile(MemoryBufferRef(Object, "object"));
  if (!File)
    return File.takeError();
  uint64_t Relocations = 0;
  for (const object::SectionRef &Section : (*File)->sections())
    for ([[maybe_unused]] const object::RelocationRef &R :
         Section.relocations())
      ++Relocations;
  auto Made = std::make_unique<Loaded>(Allowed, 8 * Relocations);
  Made->File = std::move(*File);
  auto Info = Made->Dyld.loadObject(*Made->File);
  if (!Info || Made->Dyld.hasError())
    return makeError(ExitCode::Internal,
                     "cannot link: " + Made->Dyld.getErrorString());
  Made->Dyld.resolveRelocations();
  if (Made->Dyld.hasError())
    return makeError(ExitCode::Internal,
                     "cannot link: " + Made->Dyld.getErrorString());
  std::string Ignored;
  Made->Sections.finalizeMemory(&Ignored);
  for (const object::SectionRef &Section : Made->File->sections())
    if (Section.isText())
      if (uint64_t Address = Info->getSectionLoadAddress(Section))
        Code.push_back({Address, Section.getSize(), uint32_t(Objects.size()),
                        Section.getIndex()});
  Objects.push_back(std::move(Made));
  return Error::success();
}

void *Linker::find(StringRef Symbol) const {
  return reinterpret_cast<void *>(
      Objects.back()->Dyld.getSymbol(Symbol).getAddress());
}

void Linker::restoreData() {
  for (const auto &Object : Objects)
    Object->Sections.restore();
}

} // namespace kmend
