// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Tiers that are extracted from their own DEF and LEF: bumps and pins of devices become touches of their nets.
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "esd/assemble/def_devices.h"
#include "esd/assemble/stack_bonds.h"
#include "esd/assemble/tier_wiring.h"
#include "esd/extract.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

namespace lefdef = core::lefdef;
using core::Symbol;

namespace {

class DefWiring {
 public:
  DefWiring(const TierTask& task, core::Sink& sink)
      : task_(task),
        stack_(*task.stack),
        tier_(stack_.tiers[task.tier]),
        chiplet_(stack_.chiplet(task.tier)),
        def_(*chiplet_.layout),
        lef_(*chiplet_.cells),
        sink_(sink),
        devices_(task, sink) {}

  std::optional<TierWiring> run();

 private:
  /// Bumps that cannot be placed for one reason.
  struct Problem {
    std::uint64_t count = 0;
    std::uint32_t first = 0;
  };

  void index_names();
  void touch_bumps();
  void touch_bump(const stack3d::Region& region, const stack3d::Bump& bump, std::uint32_t number);
  Symbol net_of_bump(const stack3d::Bump& bump, std::string_view name, std::uint32_t number);
  void report_mismatch(std::uint32_t number, Symbol declared, Symbol actual);
  Symbol net_of_port(std::string_view port) const;
  Symbol net_by_name(std::string_view plain) const;
  Symbol symbol_of(std::string_view plain) const;
  std::string_view layer_of_bump(const stack3d::Region& region, const stack3d::Bump& bump,
                                 std::uint32_t number) const;
  bool is_routing(std::string_view layer) const;
  lefdef::Rect box_of_bump(std::uint32_t number) const;
  void problem(const std::string& text, std::uint32_t number);
  void report_problems();
  std::string net_name(Symbol net) const;
  void land(const Extraction& extraction, TierWiring& wiring) const;

