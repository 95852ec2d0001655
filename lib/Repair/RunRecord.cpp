//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Repair/RunRecord.h"
#include "kmend/Support/Files.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <fcntl.h>
#include <unistd.h>

namespace kmend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr int64_t SchemaVersion = 1;
static constexpr uint64_t MaxJournalBytes = 4ull << 30;

char Interruption::ID;

void Interruption::log(llvm::raw_ostream &OS) const { OS << "interrupted"; }

std::error_code Interruption::convertToErrorCode() const {
  return std::make_error_code(std::errc::interrupted);
}

static double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

static std::string inFolder(llvm::StringRef Folder, llvm::StringRef Name) {
  llvm::SmallString<128> Path(Folder);
  path::append(Path, Name);
  return Path.str().str();
}

RunRecord::RunRecord() : Start(now()) {}

RunRecord::~RunRecord() {
  if (Journal >= 0)
    ::close(Journal);
}

double RunRecord::seconds() const { return SecondsBefore + now() - Start; }

static llvm::Expected<int> openJournal(llvm::StringRef Folder) {
  std::string Path = inFolder(Folder, "events.jsonl");
  int Fd = llvm::sys::RetryAfterSignal(
      -1, ::open, Path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (Fd < 0)
    return makeError(ExitCode::IO, {Path}, llvm::sys::StrError(errno));
  if (fs::tryLockFile(Fd)) {
    ::close(Fd);
    return makeError(ExitCode::InvalidInput, {Path},
                     "another kmend works in this run; wait for it or end it");
  }
  return Fd;
}

llvm::Expected<std::unique_ptr<RunRecord>>
RunRecord::create(llvm::StringRef Folder, const llvm::json::Object &Run) {
  if (fs::is_directory(Folder)) {
    std::error_code EC;
    fs::directory_iterator First(Folder, EC);
    if (!EC && First != fs::directory_iterator()) {
      if (fs::exists(inFolder(Folder, "run.json")))
        return makeError(ExitCode::InvalidInput, {Folder.str()},
                         "this folder holds a run; continue it with --resume " +
                             Folder + ", or choose another folder with -o");
      return makeError(ExitCode::InvalidInput, {Folder.str()},
                       "this folder is not empty; choose another one with -o");
    }
  }
  if (llvm::Error E = makeFolder(Folder))
    return std::move(E);
  auto Record = std::make_unique<RunRecord>();
  Record->Folder = Folder.str();
  if (llvm::Error E = Record->write(
          "run.json",
          llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object(Run)))
              .str()))
    return std::move(E);
  auto Fd = openJournal(Folder);
  if (!Fd)
    return Fd.takeError();
  Record->Journal = *Fd;
  return std::move(Record);
}

llvm::Expected<llvm::json::Object> readRun(llvm::StringRef Folder) {
  std::string Path = inFolder(Folder, "run.json");
  if (!fs::exists(Path))
    return makeError(ExitCode::InvalidInput, {Folder.str()},
                     "no run to resume here: there is no run.json");
  auto Text = readFile(Path);
  if (!Text)
    return Text.takeError();
  auto Value = llvm::json::parse(*Text);
  if (!Value)
    return makeError(ExitCode::InvalidInput, {Path},
                     "damaged: " + llvm::toString(Value.takeError()) +
                         "; start a new run with -o");
  llvm::json::Object *Run = Value->getAsObject();
  if (!Run || Run->getInteger("schema_version") != SchemaVersion)
    return makeError(ExitCode::InvalidInput, {Path},
                     "written by another version of kmend; start a new run "
                     "with -o");
  return std::move(*Run);
}

/// The events of \p Text; \p Valid is set to the bytes that are whole lines.
static llvm::Expected<std::vector<llvm::json::Object>>
readEvents(llvm::StringRef Path, llvm::StringRef Text, size_t &Valid) {
  std::vector<llvm::json::Object> Events;
  Valid = 0;
  unsigned Line = 0;
  while (Valid < Text.size()) {
    ++Line;
    size_t End = Text.find('\n', Valid);
    // A line without its end was cut off while it was written.
    if (End == llvm::StringRef::npos)
      break;
    auto Value = llvm::json::parse(Text.slice(Valid, End));
    llvm::json::Object *Event = Value ? Value->getAsObject() : nullptr;
    if (!Event) {
      if (!Value)
        llvm::consumeError(Value.takeError());
      if (End + 1 == Text.size())
        break;
      return makeError(ExitCode::InvalidInput, {Path.str(), Line, 1},
                       "damaged event; start a new run with -o");
    }
    if (Event->getInteger("schema_version") != SchemaVersion ||
        !Event->getString("event") || !Event->getInteger("number"))
      return makeError(ExitCode::InvalidInput, {Path.str(), Line, 1},
                       "written by another version of kmend; start a new run "
                       "with -o");
    Events.push_back(std::move(*Event));
    Valid = End + 1;
  }
  return Events;
}

