// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/formats/base64.h"
#include "manifest/formats/json.h"
#include "manifest/readers/reports.h"

// sealring's own report documents: trace, scoreboard, coverage, findings (docs/formats/manifest.md).
namespace sealring::manifest {

namespace {

/// Parses and checks the schema word; faults of the JSON reader become a damaged report.
std::optional<Json> document(std::string_view text, const std::string& name,
                             std::string_view schema, core::Sink& sink) {
  if (text.empty()) return empty_report(name, "holds no bytes", sink);
  core::CollectingSink faults;
  std::optional<Json> json = parse_json(text, name, faults);
  if (!json) {
    const core::Finding& first = faults.findings.front();
    return damaged_report(name, "is not sound JSON: " + first.message, sink, first.location.line);
  }
  if (json->text_at({"schema"}) != schema) {
    return foreign_report(name,
                          "has the schema '" + json->text_at({"schema"}) + "', '" +
                              std::string(schema) + "' was expected",
                          sink);
  }
  return json;
}

/// A count that is stated; nothing when it is absent. `bad` names a member that is no count.
std::optional<std::uint64_t> stated(const Json& json, std::string_view key, std::string& bad) {
  const Json* value = json.find(key);
  if (value == nullptr) return {};
  const auto whole = value->as_integer();
  if (!whole || *whole < 0) {
    bad = key;
    return {};
  }
  return static_cast<std::uint64_t>(*whole);
}

void read_origin(const Json& json, ReportFacts& facts, std::string& bad) {
  facts.trace_sha256 = json.text_at({"trace_sha256"});
  facts.execution = json.text_at({"execution"});
  if (!facts.trace_sha256.empty() && !is_sha256_hex(facts.trace_sha256)) bad = "trace_sha256";
}

std::nullopt_t bad_member(const std::string& name, const std::string& key, core::Sink& sink) {
  return damaged_report(name, "has a '" + key + "' of another type than its format says", sink);
}

}  // namespace

std::optional<ReportFacts> read_trace(std::string_view text, const std::string& name,
                                      core::Sink& sink) {
  const std::optional<Json> json = document(text, name, "sealring.trace/1", sink);
  if (!json) return {};
  const Json* data = json->find("data");
  if (data == nullptr || !data->is(Json::Kind::kArray)) return bad_member(name, "data", sink);
  ReportFacts facts;
  facts.execution = json->text_at({"execution"});
  for (const Json& word : data->items()) {
    const auto whole = word.as_integer();
    if (!whole && !word.is(Json::Kind::kString)) return bad_member(name, "data", sink);
    facts.data.push_back(whole ? std::to_string(*whole) : word.text());
  }
  if (facts.data.empty()) return empty_report(name, "holds no data word", sink);
  return facts;
}

std::optional<ReportFacts> read_scoreboard(std::string_view text, const std::string& name,
                                           core::Sink& sink) {
  const std::optional<Json> json = document(text, name, "sealring.scoreboard/1", sink);
  if (!json) return {};
  ReportFacts facts;
  std::string bad;
  facts.checker = json->text_at({"checker"});
  facts.comparisons = stated(*json, "comparisons", bad);
  facts.mismatches = stated(*json, "mismatches", bad);
  facts.errors = stated(*json, "errors", bad);
  read_origin(*json, facts, bad);
  if (!bad.empty()) return bad_member(name, bad, sink);
  if (!facts.comparisons && !facts.errors) {
    return empty_report(name, "states neither comparisons nor errors", sink);
  }
  return facts;
}

std::optional<ReportFacts> read_coverage(std::string_view text, const std::string& name,
                                         core::Sink& sink) {
  const std::optional<Json> json = document(text, name, "sealring.coverage/1", sink);
  if (!json) return {};
  ReportFacts facts;
  std::string bad;
  read_origin(*json, facts, bad);
  const Json* bins = json->find("bins");
  if (bins == nullptr || !bins->is(Json::Kind::kObject)) return bad_member(name, "bins", sink);
  for (const Json::Member& bin : bins->members()) {
    const auto hits = bin.second.as_integer();
    if (!hits || *hits < 0) return bad_member(name, "bins", sink);
    facts.bins[bin.first] = static_cast<std::uint64_t>(*hits);
  }
  if (!bad.empty()) return bad_member(name, bad, sink);
  if (facts.bins.empty()) return empty_report(name, "holds no bin", sink);
  return facts;
}

std::optional<ReportFacts> read_findings(std::string_view text, const std::string& name,
                                         core::Sink& sink) {
  const std::optional<Json> json = document(text, name, "sealring.findings/1", sink);
  if (!json) return {};
  ReportFacts facts;
  std::string bad;
  const Json* summary = json->find("summary");
  const Json* checked = summary != nullptr ? summary->find("checked") : nullptr;
  const std::string status = json->text_at({"status"});
  if (checked == nullptr || !checked->is(Json::Kind::kObject)) {
    return bad_member(name, "summary.checked", sink);
  }
  facts.errors = stated(*summary, "errors", bad);
  std::uint64_t looked_at = 0;
  for (const Json::Member& member : checked->members()) {
    const auto count = member.second.as_integer();
    if (!count || *count < 0) return bad_member(name, "summary.checked", sink);
    looked_at += static_cast<std::uint64_t>(*count);
  }
  if (!bad.empty() || !facts.errors) return bad_member(name, "summary.errors", sink);
  const Json* left_out = summary->find("not_checked");
  const bool complete = status == "clean" || status == "findings";
  if (!complete || looked_at == 0 || (left_out != nullptr && !left_out->items().empty())) {
    return empty_report(
        name, "has status '" + status + "' and looked at " + std::to_string(looked_at) + " objects",
        sink);
  }
  facts.comparisons = looked_at;
  facts.checker = json->text_at({"tool", "verb"});
  return facts;
}

}  // namespace sealring::manifest