  const TierTask& task_;
  const stack3d::Stack& stack_;
  const stack3d::Tier& tier_;
  const stack3d::Chiplet& chiplet_;
  const lefdef::Def& def_;
  const lefdef::Lef& lef_;
  core::Sink& sink_;
  DefDevices devices_;
  std::unordered_map<std::string, Symbol> symbol_of_plain_;     ///< names written with backslashes
  std::unordered_map<std::uint32_t, std::string> name_of_net_;  ///< by symbol, in the stack
  std::vector<Touch> touches_;
  std::vector<std::uint32_t> touch_of_bump_;
  std::map<std::string, Problem> problems_;
};

void DefWiring::index_names() {
  const auto add = [&](Symbol symbol) {
    const std::string_view text = def_.text(symbol);
    if (text.find('\\') != std::string_view::npos)
      symbol_of_plain_.emplace(plain_name(text), symbol);
  };
  for (const lefdef::Pin& pin : def_.pins) add(pin.name);
  for (const lefdef::Net& net : def_.nets) add(net.name);
  for (const lefdef::Pin& pin : def_.pins) {
    if (pin.net == Symbol::kNone) continue;
    const std::string_view port = def_.text(pin.name);
    if (!task_.nets->node_of(task_.tier, plain_name(port))) continue;
    name_of_net_.emplace(static_cast<std::uint32_t>(pin.net),
                         task_.nets->name_of_port(task_.tier, port));
  }
}

Symbol DefWiring::symbol_of(std::string_view plain) const {
  if (symbol_of_plain_.empty()) return def_.names.find(plain);
  const auto escaped = symbol_of_plain_.find(std::string(plain));
  return escaped == symbol_of_plain_.end() ? def_.names.find(plain) : escaped->second;
}

Symbol DefWiring::net_by_name(std::string_view plain) const {
  const Symbol symbol = symbol_of(plain);
  if (symbol == Symbol::kNone || def_.find_net(symbol) == nullptr) return Symbol::kNone;
  return symbol;
}

Symbol DefWiring::net_of_port(std::string_view port) const {
  const Symbol symbol = symbol_of(port);
  if (symbol == Symbol::kNone) return Symbol::kNone;
  const lefdef::Pin* pin = def_.find_pin(symbol);
  return pin == nullptr ? Symbol::kNone : pin->net;
}

void DefWiring::report_mismatch(std::uint32_t number, Symbol declared, Symbol actual) {
  const std::string pin = stack_.pin_name(tier_.first_pin + number);
  sink_.report(core::make_finding(codes::kNetMismatch, "bump '" + pin + "' is declared for net '" +
                                                           std::string(def_.text(declared)) +
                                                           "', its cell lies in net '" +
                                                           std::string(def_.text(actual)) +
                                                           "' of '" + def_.file + "'")
                   .at(stack_.pin_location(tier_.first_pin + number))
                   .on(pin, std::string(def_.text(declared))));
}

/// The net of the bump's cell in the DEF, else that of its port, else the one of its label.
Symbol DefWiring::net_of_bump(const stack3d::Bump& bump, std::string_view name,
                              std::uint32_t number) {
  const stack3d::Node& node = chiplet_.nodes[bump.node];
  const Symbol placed = devices_.net_of_bump(name, stack_.names.text(bump.cell));
  const Symbol by_port = net_of_port(stack_.names.text(bump.port));
  if (placed != Symbol::kNone) {
    if (by_port != Symbol::kNone && placed != by_port) report_mismatch(number, by_port, placed);
    return placed;
  }
  if (by_port != Symbol::kNone) return by_port;
  if (const Symbol net = net_of_port(stack_.names.text(node.name)); net != Symbol::kNone)
    return net;
  if (const Symbol net = net_by_name(stack_.names.text(node.net)); net != Symbol::kNone) return net;
  return net_by_name(stack_.names.text(node.name));
}

bool DefWiring::is_routing(std::string_view layer) const {
  const lefdef::Layer* known = lef_.find_layer(layer);
  return known != nullptr && known->type == lefdef::LayerType::kRouting;
}

/// Where its feed-through lands; else the layer of the region; else the topmost of its cell. Empty: not known.
std::string_view DefWiring::layer_of_bump(const stack3d::Region& region, const stack3d::Bump& bump,
                                          std::uint32_t number) const {
  const std::string& tsv = task_.tsv_layer[number];
  if (!tsv.empty()) return tsv;
  if (is_routing(region.layer)) return region.layer;
  const lefdef::Layer* top = nullptr;
  const lefdef::Macro* macro = lef_.find_macro(stack_.names.text(bump.cell));
  if (macro == nullptr) return {};
  for (const lefdef::MacroPin& pin : macro->pins) {
    for (const lefdef::Port& port : pin.ports) {
      for (const lefdef::Shape& shape : port.shapes) {
        const lefdef::Layer* layer = lef_.find_layer(shape.layer);
        if (layer == nullptr || layer->type != lefdef::LayerType::kRouting) continue;
        if (top == nullptr || layer->number > top->number) top = layer;
      }
    }
  }
  return top == nullptr ? std::string_view{} : std::string_view(top->name);
}

lefdef::Rect DefWiring::box_of_bump(std::uint32_t number) const {
  const PlacedBox box = bump_box(stack_, tier_.first_pin + number);
  const auto dbu = [&](double um) {
    return static_cast<lefdef::Coord>(std::llround(um * static_cast<double>(def_.dbu_per_um)));
  };
  return {{dbu(box.x1_um), dbu(box.y1_um)}, {dbu(box.x2_um), dbu(box.y2_um)}};
}

void DefWiring::problem(const std::string& text, std::uint32_t number) {
  const auto [at, fresh] = problems_.try_emplace(text);
  if (fresh) at->second.first = number;
  ++at->second.count;
}

void DefWiring::report_problems() {
  for (const auto& [text, entry] : problems_) {
    const stack3d::PinId pin = tier_.first_pin + entry.first;
    sink_.report(core::make_finding(codes::kBumpWithoutNet, counted(entry.count, "bump", "bumps") +
                                                                " of tier '" + tier_.path + "' " +
                                                                text + ", first '" +
                                                                stack_.pin_name(pin) + "'")
                     .at(stack_.pin_location(pin))
                     .on(tier_.path, text));
  }
}

void DefWiring::touch_bump(const stack3d::Region& region, const stack3d::Bump& bump,
                           std::uint32_t number) {
  const std::string_view name = region.map.name(bump);
  const Symbol net = net_of_bump(bump, name, number);
  if (net == Symbol::kNone) {
    problem("with a port or label for which DEF '" + def_.file + "' has neither pin nor net",
            number);
    return;
  }
  const stack3d::NetId stack_net = stack_.node_net[tier_.first_node + bump.node];
  name_of_net_[static_cast<std::uint32_t>(net)] = task_.nets->name(stack_net);
  Touch touch;
  touch.net = def_.text(net);
  touch.layer = layer_of_bump(region, bump, number);
  if (touch.layer.empty()) {
    problem("whose cell has no shape on a routing layer of the LEF", number);
    return;
  }
  touch.box = box_of_bump(number);
  touch.name = stack_.pin_name(tier_.first_pin + number);
  touch.location = stack_.pin_location(tier_.first_pin + number);
  touch_of_bump_[number] = static_cast<std::uint32_t>(touches_.size());
  touches_.push_back(std::move(touch));
}

void DefWiring::touch_bumps() {
  touch_of_bump_.assign(chiplet_.bump_count, kNone);
  for (const stack3d::Region& region : chiplet_.regions) {
    std::uint32_t number = region.first_bump;
    for (const stack3d::Bump& bump : region.map.bumps) {
      if ((*task_.wanted)[number]) touch_bump(region, bump, number);
      ++number;
    }
  }
  report_problems();
}

std::string DefWiring::net_name(Symbol net) const {
  const auto known = name_of_net_.find(static_cast<std::uint32_t>(net));
  return known != name_of_net_.end() ? known->second
                                     : task_.nets->name_of_port(task_.tier, def_.text(net));
}

void DefWiring::land(const Extraction& extraction, TierWiring& wiring) const {
  wiring.landing.assign(chiplet_.bump_count, kNone);
  for (std::uint32_t bump = 0; bump < touch_of_bump_.size(); ++bump) {
    if (touch_of_bump_[bump] != kNone)
      wiring.landing[bump] = extraction.touches[touch_of_bump_[bump]].node;
  }
}

std::optional<TierWiring> DefWiring::run() {
  index_names();
  touch_bumps();
  devices_.add_touches(touches_);
  ExtractOptions options;
  options.tier = tier_.path;
  options.layers = task_.layers;
  options.snap_um = task_.snap_um;
  options.component_pins = task_.setup->component_pins;
  options.count_duplicates = task_.setup->count_duplicates;
  auto extraction = extract(def_, lef_, touches_, options, sink_);
  if (!extraction) return std::nullopt;
  TierWiring wiring;
  land(*extraction, wiring);
  wiring.instances = devices_.take_places(*extraction, [&](Symbol net) { return net_name(net); });
  wiring.network = std::move(extraction->network);
  for (Net& net : wiring.network.nets) net.name = net_name(def_.names.find(net.name));
  return wiring;
}

}  // namespace

std::optional<TierWiring> extract_tier(const TierTask& task, core::Sink& sink) {
  return DefWiring(task, sink).run();
}

}  // namespace sealring::esd
