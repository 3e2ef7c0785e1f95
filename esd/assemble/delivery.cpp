// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Tiers that come as extracted networks with a pin map.
#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "core/diagnostics/suggest.h"
#include "core/files/csv.h"
#include "esd/assemble/tier_wiring.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/readers/network_builder.h"
#include "esd/readers/placement.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

using stack3d::NameId;

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < line.size() && words.size() < 6) {
    while (at < line.size() && std::isspace(static_cast<unsigned char>(line[at])) != 0) ++at;
    const std::size_t begin = at;
    while (at < line.size() && std::isspace(static_cast<unsigned char>(line[at])) == 0) ++at;
    if (at > begin) words.push_back(line.substr(begin, at - begin));
  }
  return words;
}

/// A SPICE card with a name, nodes and a value or a model.
bool is_card(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty()) return false;
  const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0][0])));
  if (first == '.' && words[0].size() > 2 && words[0] != "...") return true;
  if (std::string_view("xmqj").find(first) != std::string_view::npos) return words.size() > 4;
  if (std::string_view("rclvid").find(first) != std::string_view::npos) {
    if (words.size() < 4) return false;
    const bool value = parse_spice_number(words[3]).has_value() ||
                       words[3].find('=') != std::string_view::npos ||
                       (words.size() > 4 && parse_spice_number(words[4]).has_value());
    return value && words[0].back() != ':';
  }
  return false;
}

}  // namespace

bool looks_like_report(std::string_view text) {
  constexpr std::size_t kLook = 65536;
  std::string_view head = text.substr(0, kLook);
  while (!head.empty() && std::isspace(static_cast<unsigned char>(head.front())) != 0)
    head.remove_prefix(1);
  if (head.starts_with("*SPEF") || head.starts_with("*|") ||
      head.find("\n*|") != std::string_view::npos) {
    return false;
  }
  if (head.empty() || head.front() == '{' || head.front() == '[' || head.front() == '<' ||
      head.starts_with("---")) {
    return true;
  }
  // In a network nearly all lines are cards; a sentence may look like one now and then.
  std::size_t cards = 0;
  std::size_t others = 0;
  constexpr std::size_t kEnough = 400;
  std::size_t start = 0;
  while (start < text.size() && cards + others < kEnough) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty() || words[0].front() == '*' || words[0].front() == '+') continue;
    ++(is_card(line) ? cards : others);
  }
  return cards == 0 || cards < others;
}

namespace {

class PinMapReader {
 public:
  PinMapReader(const TierTask& task, TierWiring& wiring, core::Sink& sink)
      : task_(task),
        stack_(*task.stack),
        tier_(stack_.tiers[task.tier]),
        chiplet_(stack_.chiplet(task.tier)),
        wiring_(wiring),
        sink_(sink) {}

  void read(const core::CsvTable& table);

 private:
  enum : std::size_t { kPin, kNode, kNet };
  struct Row {
    NodeId node = kNone;
    std::string net;
    core::Location location;
  };

  bool columns(const core::CsvTable& table);
  void index_pins();
  void take_row(const core::CsvTable& table, std::size_t row);
  void take_bump(std::uint32_t bump, const Row& row);
  void check_net(std::uint32_t bump, const Row& row);
  void report_missing(const std::string& table);
  std::string who() const { return "pin map of tier '" + tier_.path + "'"; }

  const TierTask& task_;
  const stack3d::Stack& stack_;
  const stack3d::Tier& tier_;
  const stack3d::Chiplet& chiplet_;
  TierWiring& wiring_;
  core::Sink& sink_;
  std::array<std::size_t, 3> column_{};
  bool has_net_ = false;
  std::unordered_map<std::string, std::vector<std::uint32_t>>
      bumps_;  ///< by "name" and "region/name"
  std::unordered_map<std::string, std::vector<std::uint32_t>> ports_;
  std::vector<std::pair<std::uint32_t, Row>> by_port_;
};

bool PinMapReader::columns(const core::CsvTable& table) {
  constexpr std::array<std::string_view, 3> kNames = {"pin", "node", "net"};
  bool good = true;
  const auto fault = [&](const std::string& problem, const core::Location& place) {
    good = false;
    sink_.report(core::make_finding(codes::kPinMap, "'" + table.name() + "' " + problem)
                     .at(place)
                     .on(table.name(), problem));
  };
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const auto at = table.column(kNames[i]);
    if (at) {
      column_[i] = *at;
      if (i == kNet) has_net_ = true;
    } else if (i != kNet) {
      fault("has no column '" + std::string(kNames[i]) + "'", {table.name(), 1});
    }
  }
  for (const core::CsvCell& cell : table.header()) {
    if (std::find(kNames.begin(), kNames.end(), cell.text) != kNames.end()) continue;
    fault("has an unknown column '" + std::string(cell.text) + "'" +
              core::did_you_mean(cell.text, {"pin", "node", "net"}),
          table.at(cell));
  }
  return good;
}