llvm::Expected<std::unique_ptr<RunRecord>>
RunRecord::resume(llvm::StringRef Folder, const llvm::json::Object &Run) {
  auto Before = readRun(Folder);
  if (!Before)
    return Before.takeError();
  if (Before->getString("fingerprint") != Run.getString("fingerprint"))
    return makeError(
        ExitCode::InvalidInput, {inFolder(Folder, "run.json")},
        "this run is of another operator, candidate, seed, set of cards or "
        "version of kmend; start a new run with -o");
  auto Fd = openJournal(Folder);
  if (!Fd)
    return Fd.takeError();
  auto Record = std::make_unique<RunRecord>();
  Record->Folder = Folder.str();
  Record->Journal = *Fd;

  std::string Path = inFolder(Folder, "events.jsonl");
  auto Text = readFile(Path, ExitCode::InvalidInput, MaxJournalBytes);
  if (!Text)
    return Text.takeError();
  size_t Valid = 0;
  auto Events = readEvents(Path, *Text, Valid);
  if (!Events)
    return Events.takeError();
  if (Valid < Text->size() && ::ftruncate(Record->Journal, Valid) != 0)
    return makeError(ExitCode::IO, {Path}, llvm::sys::StrError(errno));
  for (llvm::json::Object &Event : *Events) {
    Record->NextNumber = *Event.getInteger("number") + 1;
    Record->SecondsBefore = Event.getNumber("seconds").value_or(0);
    llvm::StringRef Kind = *Event.getString("event");
    // How the run ended is decided anew: the budget may be another one.
    if (Kind != "resumed" && Kind != "stopped")
      Record->Recorded.push_back(std::move(Event));
  }
  llvm::json::Object Resumed{
      {"event", "resumed"},
      {"replayed", static_cast<int64_t>(Record->Recorded.size())}};
  if (llvm::Error E = Record->append(Resumed))
    return std::move(E);
  return std::move(Record);
}

llvm::Error RunRecord::append(llvm::json::Object &Event) {
  Event["schema_version"] = SchemaVersion;
  Event["number"] = static_cast<int64_t>(NextNumber++);
  Event["seconds"] = seconds();
  if (Journal < 0)
    return llvm::Error::success();
  std::string Line;
  llvm::raw_string_ostream(Line)
      << llvm::json::Value(llvm::json::Object(Event)) << '\n';
  for (llvm::StringRef Rest = Line; !Rest.empty();) {
    ssize_t Done = llvm::sys::RetryAfterSignal(-1, ::write, Journal,
                                               Rest.data(), Rest.size());
    if (Done < 0)
      return makeError(ExitCode::IO, {inFolder(Folder, "events.jsonl")},
                       llvm::sys::StrError(errno));
    Rest = Rest.drop_front(Done);
  }
  return llvm::Error::success();
}

llvm::Expected<llvm::json::Object>
RunRecord::step(llvm::StringRef Kind,
                llvm::function_ref<llvm::Expected<llvm::json::Object>()> Make) {
  if (replaying()) {
    llvm::json::Object &Event = Recorded[NextRecorded];
    llvm::StringRef Was = *Event.getString("event");
    if (Was != Kind)
      return makeError(ExitCode::InvalidInput,
                       {inFolder(Folder, "events.jsonl")},
                       "event " + llvm::Twine(*Event.getInteger("number")) +
                           " is a '" + Was + "' where the run needs a '" +
                           Kind + "'; start a new run with -o");
    ++NextRecorded;
    return std::move(Event);
  }
  auto Event = Make();
  // What was made while the user ended kmend is not to be trusted: workers of
  // the same terminal got the signal, too.
  if (Interrupted && Interrupted()) {
    if (!Event)
      llvm::consumeError(Event.takeError());
    return llvm::make_error<Interruption>();
  }
  if (!Event)
    return Event.takeError();
  (*Event)["event"] = Kind;
  if (llvm::Error E = append(*Event))
    return std::move(E);
  if (OnEvent)
    OnEvent(*Event);
  return std::move(*Event);
}

llvm::Error RunRecord::write(llvm::StringRef Name, llvm::StringRef Contents) {
  if (Folder.empty())
    return llvm::Error::success();
  return writeFile(inFolder(Folder, Name), Contents);
}

llvm::Error RunRecord::writeRound(unsigned Round, llvm::StringRef Name,
                                  llvm::StringRef Contents) {
  if (Folder.empty())
    return llvm::Error::success();
  std::string Number = std::to_string(Round);
  std::string Part =
      "rounds/" + std::string(Number.size() < 2 ? "0" : "") + Number;
  if (llvm::Error E = makeFolder(inFolder(Folder, Part)))
    return E;
  return writeFile(inFolder(Folder, Part + "/" + Name.str()), Contents);
}

} // namespace kmend
