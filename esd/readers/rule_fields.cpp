// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/readers/rule_fields.h"

#include "esd/rule_codes.h"

namespace sealring::esd {

namespace {

const std::vector<std::string_view> kKinds = {"signal", "power", "ground"};

}  // namespace

void read_pad_selection(const core::YamlNode& node, Selection& selection, const std::string& what,
                        core::Sink& sink) {
  core::YamlMap map(node, what + " pads", sink);
  if (!map.valid()) return;
  Fields fields(map, what, codes::kRuleValue, sink);
  const std::size_t kind = fields.word("kind", kKinds, kKinds.size());
  if (kind < kKinds.size()) selection.kind = kKinds[kind];
  selection.group = map.get_text("group").value_or("");
  selection.net = map.get_text("net").value_or("");
  selection.name = map.get_text("name").value_or("");
  selection.tier = map.get_text("tier").value_or("");
  selection.interface = map.get_text("interface").value_or("");
  selection.together = map.get_bool("together").value_or(false);
  map.finish();
}

std::optional<LimitField> limit_field(core::YamlMap& map, Fields& fields, core::Sink& sink) {
  const core::YamlNode* node = map.get("limit");
  const core::YamlNode* op = map.get("operator");
  if (node == nullptr) {
    fields.fault(map.location(),
                 "limit is missing; a resistance or a voltage with its unit was expected");
    return std::nullopt;
  }
  const auto text = core::scalar_text(*node, fields.what() + " limit", sink);
  if (!text) return std::nullopt;
  const auto ohm = quantity_of(*text, core::Dimension::kResistance);
  const auto volt = quantity_of(*text, core::Dimension::kVoltage);
  if (!ohm && !volt) {
    fields.fault(node->location,
                 "limit is '" + *text + "'; a resistance or a voltage with its unit was expected");
    return std::nullopt;
  }
  LimitField field{volt ? *volt : *ohm, volt.has_value(), false};
  if (field.value <= 0) {
    fields.fault(node->location, "limit is '" + *text + "', it must be above 0");
  }
  if (op == nullptr) {
    fields.fault(map.location(), "operator is missing; '<' or '<=' was expected");
    return std::nullopt;
  }
  field.strict = fields.word("operator", {"<=", "<"}, 0) == 1;
  return field;
}

std::optional<double> micrometres(Fields& fields, std::string_view key) {
  constexpr double kMicro = 1e6;
  auto metres = fields.quantity(key, core::Dimension::kLength);
  if (metres) *metres *= kMicro;
  return metres;
}

}  // namespace sealring::esd
