//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kmend import FILE -o FOLDER`: a task of another format as an operator
// folder.
//
//===----------------------------------------------------------------------===//

#include "kmend/Import/Import.h"
#include "Command.h"

namespace cl = llvm::cl;

namespace kmend {

static cl::SubCommand ImportSub("import",
                                "Make an operator folder of a foreign task");
static cl::opt<std::string> ImportFile(cl::Positional, cl::Required,
                                       cl::desc("FILE"), cl::sub(ImportSub));
static cl::opt<std::string> ImportOutput("o", cl::Required,
                                         cl::desc("Folder to make"),
                                         cl::value_desc("folder"),
                                         cl::sub(ImportSub));
static cl::opt<std::string>
    ImportWorkloads("workloads",
                    cl::desc("Workloads of a definition (JSONL; default: "
                             "workload.jsonl beside it)"),
                    cl::value_desc("file"), cl::sub(ImportSub));
static cl::opt<std::string>
    ImportName("name", cl::desc("Which task of a file that holds several"),
               cl::value_desc("name"), cl::sub(ImportSub));
static cl::opt<std::string>
    ImportCandidate("candidate",
                    cl::desc("Where a command task expects the candidate"),
                    cl::value_desc("path"), cl::sub(ImportSub));
static cl::opt<std::string>
    ImportSources("sources",
                  cl::desc("Folder of HeCBench's sources (default: src)"),
                  cl::value_desc("folder"), cl::sub(ImportSub));
static cl::opt<std::string>
    ImportDataRoot("data-root",
                   cl::desc("Where the paths of stored inputs start"),
                   cl::value_desc("folder"), cl::sub(ImportSub));
static cl::opt<std::string>
    ImportPython("python", cl::desc("Python that runs a reference (python3)"),
                 cl::value_desc("program"), cl::init("python3"),
                 cl::sub(ImportSub));
static cl::opt<std::string>
    ImportCompiler("compiler", cl::desc("Compiler of a reference in C++ (c++)"),
                   cl::value_desc("program"), cl::init("c++"),
                   cl::sub(ImportSub));
static cl::opt<bool> ImportNoRun("no-run",
                                 cl::desc("Write the driver and do not run it"),
                                 cl::sub(ImportSub));
static cl::opt<double> ImportSeconds("seconds",
                                     cl::desc("Time for the reference (600)"),
                                     cl::init(600), cl::sub(ImportSub));

static llvm::Expected<ExitCode> runImport() {
  const CommonOptions Common = commonOptions();
  if (!(ImportSeconds > 0))
    return makeError(ExitCode::CommandLine, "--seconds must be above 0");
  ImportOptions Options;
  Options.Output = ImportOutput;
  Options.Workloads = ImportWorkloads;
  Options.Name = ImportName;
  Options.Candidate = ImportCandidate;
  Options.Sources = ImportSources;
  Options.DataRoot = ImportDataRoot;
  Options.Python = ImportPython;
  Options.Compiler = ImportCompiler;
  Options.Run = !ImportNoRun;
  Options.Seconds = ImportSeconds;
  Options.Seed = Common.Seed;
  llvm::Expected<ImportReport> Report = importTask(ImportFile, Options);
  if (!Report)
    return Report.takeError();
  if (Common.Json) {
    printJson(llvm::json::Object{{"schema_version", 1},
                                 {"name", Report->Name},
                                 {"folder", Options.Output},
                                 {"notes", llvm::json::Array(Report->Notes)}});
    return ExitCode::Done;
  }
  llvm::outs() << Report->Name << " is now in " << Options.Output << "\n";
  for (const std::string &Note : Report->Notes)
    llvm::outs() << "note: " << Note << "\n";
  return ExitCode::Done;
}

const Command ImportCommand = {&ImportSub, runImport};

} // namespace kmend
