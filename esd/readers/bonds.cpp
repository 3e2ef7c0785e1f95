// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/bonds.h"

#include "core/files/yaml.h"
#include "esd/project_codes.h"
#include "esd/readers/fields.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

namespace {

using core::Dimension;

constexpr double kMicro = 1e6;
constexpr std::size_t kNoWord = 99;

class BondReader {
 public:
  BondReader(BondTable& table, core::Sink& sink) : table_(table), sink_(sink) {}

  void read_bond(const core::YamlNode& node) {
    core::YamlMap map(node, "bond", sink_);
    if (!map.valid()) return;
    BondRow row;
    row.location = node.location;
    row.name = map.require_text("name");
    Fields fields(map, "bond '" + row.name + "'", codes::kBondValue, sink_);
    row.interface = map.require_text("interface");
    read_shared(row, map, fields, ElementClass::kBond);
    map.finish();
    if (row.interface.empty() || !keep_limit(row.name, node.location, fields)) return;
    table_.bonds.push_back(std::move(row));
  }

  void read_tsv(const core::YamlNode& node) {
    core::YamlMap map(node, "tsv", sink_);
    if (!map.valid()) return;
    TsvRow row;
    row.location = node.location;
    row.name = map.require_text("name");
    Fields fields(map, "tsv '" + row.name + "'", codes::kBondValue, sink_);
    row.tier = map.require_text("tier");
    row.region = map.get_text("region").value_or("*");
    row.layer = map.get_text("layer").value_or("");
    read_shared(row, map, fields, ElementClass::kTsv);
    map.finish();
    if (row.tier.empty() || !keep_limit(row.name, node.location, fields)) return;
    table_.tsv.push_back(std::move(row));
  }

 private:
  template <class Row>
  void read_shared(Row& row, core::YamlMap& map, Fields& fields, ElementClass fallback) {
    limit_ = {};
    row.cells = map.get_texts("cells");
    row.size_um = fields.quantity("size", Dimension::kLength).value_or(0) * kMicro;
    row.team = map.get_text("team").value_or("");
    const std::size_t cls =
        fields.word("class", {"metal", "via", "tsv", "bond", "bump", "package"}, kNoWord);
    row.cls = cls == kNoWord ? fallback : static_cast<ElementClass>(cls + 1);
    if (map.require("resistance") == nullptr) {
      fields.fault(row.location, "resistance is missing; an ideal short is written '0 ohm'");
    }
    row.ohm = fields.quantity("resistance", Dimension::kResistance).value_or(0);
    limit_.cls = row.cls;
    limit_.unlimited = map.get_bool("unlimited").value_or(false);
    const bool has_limit = map.get("limit") != nullptr;
    if (const auto amps = fields.quantity("limit", Dimension::kCurrent)) {
      if (*amps <= 0) fields.fault(row.location, "limit is 0 A; a current above 0 was expected");
      WidthBracket bracket;
      bracket.amps = *amps;
      limit_.brackets.push_back(bracket);
    }
    if (limit_.unlimited && has_limit)
      fields.fault(row.location, "it is unlimited and has a limit");
  }

  /// The limit under the row's name; false when the row must be left out.
  bool keep_limit(const std::string& name, const core::Location& place, const Fields& fields) {
    if (name.empty() || fields.faulty()) return false;
    if (table_.limits.find(name) != nullptr) {
      sink_.report(core::make_finding(codes::kDuplicateName, "bond '" + name + "' is given twice")
                       .at(place)
                       .on(name, "bond"));
      return false;
    }
    limit_.name = name;
    table_.limits.rows.push_back(std::move(limit_));
    return true;
  }

  BondTable& table_;
  core::Sink& sink_;
  LayerRow limit_;
};

}  // namespace

std::optional<BondTable> read_bonds(const core::InputReader& reader,
                                    const std::filesystem::path& path, core::Sink& sink,
                                    const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  const core::YamlNode::Ptr root = core::parse_yaml(*file, sink);
  if (!root) return std::nullopt;
  core::YamlMap map(*root, "bond table", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.esd.bonds/1", sink)) return std::nullopt;
  BondTable table;
  table.file = file->name;
  table.sha256 = file->sha256;
  table.revision = map.require_text("revision");
  table.limits.revision = table.revision;
  table.limits.sha256 = table.sha256;
  BondReader rows(table, sink);
  if (const core::YamlNode* list = map.require("bonds")) {
    for (const auto& item : list->items) rows.read_bond(*item);
  }
  if (const core::YamlNode* list = map.get("tsv")) {
    for (const auto& item : list->items) rows.read_tsv(*item);
  }
  map.finish();
  return table;
}

}  // namespace sealring::esd
