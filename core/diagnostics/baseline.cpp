// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/baseline.h"

#include <nlohmann/json.hpp>

#include "core/codes.h"

namespace sealring::core {

namespace {

using Json = nlohmann::json;

/// Deepest nesting read: a report has a handful of levels; the parser itself would recurse without a bound.
constexpr int kDeepest = 64;

/// The text under `key`, or "" when it is absent or no text.
std::string text_of(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// "" or what is wrong with the document.
std::string collect(const Json& document, std::set<std::string>& prints) {
  if (!document.is_object()) return "is not a JSON object";
  const std::string schema = text_of(document, "schema");
  if (schema != "sealring.findings/1") {
    return schema.empty() ? "has no 'schema'" : "has the schema '" + schema + "'";
  }
  const auto findings = document.find("findings");
  if (findings == document.end() || !findings->is_array()) return "has no list 'findings'";
  for (const Json& finding : *findings) {
    if (!finding.is_object()) return "has an entry of 'findings' that is not an object";
    std::string print = text_of(finding, "fingerprint");
    if (print.size() != 64) return "has a finding without a fingerprint";
    prints.insert(std::move(print));
  }
  const auto summary = document.find("summary");
  if (summary != document.end() && summary->is_object() && summary->contains("hidden")) {
    return "does not list every finding; make it without --max-findings";
  }
  return {};
}

}  // namespace

std::optional<Baseline> parse_baseline(const InputFile& file, Sink& sink) {
  const auto refuse = [&](const std::string& problem) {
    sink.report(make_finding(codes::kBaselineUnusable, "'" + file.name + "' " + problem +
                                                           "; a sealring.findings/1 document was "
                                                           "expected")
                    .at({file.name})
                    .on(file.name));
    return std::nullopt;
  };
  bool too_deep = false;
  const Json::parser_callback_t watch_depth = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kDeepest;
    return !too_deep;
  };
  const Json document = Json::parse(file.text, watch_depth, false);
  if (too_deep) return refuse("nests deeper than any report");
  if (document.is_discarded()) return refuse("is not well-formed JSON");
  Baseline baseline;
  const std::string problem = collect(document, baseline.fingerprints);
  if (!problem.empty()) return refuse(problem);
  return baseline;
}

std::optional<Baseline> read_baseline(const InputReader& reader, const std::filesystem::path& path,
                                      Sink& sink) {
  const std::optional<InputFile> file = reader.read(path, reader.limits().table, sink);
  return file ? parse_baseline(*file, sink) : std::nullopt;
}

}  // namespace sealring::core
