// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/run_record.h"

#include <array>

#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/formats/json.h"

namespace sealring::manifest {

namespace {

constexpr std::array<std::string_view, 7> kStates = {
    "created", "running", "completed", "failed", "timeout", "interrupted", "lost"};
constexpr std::array<std::string_view, 6> kFailures = {"none",       "syntax",   "tool environment",
                                                       "functional", "physical", "budget"};

template <class Enum, std::size_t N>
std::optional<Enum> word_of(const std::array<std::string_view, N>& words, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return {};
}

Json count(std::uint64_t value) {
  return Json::integer(static_cast<std::int64_t>(value));
}

Json map_json(const std::map<std::string, std::string>& map) {
  Json out = Json::object();
  for (const auto& [key, value] : map) out.set(key, value);
  return out;
}

Json file_json(const FileRecord& file) {
  Json out =
      Json::object({{"path", file.path}, {"sha256", file.sha256}, {"bytes", count(file.bytes)}});
  if (!file.role.empty()) out.set("role", file.role);
  if (!file.source.empty()) out.set("source", file.source);
  if (file.executable) out.set("executable", Json::boolean(true));
  return out;
}

Json files_json(const std::vector<FileRecord>& files) {
  Json out = Json::array();
  for (const FileRecord& file : files) out.push(file_json(file));
  return out;
}

/// Reads members and remembers the first that is missing or of another type.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  std::string text(std::string_view key) {
    const Json* value = json_.find(key);
    if (value == nullptr || !value->is(Json::Kind::kString)) return wrong(key);
    return value->text();
  }
  std::string optional_text(std::string_view key) { return json_.text_at({key}); }
  std::uint64_t number(std::string_view key) {
    const Json* value = json_.find(key);
    const auto whole = value != nullptr ? value->as_integer() : std::nullopt;
    if (!whole || *whole < 0) {
      wrong(key);
      return 0;
    }
    return static_cast<std::uint64_t>(*whole);
  }
  std::map<std::string, std::string> map(std::string_view key) {
    std::map<std::string, std::string> out;
    const Json* value = json_.find(key);
    if (value == nullptr || !value->is(Json::Kind::kObject)) {
      wrong(key);
      return out;
    }
    for (const Json::Member& member : value->members()) {
      if (!member.second.is(Json::Kind::kString)) wrong(key);
      out[member.first] = member.second.text();
    }
    return out;
  }
  const std::vector<Json>& list(std::string_view key) {
    static const std::vector<Json> kNone;
    const Json* value = json_.find(key);
    if (value == nullptr || !value->is(Json::Kind::kArray)) {
      wrong(key);
      return kNone;
    }
    return value->items();
  }
  bool truth(std::string_view key) {
    const Json* value = json_.find(key);
    return value != nullptr && value->truth();
  }
  std::string wrong(std::string_view key) {
    if (problem_.empty()) problem_ = key;
    return {};
  }
  void absorb(const Reader& inner) {
    if (problem_.empty()) problem_ = inner.problem_;
  }
  const std::string& problem() const { return problem_; }

 private:
  const Json& json_;
  std::string problem_;
};

std::vector<FileRecord> files(Reader& reader, std::string_view key) {
  std::vector<FileRecord> out;
  for (const Json& item : reader.list(key)) {
    Reader one(item);
    FileRecord file;
    file.role = one.optional_text("role");
    file.path = one.text("path");
    file.source = one.optional_text("source");
    file.sha256 = one.text("sha256");
    file.bytes = one.number("bytes");
    file.executable = one.truth("executable");
    if (!is_sha256_hex(file.sha256)) one.wrong("sha256");
    reader.absorb(one);
    out.push_back(std::move(file));
  }
  return out;
}

void read_lists(Reader& reader, RunRecord& record) {
  for (const Json& word : reader.list("command")) {
    if (!word.is(Json::Kind::kString)) reader.wrong("command");
    record.command.push_back(word.text());
  }
  for (const Json& item : reader.list("tools")) {
    Reader one(item);
    record.tools.push_back({one.text("name"), one.text("build"), one.text("sha256")});
    reader.absorb(one);
  }
  for (const Json& item : reader.list("reports")) {
    Reader one(item);
    record.reports.push_back(
        {one.text("role"), one.text("path"), one.text("format"), one.truth("required")});
    reader.absorb(one);
  }
  record.inputs = files(reader, "inputs");
  record.outputs = files(reader, "outputs");
  record.logs = files(reader, "logs");
}

