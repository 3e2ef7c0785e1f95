// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Pads and instances from tables: one row per tap, rows of one object stand together.
#include <algorithm>
#include <array>

#include "core/diagnostics/suggest.h"
#include "esd/project_codes.h"
#include "esd/readers/placement.h"

namespace sealring::esd {

namespace {

/// Columns by name; unknown ones are reported, missing required ones too.
template <std::size_t Count>
class Columns {
 public:
  Columns(const core::CsvTable& table, const std::array<std::string_view, Count>& names,
          std::size_t required, core::Sink& sink)
      : table_(table) {
    for (std::size_t i = 0; i < Count; ++i) {
      column_[i] = table.column(names[i]);
      if (column_[i] || i >= required) continue;
      good = false;
      sink.report(
          core::make_finding(codes::kProjectValue,
                             "'" + table.name() + "' has no column '" + std::string(names[i]) + "'")
              .at({table.name(), 1})
              .on(table.name(), std::string(names[i])));
    }
    const std::vector<std::string> known(names.begin(), names.end());
    for (const core::CsvCell& cell : table.header()) {
      if (std::find(names.begin(), names.end(), cell.text) != names.end()) continue;
      good = false;
      sink.report(core::make_finding(codes::kProjectValue, "'" + table.name() +
                                                               "' has an unknown column '" +
                                                               std::string(cell.text) + "'" +
                                                               core::did_you_mean(cell.text, known))
                      .at(table.at(cell))
                      .on(table.name(), std::string(cell.text)));
    }
  }
  std::string_view text(std::size_t row, std::size_t which) const {
    return column_[which] ? table_.cell(row, *column_[which]).text : std::string_view{};
  }
  std::array<std::string_view, 4> four(std::size_t row, std::size_t from) const {
    return {text(row, from), text(row, from + 1), text(row, from + 2), text(row, from + 3)};
  }
  core::Location at(std::size_t row, std::size_t which) const {
    return column_[which] ? table_.at(table_.cell(row, *column_[which]))
                          : core::Location{table_.name()};
  }
  bool good = true;

 private:
  const core::CsvTable& table_;
  std::array<std::optional<std::size_t>, Count> column_;
};

}  // namespace

void PlacementReader::pads_from_table(const core::CsvTable& table) {
  enum : std::size_t { kName, kNode, kKind, kGroup, kNet, kWeight, kTier, kFace, kMate, kX1 };
  const Columns<13> columns(table,
                            {"pad", "node", "kind", "group", "net", "weight", "tier", "interface",
                             "mate", "x1", "y1", "x2", "y2"},
                            3, sink_);
  if (!columns.good) return;
  Pad pad;
  const auto flush = [&] {
    if (!pad.name.empty()) finish_pad(std::move(pad));
    pad = {};
    bad_ = false;
  };
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string name(columns.text(row, kName));
    const core::Location place = columns.at(row, kName);
    if (name.empty()) {
      flush();
      value_fault("'" + table.name() + "'", "a row names no pad", place);
      continue;
    }
    if (name != pad.name) {
      flush();
      if (!pad_names_.emplace(name, 0).second) {
        duplicate("pad", name, place);
        bad_ = true;
      }
      pad.name = name;
      pad.location = place;
      pad.kind = columns.text(row, kKind);
      pad.group = columns.text(row, kGroup);
      pad.net = columns.text(row, kNet);
      pad.tier = columns.text(row, kTier);
      pad.interface = columns.text(row, kFace);
      if (!columns.text(row, kMate).empty()) mates_[name] = columns.text(row, kMate);
      if (!columns.text(row, kX1).empty())
        pad.box = box_of(columns.four(row, kX1), "pad '" + name + "'", place);
      if (pad.kind != "signal" && pad.kind != "power" && pad.kind != "ground") {
        value_fault("pad '" + name + "'",
                    "kind is '" + pad.kind + "', known are signal, power and ground",
                    columns.at(row, kKind));
      }
    }
    add_tap(pad.taps, columns.text(row, kNode), "pad '" + name + "'", columns.at(row, kNode),
            columns.text(row, kWeight));
  }
  flush();
}

void PlacementReader::instances_from_table(const core::CsvTable& table) {
  enum : std::size_t {
    kName,
    kType,
    kPin,
    kNode,
    kNet,
    kWeight,
    kTier,
    kWidth,
    kFingers,
    kOhm,
    kX1
  };
  const Columns<14> columns(table,
                            {"instance", "type", "pin", "node", "net", "weight", "tier", "width",
                             "fingers", "resistance", "x1", "y1", "x2", "y2"},
                            4, sink_);
  if (!columns.good) return;
  Instance instance;
  const DeviceType* type = nullptr;
  const auto flush = [&] {
    if (!instance.name.empty()) finish_instance(std::move(instance), type != nullptr);
    instance = {};
    bad_ = false;
  };
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string name = scope_.tier.empty()
                                 ? std::string(columns.text(row, kName))
                                 : scope_.tier + "/" + std::string(columns.text(row, kName));
    const core::Location place = columns.at(row, kName);
    if (columns.text(row, kName).empty()) {
      flush();
      value_fault("'" + table.name() + "'", "a row names no instance", place);
      continue;
    }
    if (name != instance.name) {
      flush();
      if (!instance_names_.emplace(name, 0).second) {
        duplicate("instance", name, place);
        bad_ = true;
      }
      instance.name = name;
      instance.tier = scope_.tier;
      instance.location = place;
      type =
          start_instance(instance, std::string(columns.text(row, kType)), columns.at(row, kType));
      if (!columns.text(row, kTier).empty()) instance.tier = columns.text(row, kTier);
      if (!columns.text(row, kX1).empty())
        instance.box = box_of(columns.four(row, kX1), "instance '" + name + "'", place);
      for (const auto& [key, which] : {std::pair{"width", kWidth}, std::pair{"fingers", kFingers},
                                       std::pair{"resistance", kOhm}}) {
        const std::string_view text = columns.text(row, which);
        if (!text.empty()) property(instance, key, text, columns.at(row, which));
      }
    }
    if (type == nullptr) continue;
    const std::string pin_name(columns.text(row, kPin));
    const auto pin = pin_of(*type, instance.name, pin_name, columns.at(row, kPin));
    if (!pin) continue;
    if (const std::string_view net = columns.text(row, kNet); !net.empty()) {
      instance.nets[*pin] = scope_.net_name ? scope_.net_name(net) : std::string(net);
    }
    add_tap(instance.pins[*pin], columns.text(row, kNode),
            "instance '" + name + "' pin '" + pin_name + "'", columns.at(row, kNode),
            columns.text(row, kWeight));
  }
  flush();
}

}  // namespace sealring::esd