void PinMapReader::index_pins() {
  for (const stack3d::Region& region : chiplet_.regions) {
    std::uint32_t number = region.first_bump;
    for (const stack3d::Bump& bump : region.map.bumps) {
      const std::string name(region.map.name(bump));
      bumps_[region.name + "/" + name].push_back(number);
      bumps_[name].push_back(number);
      const stack3d::Node& node = chiplet_.nodes[bump.node];
      if (node.name != NameId::kNone)
        ports_[std::string(stack_.names.text(node.name))].push_back(number);
      ++number;
    }
  }
}

/// The net that the file gives for the node must be the one of the bump.
void PinMapReader::check_net(std::uint32_t bump, const Row& row) {
  const Network& network = wiring_.network;
  if (row.node >= network.net_of_node.size() || network.net_of_node[row.node] == kNone) return;
  const std::string& actual = network.nets[network.net_of_node[row.node]].name;
  const stack3d::Node& node = chiplet_.nodes[chiplet_.bump(bump).node];
  const std::string port(stack_.names.text(node.name));
  const std::string label(stack_.names.text(node.net));
  const auto same = [&](const std::string& a) {
    return a.size() == actual.size() &&
           std::equal(a.begin(), a.end(), actual.begin(), [&](char x, char y) {
             return network.nodes.fold_case() ? std::tolower(static_cast<unsigned char>(x)) ==
                                                    std::tolower(static_cast<unsigned char>(y))
                                              : x == y;
           });
  };
  if (row.net.empty() ? same(port) || same(label) : same(row.net)) return;
  const std::string declared = row.net.empty() ? (label.empty() ? port : label) : row.net;
  sink_.report(
      core::make_finding(codes::kNetMismatch, "bump '" + stack_.pin_name(tier_.first_pin + bump) +
                                                  "' is declared for net '" + declared +
                                                  "', its node '" +
                                                  std::string(network.nodes.name(row.node)) +
                                                  "' lies in net '" + actual + "'")
          .at(row.location)
          .on(stack_.pin_name(tier_.first_pin + bump), declared)
          .advise("correct the pin map or the bump map; where a net has another name inside the "
                  "die, give it in the column 'net' of the pin map"));
}

void PinMapReader::take_bump(std::uint32_t bump, const Row& row) {
  check_net(bump, row);
  if (wiring_.landing[bump] == kNone) {
    wiring_.landing[bump] = row.node;
  } else if (wiring_.landing[bump] != row.node) {
    wiring_.more_landings.emplace_back(bump, row.node);
  }
}

void PinMapReader::take_row(const core::CsvTable& table, std::size_t number) {
  const core::CsvCell& pin = table.cell(number, column_[kPin]);
  const core::CsvCell& node = table.cell(number, column_[kNode]);
  Row row;
  row.location = table.at(pin);
  if (has_net_) row.net = table.cell(number, column_[kNet]).text;
  const std::string name(pin.text);
  const auto bump = bumps_.find(name);
  const auto port = ports_.find(name);
  if (bump == bumps_.end() && port == ports_.end()) {
    std::vector<std::string> known;
    for (const auto& [key, list] : bumps_) known.push_back(key);
    for (const auto& [key, list] : ports_) known.push_back(key);
    std::sort(known.begin(), known.end());
    sink_.report(core::make_finding(codes::kPinMap, who() + ": '" + name +
                                                        "' is neither a bump nor a port of it" +
                                                        core::did_you_mean(name, known))
                     .at(row.location)
                     .on(tier_.path, name));
    return;
  }
  const auto id = resolve_node(wiring_.network, node.text, who() + ", pin '" + name + "'",
                               table.at(node), sink_);
  if (!id) return;
  row.node = *id;
  if (bump == bumps_.end()) {
    for (const std::uint32_t number_of_port : port->second)
      by_port_.emplace_back(number_of_port, row);
    return;
  }
  if (bump->second.size() > 1) {
    sink_.report(core::make_finding(codes::kPinMap, who() + ": bump '" + name + "' is in " +
                                                        std::to_string(bump->second.size()) +
                                                        " regions; write 'region/" + name + "'")
                     .at(row.location)
                     .on(tier_.path, name));
    return;
  }
  take_bump(bump->second.front(), row);
}

