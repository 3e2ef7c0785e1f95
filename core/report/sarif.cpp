// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/report/json_model.h"
#include "core/report/printable.h"
#include "core/report/source_lines.h"

namespace sealring::core {

namespace {

using Json = nlohmann::ordered_json;

/// A URI reference (RFC 3986) for a path relative to the root: everything but unreserved characters and '/' encoded.
std::string uri(std::string_view path) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain) {
      text += c;
    } else {
      text += '%';
      text += kHex[byte >> 4U];
      text += kHex[byte & 0xFU];
    }
  }
  return text;
}

/// "no-discharge-path" as "NoDischargePath".
std::string pascal_case(std::string_view slug) {
  std::string name;
  bool up = true;
  for (const char c : slug) {
    if (c == '-') {
      up = true;
      continue;
    }
    name += up && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    up = false;
  }
  return name;
}

std::string words(std::string_view slug) {
  std::string text(slug);
  std::replace(text.begin(), text.end(), '-', ' ');
  return text;
}

Json text_message(std::string_view text) {
  return {{"text", text}};
}

class SarifWriter {
 public:
  SarifWriter(const Report& report, const RenderContext& context)
      : report_(report), context_(context), sources_(context.root) {
    for (const Finding& finding : report.findings) {
      any_waived_ = any_waived_ || !finding.waived_by.empty();
      any_known_ = any_known_ || finding.in_baseline;
    }
  }

