// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/report/json_model.h"

#include <nlohmann/json.hpp>

namespace sealring::core {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(std::uint32_t value) {
  return value == 0 ? Json() : Json(value);
}

/// null when no place is known; the end of the range only where there is one.
Json location_to_json(const Location& location) {
  if (location.file.empty()) return nullptr;
  Json json = {{"file", location.file},
               {"line", number_or_null(location.line)},
               {"column", number_or_null(location.column)}};
  if (location.end_column != 0) json["end_column"] = location.end_column;
  return json;
}

Json tree_to_json(const Tree& tree) {
  Json json = {{"text", tree.text}};
  if (tree.children.empty()) return json;
  Json& children = json["children"] = Json::array();
  for (const Tree& child : tree.children) children.push_back(tree_to_json(child));
  return json;
}

void add_content(Json& json, const Table& table) {
  json["kind"] = "table";
  Json& columns = json["columns"] = Json::array();
  for (const Table::Column& column : table.columns) columns.push_back(column.title);
  json["rows"] = table.rows;
}

void add_content(Json& json, const Series& series) {
  json["kind"] = "series";
  json["x"] = series.x_title;
  json["y"] = series.y_title;
  Json& curves = json["curves"] = Json::array();
  for (const Series::Curve& curve : series.curves) {
    curves.push_back({{"name", curve.name}, {"points", curve.points}});
  }
}

void add_content(Json& json, const Tree& tree) {
  json["kind"] = "tree";
  json["tree"] = tree_to_json(tree);
}

}  // namespace

Json to_json(const Finding& finding) {
  Json json = {{"code", finding.code->id},
               {"slug", finding.code->slug},
               {"class", to_string(finding.kind)},
               {"severity", to_string(finding.severity)},
               {"owner", to_string(finding.owner)},
               {"message", finding.message},
               {"location", location_to_json(finding.location)},
               {"object", finding.object},
               {"key", finding.key}};
  if (finding.where) {
    json["where"] = {{"die", finding.where->die},
                     {"side", finding.where->side},
                     {"x_um", finding.where->x_um},
                     {"y_um", finding.where->y_um},
                     {"z_um", finding.where->z_um}};
  }
  for (const Share& share : finding.shares) {
    json["shares"].push_back({{"owner", to_string(share.owner)},
                              {"what", share.what},
                              {"value", share.value},
                              {"unit", share.unit}});
  }
  for (const auto& [name, value] : finding.properties) json["properties"][name] = value;
  Json& notes = json["notes"] = Json::array();
  for (const Note& note : finding.notes) {
    notes.push_back({{"message", note.message}, {"location", location_to_json(note.location)}});
  }
  if (!finding.fix.empty()) json["fix"] = finding.fix;
  json["fingerprint"] = fingerprint(finding);
  json["waived_by"] = finding.waived_by.empty() ? Json() : Json(finding.waived_by);
  if (finding.in_baseline) json["in_baseline"] = true;
  return json;
}

Json findings_to_json(const Report& report) {
  Json json = Json::array();
  for (const Finding& finding : report.findings) json.push_back(to_json(finding));
  return json;
}

Json summary_to_json(const Report& report) {
  const Summary counts = summarise(report);
  Json json = {{"errors", counts.errors},
               {"warnings", counts.warnings},
               {"notes", counts.notes},
               {"waived", counts.waived}};
  if (counts.in_baseline != 0) json["in_baseline"] = counts.in_baseline;
  for (const auto& [code, hidden] : report.hidden) json["hidden"][code] = hidden.total();
  Json& checked = json["checked"] = Json::object();
  for (const auto& [what, count] : report.checked) checked[what] = count;
  Json& not_checked = json["not_checked"] = Json::array();
  for (const NotChecked& item : report.not_checked) {
    not_checked.push_back({{"what", item.what}, {"why", item.why}});
  }
  return json;
}

Json tool_to_json(const Report& report, const RenderContext& context) {
  return {{"name", "sealring"}, {"version", context.version}, {"verb", report.verb}};
}

Json section_to_json(const Section& section) {
  Json json = {{"title", section.title}};
  std::visit([&](const auto& content) { add_content(json, content); }, section.content);
  return json;
}

std::string dump(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sealring::core