void read_costs(const Json& json, Reader& reader, RunRecord& record) {
  if (const Json* licence = json.find("licence")) {
    Reader one(*licence);
    record.licence =
        LicenceRecord{one.text("feature"), one.number("wait_ms"), one.number("held_ms")};
    reader.absorb(one);
  }
  const Json* costs = json.find("costs");
  if (costs == nullptr) return;
  for (const Json::Member& member : costs->members()) {
    const auto value = member.second.as_integer();
    if (!value) reader.wrong("costs");
    record.costs[member.first] = value.value_or(0);
  }
}

}  // namespace

std::string_view to_string(RunState state) {
  return kStates.at(static_cast<std::size_t>(state));
}
std::optional<RunState> parse_run_state(std::string_view word) {
  return word_of<RunState>(kStates, word);
}
bool is_final(RunState state) {
  return state >= RunState::kCompleted;
}
std::string_view to_string(FailureClass kind) {
  return kFailures.at(static_cast<std::size_t>(kind));
}
std::optional<FailureClass> parse_failure_class(std::string_view word) {
  return word_of<FailureClass>(kFailures, word);
}

Json to_json(const RunRecord& record) {
  Json command = Json::array();
  for (const std::string& word : record.command) command.push(word);
  Json tools = Json::array();
  for (const ToolRecord& tool : record.tools) {
    tools.push(Json::object({{"name", tool.name}, {"build", tool.build}, {"sha256", tool.sha256}}));
  }
  Json reports = Json::array();
  for (const ReportRecord& report : record.reports) {
    reports.push(Json::object({{"role", report.role},
                               {"path", report.path},
                               {"format", report.format},
                               {"required", Json::boolean(report.required)}}));
  }
  Json costs = Json::object();
  for (const auto& [name, value] : record.costs) costs.set(name, Json::integer(value));
  Json out = Json::object({{"schema", "sealring.run-record/1"},
                           {"execution", record.id},
                           {"epoch", count(record.epoch)},
                           {"state", to_string(record.state)},
                           {"failure", to_string(record.failure)},
                           {"reason", record.reason},
                           {"task", record.task},
                           {"stage", record.stage},
                           {"command", std::move(command)},
                           {"parameters", map_json(record.parameters)},
                           {"environment", map_json(record.environment)},
                           {"without", map_json(record.without)},
                           {"sandbox", record.sandbox},
                           {"inputs", files_json(record.inputs)},
                           {"tools", std::move(tools)},
                           {"reports", std::move(reports)},
                           {"outputs", files_json(record.outputs)},
                           {"logs", files_json(record.logs)},
                           {"started", record.started},
                           {"finished", record.finished},
                           {"ending", record.ending},
                           {"wall_ms", count(record.wall_ms)},
                           {"cpu_ms", count(record.cpu_ms)},
                           {"peak_memory_bytes", count(record.peak_memory_bytes)},
                           {"costs", std::move(costs)}});
  if (record.licence) {
    out.set("licence", Json::object({{"feature", record.licence->feature},
                                     {"wait_ms", count(record.licence->wait_ms)},
                                     {"held_ms", count(record.licence->held_ms)}}));
  }
  return out;
}

std::string to_json_text(const RunRecord& record) {
  return canonical(to_json(record));
}

std::optional<RunRecord> run_record_from_json(const Json& json, const std::string& name,
                                              core::Sink& sink) {
  Reader reader(json);
  RunRecord record;
  if (reader.text("schema") != "sealring.run-record/1") reader.wrong("schema");
  record.id = reader.text("execution");
  record.epoch = reader.number("epoch");
  const auto state = parse_run_state(reader.text("state"));
  const auto failure = parse_failure_class(reader.text("failure"));
  if (!state) reader.wrong("state");
  if (!failure) reader.wrong("failure");
  record.state = state.value_or(RunState::kFailed);
  record.failure = failure.value_or(FailureClass::kToolEnvironment);
  record.reason = reader.text("reason");
  record.task = reader.text("task");
  record.stage = reader.text("stage");
  record.parameters = reader.map("parameters");
  record.environment = reader.map("environment");
  record.without = reader.map("without");
  record.sandbox = reader.text("sandbox");
  read_lists(reader, record);
  record.started = reader.text("started");
  record.finished = reader.text("finished");
  record.ending = reader.text("ending");
  record.wall_ms = reader.number("wall_ms");
  record.cpu_ms = reader.number("cpu_ms");
  record.peak_memory_bytes = reader.number("peak_memory_bytes");
  read_costs(json, reader, record);
  if (reader.problem().empty()) return record;
  sink.report(core::make_finding(codes::kStatementMalformed,
                                 "the run record lacks a usable '" + reader.problem() + "'")
                  .at({name})
                  .on(name, reader.problem()));
  return {};
}

}  // namespace sealring::manifest
