// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/layers.h"

#include "core/files/yaml.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"
#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

using core::Dimension;

constexpr double kMicro = 1e6;

/// "10 mA/um" (per width) or "5 mA" (per conductor).
bool read_limit(core::YamlMap& map, Fields& fields, WidthBracket& bracket, core::Sink& sink) {
  const core::YamlNode* node = map.require("limit");
  if (node == nullptr) return false;
  const auto text = core::scalar_text(*node, fields.what() + " limit", sink);
  if (!text) return false;
  const std::size_t slash = text->find('/');
  const auto amps = quantity_of(text->substr(0, slash), Dimension::kCurrent);
  std::optional<core::Unit> unit;
  if (slash != std::string::npos)
    unit = core::parse_unit(text->substr(slash + 1), Dimension::kLength);
  if (!amps || *amps <= 0 || (slash != std::string::npos && !unit)) {
    fields.fault(node->location,
                 "limit is '" + *text +
                     "', a current ('5 mA') or a current per width ('10 mA/um') was expected");
    return false;
  }
  bracket.per_width = unit.has_value();
  if (bracket.per_width) {
    bracket.amps_per_um = *amps / (unit->si.to_double() * kMicro);
  } else {
    bracket.amps = *amps;
  }
  return true;
}

void read_bracket(const core::YamlNode& node, LayerRow& row, core::Sink& sink) {
  core::YamlMap map(node, "limit of layer '" + row.name + "'", sink);
  if (!map.valid()) return;
  Fields fields(map, "layer '" + row.name + "'", codes::kRuleValue, sink);
  WidthBracket bracket;
  if (const auto below = fields.quantity("width_below", Dimension::kLength)) {
    bracket.below_um = *below * kMicro;
  }
  const bool good = read_limit(map, fields, bracket, sink);
  map.finish();
  if (!good) return;
  if (!row.brackets.empty()) {
    const double last = row.brackets.back().below_um;
    if (last == 0 || (bracket.below_um != 0 && bracket.below_um <= last)) {
      fields.fault(node.location,
                   "width brackets must rise, the one without width_below stands last");
      return;
    }
  }
  row.brackets.push_back(bracket);
}

/// "0.38 ohm/sq" of a routing layer or "5 ohm" of each cut of a cut layer. A resistance per length is refused: without the
/// width it says nothing.
void read_resistance(core::YamlMap& map, Fields& fields, LayerRow& row, core::Sink& sink) {
  const core::YamlNode* node = map.get("resistance");
  if (node == nullptr) return;
  const auto text = core::scalar_text(*node, fields.what() + " resistance", sink);
  if (!text) return;
  std::string_view value = *text;
  bool per_square = false;
  for (const std::string_view ending : {"/sq", "/square", "/ sq", "/ square", " per square"}) {
    if (!value.ends_with(ending)) continue;
    value.remove_suffix(ending.size());
    per_square = true;
    break;
  }
  const auto ohm = quantity_of(value, Dimension::kResistance);
  if (!ohm || *ohm < 0) {
    fields.fault(node->location, "resistance is '" + *text +
                                     "', '0.38 ohm/sq' (routing layer) or '5 ohm' (each cut of a "
                                     "cut layer) was expected");
  } else if (per_square) {
    row.ohm_per_square = ohm;
  } else {
    row.ohm_per_cut = ohm;
  }
}

std::optional<LayerRow> read_row(const core::YamlNode& node, core::Sink& sink) {
  core::YamlMap map(node, "layer", sink);
  if (!map.valid()) return std::nullopt;
  LayerRow row;
  row.name = map.require_text("name");
  Fields fields(map, "layer '" + row.name + "'", codes::kRuleValue, sink);
  const std::size_t cls =
      fields.word("class", {"metal", "via", "tsv", "bond", "bump", "package"}, kNoLayer);
  if (cls != kNoLayer) row.cls = static_cast<ElementClass>(cls + 1);
  read_resistance(map, fields, row, sink);
  row.unlimited = map.get_bool("unlimited").value_or(false);
  if (const core::YamlNode* list = map.get("limits")) {
    for (const auto& item : list->items) read_bracket(*item, row, sink);
  } else if (map.get("limit") != nullptr) {
    WidthBracket bracket;
    if (read_limit(map, fields, bracket, sink)) row.brackets.push_back(bracket);
  }
  if (row.unlimited && !row.brackets.empty()) {
    fields.fault(node.location, "it is unlimited and has a limit");
  }
  map.finish();
  if (row.name.empty() || fields.faulty()) return std::nullopt;
  return row;
}

}  // namespace

const WidthBracket* LayerRow::bracket(double width_um) const {
  for (const WidthBracket& candidate : brackets) {
    if (candidate.below_um == 0 || width_um < candidate.below_um) return &candidate;
  }
  return nullptr;
}

const LayerRow* LayerTable::find(std::string_view name) const {
  for (const LayerRow& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::optional<LayerTable> read_layers(const core::InputReader& reader,
                                      const std::filesystem::path& path, core::Sink& sink,
                                      const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  const core::YamlNode::Ptr root = core::parse_yaml(*file, sink);
  if (!root) return std::nullopt;
  core::YamlMap map(*root, "layer table", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.esd.layers/1", sink)) return std::nullopt;
  LayerTable table;
  table.sha256 = file->sha256;
  table.revision = map.require_text("revision");
  if (const core::YamlNode* list = map.require("layers")) {
    for (const auto& item : list->items) {
      auto row = read_row(*item, sink);
      if (!row) continue;
      if (table.find(row->name) != nullptr) {
        sink.report(
            core::make_finding(codes::kDuplicateName, "layer '" + row->name + "' is given twice")
                .at(item->location)
                .on(row->name, "layer"));
        continue;
      }
      table.rows.push_back(std::move(*row));
    }
  }
  map.finish();
  return table;
}

}  // namespace sealring::esd