void PinMapReader::report_missing(const std::string& table) {
  std::uint64_t missing = 0;
  std::uint32_t first = 0;
  for (std::uint32_t bump = 0; bump < wiring_.landing.size(); ++bump) {
    if (!(*task_.wanted)[bump] || wiring_.landing[bump] != kNone) continue;
    if (missing++ == 0) first = bump;
  }
  if (missing == 0) return;
  sink_.report(core::make_finding(codes::kPinMap,
                                  counted(missing, "bump", "bumps") + " of tier '" + tier_.path +
                                      "' without a node in the pin map '" + table + "', first '" +
                                      stack_.pin_name(tier_.first_pin + first) + "'")
                   .at({table})
                   .on(tier_.path, "bumps without a node")
                   .note("the first one", stack_.pin_location(tier_.first_pin + first)));
}

void PinMapReader::read(const core::CsvTable& table) {
  if (!columns(table)) return;
  index_pins();
  for (std::size_t row = 0; row < table.rows(); ++row) take_row(table, row);
  // A row for a port holds for its bumps that have no row of their own.
  std::vector<bool> own(wiring_.landing.size());
  for (std::uint32_t bump = 0; bump < own.size(); ++bump)
    own[bump] = wiring_.landing[bump] != kNone;
  for (const auto& [bump, row] : by_port_) {
    if (!own[bump]) take_bump(bump, row);
  }
  report_missing(table.name());
}

void report_pass_fail(const TierTask& task, const std::string& file, core::Sink& sink) {
  const TierSetup& setup = *task.setup;
  sink.report(core::make_finding(
                  codes::kPassFailDelivery,
                  "'" + file + "', delivered as the network of tier '" + setup.path +
                      "', is a report or a statement and holds no connectivity; needed are pin "
                      "map, device types, extracted connectivity and rule values")
                  .at(setup.network->location)
                  .on(setup.path, "network")
                  .advise("ask team '" + setup.team +
                          "' for extracted connectivity (DEF + LEF, DSPF, SPEF or SPICE) with its "
                          "pin map, device types and rule values"));
}

/// Drawn extents out of node names, as long as the scale of this file is at hand.
void keep_shapes(Network& network) {
  if (network.dbu_per_um <= 0) return;
  network.shapes.resize(network.elements.size());
  for (ElementId id = 0; id < network.elements.size(); ++id)
    network.shapes[id] = shape_of(network, id);
}

}  // namespace

std::optional<TierWiring> read_delivery(const TierTask& task, const core::InputReader& reader,
                                        std::vector<core::InputRecord>& inputs, core::Sink& sink) {
  const TierSetup& setup = *task.setup;
  const auto file =
      reader.read(setup.network->path, reader.limits().design, sink, setup.network->location);
  std::optional<core::CsvTable> map;
  if (setup.pin_map) {
    auto text =
        reader.read(setup.pin_map->path, reader.limits().table, sink, setup.pin_map->location);
    if (text) {
      inputs.push_back({"pin-map", text->name, text->sha256});
      map = core::parse_csv(std::move(*text), sink);
    }
  }
  if (!file) return std::nullopt;
  inputs.push_back({"network", file->name, file->sha256});
  if (looks_like_report(file->text)) {
    report_pass_fail(task, file->name, sink);
    return std::nullopt;
  }
  auto network = parse_network(*file, setup.options, sink);
  if (!network || !map) return std::nullopt;
  TierWiring wiring;
  wiring.network = std::move(*network);
  keep_shapes(wiring.network);
  wiring.landing.assign(task.stack->chiplet(task.tier).bump_count, kNone);
  PinMapReader(task, wiring, sink).read(*map);
  for (Net& net : wiring.network.nets) net.name = task.nets->name_of_port(task.tier, net.name);
  return wiring;
}

}  // namespace sealring::esd
