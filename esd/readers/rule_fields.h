// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/files/yaml.h"
#include "esd/readers/fields.h"
#include "esd/rules.h"

namespace sealring::esd {

/// `{kind: …, group: …, net: …, name: …, tier: …, interface: …, together: …}`.
void read_pad_selection(const core::YamlNode& node, Selection& selection, const std::string& what,
                        core::Sink& sink);

/// `limit: 0.1 ohm, operator: "<"`.
struct LimitField {
  double value = 0;  ///< ohm or volt
  bool in_volt = false;
  bool strict = false;
};
std::optional<LimitField> limit_field(core::YamlMap& map, Fields& fields, core::Sink& sink);

/// A length in micrometres.
std::optional<double> micrometres(Fields& fields, std::string_view key);

/// The entries of `topology:`, `layout:` and `path_types:`; nothing after reporting.
std::optional<TopologyRule> read_topology_rule(const core::YamlNode& node, core::Sink& sink);
std::optional<LayoutRule> read_layout_rule(const core::YamlNode& node, core::Sink& sink);
std::optional<PathType> read_path_type(const core::YamlNode& node, core::Sink& sink);

}  // namespace sealring::esd
