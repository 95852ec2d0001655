//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator folder that lives as long as a test.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_UNITTESTS_OPERATOR_TESTFOLDER_H
#define KMEND_UNITTESTS_OPERATOR_TESTFOLDER_H

#include "kmend/Operator/Binding.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace kmend {

class TestFolder : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("kmend-operator", Folder));
    ASSERT_FALSE(write("reference.cpp", "// never compiled here\n"));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  llvm::Error write(llvm::StringRef Name, llvm::StringRef Text) {
    return writeFile((Folder + "/" + Name).str(), Text);
  }

  llvm::Expected<Operator> read(llvm::StringRef Yaml) {
    if (llvm::Error E = write("operator.yaml", Yaml))
      return std::move(E);
    return readOperator(Folder);
  }

  /// What people see when \p Yaml is read, without the folder, and the exit
  /// code; "" when it is right.
  std::string failure(llvm::StringRef Yaml, ExitCode &Code) {
    llvm::Expected<Operator> Op = read(Yaml);
    Code = ExitCode::Done;
    return Op ? std::string() : shown(Op.takeError(), Code);
  }

  std::string shown(llvm::Error E, ExitCode &Code) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    Code = reportError(std::move(E), OS);
    std::string Prefix = (Folder + "/operator.yaml:").str();
    llvm::StringRef Short(Text);
    Short.consume_front(Prefix);
    return Short.rtrim().str();
  }

  llvm::SmallString<128> Folder;
};

/// A right operator of one float input, one output, axes n and m, and more
/// lines at the end. Line 2 starts the axes, line 5 the inputs, line 7 the
/// outputs, line 9 the entry.
inline std::string withSections(llvm::StringRef Axes, llvm::StringRef Inputs,
                                llvm::StringRef Outputs,
                                llvm::StringRef Arguments,
                                llvm::StringRef Rest) {
  return ("name: t\naxes:\n" + Axes + "inputs:\n" + Inputs + "outputs:\n" +
          Outputs + "entry: {symbol: f, arguments: " + Arguments +
          "}\nreference: {cpp: reference.cpp}\n" + Rest)
      .str();
}

} // namespace kmend

#endif // KMEND_UNITTESTS_OPERATOR_TESTFOLDER_H