  Json document() {
    const Json driver = {
        {"name", "sealring"}, {"semanticVersion", context_.version}, {"rules", rules()}};
    Json run = {{"tool", {{"driver", driver}}},
                {"columnKind", "utf16CodeUnits"},
                {"originalUriBaseIds",
                 {{"SRCROOT", {{"description", text_message("The folder of the project.")}}}}},
                {"automationDetails", {{"id", automation_id()}}},
                {"invocations", Json::array({invocation()})}};
    Json& results = run["results"] = Json::array();
    for (const Finding& finding : report_.findings) results.push_back(result(finding));
    run["properties"] = {{"status", to_string(report_.status)},
                         {"summary", summary_to_json(report_)}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({run})}};
  }

 private:
  std::string automation_id() const {
    std::string verb = report_.verb;
    std::replace(verb.begin(), verb.end(), ' ', '-');
    return "sealring/" + verb + "/";
  }

  /// The rules that ran and those that reported, in order of id; also fills the index.
  Json rules() {
    std::map<std::string_view, const Code*> codes;
    for (const std::string& id : report_.rules_run) {
      const Code* code = context_.catalogue != nullptr ? context_.catalogue->find(id) : nullptr;
      if (code != nullptr) codes[code->id] = code;
    }
    for (const Finding& finding : report_.findings) codes[finding.code->id] = finding.code;
    Json list = Json::array();
    for (const auto& [id, code] : codes) {
      rule_index_[id] = list.size();
      list.push_back(rule(*code));
    }
    return list;
  }

  static Json rule(const Code& code) {
    const std::string means(code.means);
    const std::string matters(code.matters);
    const std::string fix(code.fix);
    const std::string example(code.example);
    return {
        {"id", code.id},
        {"name", pascal_case(code.slug)},
        {"shortDescription", text_message(words(code.slug))},
        {"fullDescription", text_message(means + " " + matters)},
        {"help",
         {{"text", means + "\n" + matters + "\n" + fix + "\nExample: " + example},
          {"markdown", "**What it means:** " + means + "\n\n**Why it matters:** " + matters +
                           "\n\n**How to fix:** " + fix + "\n\n**Example:** `" + example + "`"}}},
        {"defaultConfiguration", {{"level", to_string(code.severity)}}},
        {"properties",
         {{"tags", {code.id.substr(0, code.id.find('-')), to_string(code.kind)}},
          {"precision", "high"}}}};
  }

  /// UTF-16 units before the byte column, plus one; the byte column itself where the line cannot be read.
  std::uint32_t utf16_column(const Location& place, std::uint32_t column) {
    const auto line = sources_.line(place.file, place.line);
    if (!line) return column;
    std::string_view before = line->substr(0, column - 1);
    std::uint32_t units = 1;
    while (!before.empty()) {
      const Character character = first_character(before);
      units += character.code > 0xFFFF ? 2 : 1;
      before.remove_prefix(character.bytes);
    }
    // Beyond the end of the line every byte asked for counts as one unit.
    const auto read = static_cast<std::uint32_t>(std::min<std::size_t>(line->size(), column - 1));
    return units + (column - 1 - read);
  }

  Json physical(const Location& place) {
    Json artifact = {{"uri", uri(place.file)}};
    if (place.file.starts_with('/')) {
      artifact["uri"] = "file://" + uri(place.file);
    } else {
      artifact["uriBaseId"] = "SRCROOT";
    }
    Json json = {{"artifactLocation", artifact}};
    if (place.line == 0) return json;
    Json& region = json["region"] = {{"startLine", place.line}};
    if (place.column == 0) return json;
    region["startColumn"] = utf16_column(place, place.column);
    if (place.end_column > place.column) {
      region["endLine"] = place.line;
      region["endColumn"] = utf16_column(place, place.end_column);
    }
    return json;
  }

  Json locations(const Finding& finding) {
    Json location = Json::object();
    if (!finding.location.file.empty()) location["physicalLocation"] = physical(finding.location);
    if (!finding.object.empty()) {
      location["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", finding.object}, {"kind", "object"}}});
    }
    return location.empty() ? Json::array() : Json::array({location});
  }

  /// Facts that SARIF has no place for.
  static Json property_bag(const Finding& finding) {
    const Json own = to_json(finding);
    Json bag = {{"class", own["class"]}, {"owner", own["owner"]}};
    for (const char* name : {"key", "where", "shares", "properties", "fix"}) {
      if (own.contains(name) && own[name] != "") bag[name] = own[name];
    }
    for (const Note& note : finding.notes) {
      if (note.location.file.empty()) bag["notes"].push_back(note.message);
    }
    return bag;
  }

  Json result(const Finding& finding) {
    Json json = {{"ruleId", finding.code->id},
                 {"ruleIndex", rule_index_.at(finding.code->id)},
                 {"level", to_string(finding.severity)},
                 {"kind", "fail"},
                 {"message", text_message(finding.message)},
                 {"locations", locations(finding)}};
    Json related = Json::array();
    for (const Note& note : finding.notes) {
      if (note.location.file.empty()) continue;
      related.push_back({{"id", related.size() + 1},
                         {"message", text_message(note.message)},
                         {"physicalLocation", physical(note.location)}});
    }
    if (!related.empty()) json["relatedLocations"] = related;
    json["partialFingerprints"] = {{"sealringFinding/v1", fingerprint(finding)}};
    if (any_known_) json["baselineState"] = finding.in_baseline ? "unchanged" : "new";
    // Either every result of a run says whether it is suppressed, or none does (3.27.23).
    if (any_waived_) {
      Json& suppressions = json["suppressions"] = Json::array();
      if (!finding.waived_by.empty()) {
        suppressions.push_back(
            {{"kind", "external"}, {"status", "accepted"}, {"justification", finding.waived_by}});
      }
    }
    json["properties"] = property_bag(finding);
    return json;
  }

  Json invocation() {
    const bool whole =
        report_.status == RunStatus::kClean || report_.status == RunStatus::kFindings;
    Json json = {{"executionSuccessful", whole}};
    if (whole) return json;
    Json& notifications = json["toolExecutionNotifications"] = Json::array();
    for (const Finding& finding : report_.findings) {
      if (finding.kind != FindingClass::kInput || finding.severity != Severity::kError) continue;
      Json notification = {{"level", "error"},
                           {"message", text_message(finding.message)},
                           {"descriptor", {{"id", finding.code->id}}}};
      if (!finding.location.file.empty()) {
        notification["locations"] =
            Json::array({{{"physicalLocation", physical(finding.location)}}});
      }
      notifications.push_back(notification);
    }
    for (const NotChecked& item : report_.not_checked) {
      notifications.push_back(
          {{"level", "error"},
           {"message", text_message("not checked: " + item.what + ": " + item.why)}});
    }
    return json;
  }

  const Report& report_;
  const RenderContext& context_;
  SourceLines sources_;
  std::map<std::string_view, std::size_t> rule_index_;
  bool any_waived_ = false;
  bool any_known_ = false;
};

}  // namespace

void render_sarif(const Report& report, const RenderContext& context, std::ostream& out) {
  out << dump(SarifWriter(report, context).document());
}

}  // namespace sealring::core
