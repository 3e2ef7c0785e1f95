// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/signing/provenance.h"

#include <algorithm>
#include <array>

#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/formats/paths.h"

namespace sealring::manifest {

namespace {

Json digest(const std::string& sha256) {
  return Json::object({{"sha256", sha256}});
}

Json annotations(const FileRecord& file) {
  Json out = Json::object({{"bytes", Json::integer(static_cast<std::int64_t>(file.bytes))}});
  if (!file.path.empty()) out.set("path", file.path);
  if (!file.source.empty()) out.set("source", file.source);
  if (file.executable) out.set("executable", Json::boolean(true));
  return out;
}

/// The part of the record that is not said by standard members of the predicate.
Json run_extension(const Json& record) {
  static constexpr std::array<std::string_view, 17> kMembers = {
      "schema",  "epoch",   "state",      "failure", "reason",  "without", "sandbox",
      "reports", "outputs", "logs",       "ending",  "wall_ms", "cpu_ms",  "peak_memory_bytes",
      "costs",   "licence", "environment"};
  Json out = Json::object();
  for (const Json::Member& member : record.members()) {
    if (std::find(kMembers.begin(), kMembers.end(), member.first) != kMembers.end()) {
      out.set(member.first, member.second);
    }
  }
  return out;
}

Json dependencies(const RunRecord& record) {
  Json out = Json::array();
  for (const FileRecord& file : record.inputs) {
    out.push(Json::object({{"name", file.role},
                           {"uri", "input:" + file.path},
                           {"digest", digest(file.sha256)},
                           {"annotations", annotations(file)}}));
  }
  for (const ToolRecord& tool : record.tools) {
    out.push(Json::object({{"name", tool.name},
                           {"uri", "tool:" + tool.name},
                           {"digest", digest(tool.sha256)},
                           {"annotations", Json::object({{"build", tool.build}})}}));
  }
  return out;
}

std::nullopt_t malformed(const std::string& name, const std::string& what, core::Sink& sink) {
  sink.report(
      core::make_finding(codes::kStatementMalformed, "the provenance lacks a usable " + what)
          .at({name})
          .on(name, what));
  return std::nullopt;
}

/// Puts the members that the standard places elsewhere back into one record.
bool read_dependencies(const Json& list, RunRecord& record) {
  for (const Json& item : list.items()) {
    const std::string uri = item.text_at({"uri"});
    const std::string sha256 = item.text_at({"digest", "sha256"});
    if (!is_sha256_hex(sha256)) return false;
    if (uri.starts_with("tool:")) {
      record.tools.push_back(
          {item.text_at({"name"}), item.text_at({"annotations", "build"}), sha256});
      continue;
    }
    if (!uri.starts_with("input:")) return false;
    FileRecord file;
    file.role = item.text_at({"name"});
    file.path = item.text_at({"annotations", "path"});
    file.source = item.text_at({"annotations", "source"});
    file.sha256 = sha256;
    const Json* bytes = item.find({"annotations", "bytes"});
    file.bytes = static_cast<std::uint64_t>(bytes != nullptr ? bytes->as_integer().value_or(0) : 0);
    file.executable = item.find({"annotations", "executable"}) != nullptr;
    record.inputs.push_back(std::move(file));
  }
  return true;
}

bool known_parameters(const Json& external, const std::string& name, core::Sink& sink) {
  bool good = true;
  for (const Json::Member& member : external.members()) {
    if (member.first == "task" || member.first == "stage" || member.first == "command" ||
        member.first == "parameters") {
      continue;
    }
    good = false;
    sink.report(core::make_finding(codes::kUnknownParameter,
                                   "external parameter '" + member.first + "' is not known")
                    .at({name})
                    .on(name, member.first));
  }
  return good;
}

/// Every name in the record obeys the path rule, no two fall together, and outputs are what the subjects say.
bool sound_names(const RunRecord& record, const Statement& statement, const std::string& name,
                 core::Sink& sink) {
  std::vector<std::string> paths;
  bool good = true;
  for (const FileRecord& file : record.outputs) paths.push_back(file.path);
  for (const std::string& path : paths) {
    if (auto problem = path_problem(path)) {
      sink.report(std::move(*problem));
      good = false;
    }
  }
  good = report_collisions(paths, sink) && good;
  bool same = record.outputs.size() + record.logs.size() == statement.subjects.size();
  const auto listed = [&](const std::string& label, const std::string& sha256) {
    return std::any_of(statement.subjects.begin(), statement.subjects.end(),
                       [&](const auto& s) { return s.name == label && s.sha256 == sha256; });
  };
  // Quadratic search would hurt with many files: subjects are written in the order of outputs, then logs.
  std::size_t i = 0;
  for (const auto* files : {&record.outputs, &record.logs}) {
    for (const FileRecord& file : *files) {
      const std::string label = files == &record.logs ? "log:" + file.path : file.path;
      const bool here = i < statement.subjects.size() && statement.subjects[i].name == label &&
                        statement.subjects[i].sha256 == file.sha256;
      same = same && (here || listed(label, file.sha256));
      ++i;
    }
  }
  if (!same) malformed(name, "list of outputs: it differs from the subjects", sink);
  return good && same;
}

}  // namespace

Statement to_provenance(const RunRecord& record, const std::string& runner,
                        const std::string& version) {
  const Json json = to_json(record);
  Json external = Json::object({{"task", record.task},
                                {"stage", record.stage},
                                {"command", *json.find("command")},
                                {"parameters", *json.find("parameters")}});
  Json byproducts = Json::array();
  for (const FileRecord& log : record.logs) {
    byproducts.push(Json::object({{"name", log.path}, {"digest", digest(log.sha256)}}));
  }
  Statement statement;
  for (const FileRecord& file : record.outputs)
    statement.subjects.push_back({file.path, file.sha256});
  for (const FileRecord& log : record.logs) {
    statement.subjects.push_back({"log:" + log.path, log.sha256});
  }
  statement.predicate_type = kProvenancePredicate;
  statement.predicate = Json::object(
      {{"buildDefinition", Json::object({{"buildType", kRunBuildType},
                                         {"externalParameters", std::move(external)},
                                         {"resolvedDependencies", dependencies(record)}})},
       {"runDetails",
        Json::object(
            {{"builder",
              Json::object({{"id", runner}, {"version", Json::object({{"sealring", version}})}})},
             {"metadata", Json::object({{"invocationId", record.id},
                                        {"startedOn", record.started},
                                        {"finishedOn", record.finished}})},
             {"byproducts", std::move(byproducts)},
             {"sealring_run", run_extension(json)}})}});
  return statement;
}

std::optional<Provenance> read_provenance(const Statement& statement, const std::string& name,
                                          core::Sink& sink) {
  const std::string build_type = statement.predicate.text_at({"buildDefinition", "buildType"});
  if (statement.predicate_type != kProvenancePredicate || build_type != kRunBuildType) {
    const bool other = statement.predicate_type != kProvenancePredicate;
    sink.report(core::make_finding(codes::kPredicateType,
                                   other
                                       ? "predicate type is '" + statement.predicate_type + "', '" +
                                             std::string(kProvenancePredicate) + "' was expected"
                                       : "build type is '" + build_type + "', '" +
                                             std::string(kRunBuildType) + "' was expected")
                    .at({name})
                    .on(name, "predicate"));
    return {};
  }
  const Json* external = statement.predicate.find({"buildDefinition", "externalParameters"});
  const Json* inputs = statement.predicate.find({"buildDefinition", "resolvedDependencies"});
  const Json* extension = statement.predicate.find({"runDetails", "sealring_run"});
  if (external == nullptr || inputs == nullptr || extension == nullptr) {
    return malformed(name, "externalParameters, resolvedDependencies or sealring_run", sink);
  }
  if (!known_parameters(*external, name, sink)) return {};
  Json whole = *extension;
  for (const Json::Member& member : external->members()) whole.set(member.first, member.second);
  whole.set("execution", statement.predicate.text_at({"runDetails", "metadata", "invocationId"}));
  whole.set("started", statement.predicate.text_at({"runDetails", "metadata", "startedOn"}));
  whole.set("finished", statement.predicate.text_at({"runDetails", "metadata", "finishedOn"}));
  whole.set("inputs", Json::array());
  whole.set("tools", Json::array());
  std::optional<RunRecord> record = run_record_from_json(whole, name, sink);
  if (!record) return {};
  if (!read_dependencies(*inputs, *record)) return malformed(name, "resolved dependency", sink);
  if (!sound_names(*record, statement, name, sink)) return {};
  Provenance provenance{std::move(*record),
                        statement.predicate.text_at({"runDetails", "builder", "id"})};
  if (provenance.runner.empty() || provenance.record.id.empty()) {
    return malformed(name, "runner or execution id", sink);
  }
  return provenance;
}

}  // namespace sealring::manifest
