// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Every net in one piece, supplies that reach their pads.
#include <algorithm>
#include <map>

#include "esd/format.h"
#include "esd/rules/drawing.h"
#include "esd/topology/islands.h"
#include "esd/topology/nearest.h"
#include "esd/topology/rule_base.h"
#include "esd/topology_codes.h"

namespace sealring::esd {

namespace {

constexpr std::size_t kNamed = 8;     // terminals named in a message's note
constexpr std::size_t kDrawn = 200;   // conductors drawn for an island
constexpr std::size_t kListed = 200;  // nets with a row of their own

class JoinedRun {
 public:
  JoinedRun(const Wiring& wiring, RulesOutcome& outcome, core::Scene& scene, core::Sink& sink)
      : wiring_(wiring),
        project_(wiring.project()),
        outcome_(outcome),
        scene_(scene),
        sink_(sink) {}

  RuleCount run() {
    outcome_.stranded.assign(wiring_.partition().components(), 0);
    broken_ = broken_nets(wiring_);
    count_ = {"nets", 0, broken_.size(), {}};
    for (const Wiring::Net& net : wiring_.nets()) count_.count += net.name.empty() ? 0 : 1;
    for (const BrokenNet& net : broken_) report_net(net);
    report_supplies();
    summarise();
    return count_;
  }

 private:
  std::vector<std::string> terminals_of(const Piece& piece) const {
    std::vector<std::string> names;
    for (const std::uint32_t pad : piece.pads)
      names.push_back("pad '" + project_.pads[pad].name + "'");
    for (const Wiring::Pin& pin : piece.pins) {
      names.push_back("pin '" + project_.instances[pin.instance].name + "." +
                      wiring_.type_of(pin.instance).pins[pin.pin] + "'");
    }
    for (const std::uint32_t pin : piece.declared) {
      names.push_back("terminal '" +
                      std::string(project_.network.nodes.name(project_.network.pins[pin].node)) +
                      "'");
    }
    return names;
  }

  void report_net(const BrokenNet& net) {
    const ConductorIndex main(project_.network, net.pieces.front().elements);
    for (std::size_t i = 1; i < net.pieces.size(); ++i) report_island(net, net.pieces[i], main);
  }

  void report_island(const BrokenNet& net, const Piece& island, const ConductorIndex& main) {
    const std::string name = wiring_.shown(net.net);
    const std::vector<std::string> terminals = terminals_of(island);
    const MissingLink link = missing_link(wiring_, island, main);
    const std::size_t pins = island.pins.size() + island.declared.size();
    std::string message = "net '" + name + "': an island of " +
                          counted(island.elements.size(), "conductor", "conductors") +
                          " is not joined to the rest (" +
                          counted(net.pieces.front().elements.size(), "conductor", "conductors") +
                          ")";
    if (!terminals.empty()) {
      message += "; it strands " + counted(island.pads.size(), "pad", "pads") + " and " +
                 counted(pins, "pin", "pins") + ", first " + terminals.front();
    }
    message += link.text.empty() ? "; no place of it is known" : "; nearest: " + link.text;
    const std::string object = terminals.empty() ? node_of(island) : terminals.front();
    core::Finding found = core::make_finding(codes::kIsland, message)
                              .at(place_of(island))
                              .on(name, "island of " + object)
                              .property("net", name)
                              .property("conductors", std::to_string(island.elements.size()))
                              .property("pads", std::to_string(island.pads.size()))
                              .property("pins", std::to_string(pins));
    if (terminals.empty()) {
      found.severity = core::Severity::kWarning;
    } else {
      outcome_.stranded[island.part] = 1;
    }
    list_terminals(terminals, found);
    for (const std::string& note : link.notes) found.notes.push_back({{}, note});
    draw(island, link, found);
    sink_.report(std::move(found));
  }

  static void list_terminals(const std::vector<std::string>& terminals, core::Finding& found) {
    std::string text;
    for (std::size_t i = 0; i < std::min(terminals.size(), kNamed); ++i)
      text += (text.empty() ? "on it: " : ", ") + terminals[i];
    if (terminals.size() > kNamed)
      text += " and " + std::to_string(terminals.size() - kNamed) + " more";
    if (!text.empty()) found.notes.push_back({{}, text});
  }

  std::string node_of(const Piece& island) const {
    return island.elements.empty() ? std::string("an empty part")
                                   : std::string(project_.network.nodes.name(
                                         project_.network.elements[island.elements.front()].a));
  }

  core::Location place_of(const Piece& island) const {
    if (!island.elements.empty())
      return project_.network.where(project_.network.elements[island.elements.front()]);
    if (!island.pads.empty()) return project_.pads[island.pads.front()].location;
    if (!island.pins.empty()) return project_.instances[island.pins.front().instance].location;
    return project_.location;
  }

  void draw(const Piece& island, const MissingLink& link, core::Finding& found) {
    const std::string print = core::fingerprint(found);
    const Network& network = project_.network;
    if (link.element != kNone) {
      found.where = middle_of(network, link.element, shape_of(network, link.element));
      draw_element(scene_, network, link.element, "nearest conductor of the main piece", print,
                   "wire");
    }
    for (std::size_t i = 0; i < std::min(island.elements.size(), kDrawn); ++i) {
      const ElementShape shape = shape_of(network, island.elements[i]);
      if (!found.where && shape.known) found.where = middle_of(network, island.elements[i], shape);
      draw_element(scene_, network, island.elements[i], "island of " + found.object, print);
    }
    for (const std::uint32_t pad : island.pads) {
      const Pad& at = project_.pads[pad];
      if (found.where || !at.box) continue;
      found.where = middle_of(at.tier, *at.box);
    }
  }

  /// Nets that clamps, receivers and drivers take as their supply, with the pins that do.
  std::map<std::uint32_t, std::size_t> supply_pins() const {
    std::map<std::uint32_t, std::size_t> pins;
    for (std::uint32_t i = 0; i < project_.instances.size(); ++i) {
      const DeviceType& type = wiring_.type_of(i);
      const bool clamp = type.kind == DeviceType::Kind::kClamp;
      const auto roles = clamp ? std::pair{type.from_pin, type.to_pin}
                               : std::pair{type.power_pin, type.ground_pin};
      if (!clamp && type.kind != DeviceType::Kind::kReceiver &&
          type.kind != DeviceType::Kind::kDriver) {
        continue;
      }
      for (const std::size_t pin : {roles.first, roles.second}) {
        const std::uint32_t net = wiring_.net_of_pin(i, pin);
        if (net != kNone) ++pins[net];
      }
    }
    return pins;
  }

  void report_supplies() {
    for (const auto& [net, pins] : supply_pins()) {
      const Wiring::Net& of = wiring_.nets()[net];
      if (!of.pads.empty() || signal(net) || declared_supply(of.name)) continue;
      if (pins < 2 || wiring_.pins_on(net).size() < 2) continue;  // a single pin is no domain
      const Wiring::Pin first = wiring_.pins_on(net).front();
      const std::string name = wiring_.shown(net);
      core::Finding found =
          core::make_finding(
              codes::kSupplyUnreached,
              "net '" + name + "' is the supply of " + counted(pins, "device pin", "device pins") +
                  " and reaches no pad, first '" + project_.instances[first.instance].name + "." +
                  wiring_.type_of(first.instance).pins[first.pin] + "'")
              .at(project_.instances[first.instance].location)
              .on(name, "no pad")
              .property("net", name);
      sink_.report(std::move(found));
    }
  }

  /// Supplies that the project declares are looked after without topology rules too.
  bool declared_supply(const std::string& name) const {
    return std::any_of(project_.supplies.begin(), project_.supplies.end(),
                       [&](const Supply& supply) { return supply.name == name; });
  }

  /// A gate or a driver's output lies on it: a local clamp's pin there makes it no supply.
  bool signal(std::uint32_t net) const {
    const auto pins = wiring_.pins_on(net);
    return std::any_of(pins.begin(), pins.end(), [&](const Wiring::Pin& pin) {
      const DeviceType& type = wiring_.type_of(pin.instance);
      const bool gate =
          type.kind == DeviceType::Kind::kReceiver || type.kind == DeviceType::Kind::kDriver;
      return (gate && pin.pin == type.signal_pin) || type.kind == DeviceType::Kind::kResistor;
    });
  }

  void summarise() {
    core::Table table;
    table.columns = {{"net"},
                     {"pieces", true},
                     {"conductors", true},
                     {"in the biggest", true},
                     {"stranded pads", true},
                     {"stranded pins", true}};
    for (const BrokenNet& net : broken_) {
      std::size_t all = 0;
      std::size_t pads = 0;
      std::size_t pins = 0;
      std::size_t biggest = 0;
      for (std::size_t i = 0; i < net.pieces.size(); ++i) {
        const Piece& piece = net.pieces[i];
        all += piece.elements.size();
        biggest = std::max(biggest, piece.elements.size());
        if (i == 0) continue;
        pads += piece.pads.size();
        pins += piece.pins.size() + piece.declared.size();
      }
      if (table.rows.size() >= kListed) continue;
      table.rows.push_back({wiring_.shown(net.net), std::to_string(net.pieces.size()),
                            std::to_string(all), std::to_string(biggest), std::to_string(pads),
                            std::to_string(pins)});
    }
    if (broken_.size() > kListed) {
      table.rows.push_back({counted(broken_.size() - kListed, "more net", "more nets"), "2 or more",
                            "-", "-", "-", "-"});
    }
    std::size_t single = 0;
    for (std::uint32_t n = 0; n < wiring_.nets().size(); ++n) single += single_pin(n) ? 1 : 0;
    const std::size_t whole = count_.count - broken_.size() - single;
    if (whole > 0)
      table.rows.push_back({counted(whole, "whole net", "whole nets"), "1", "-", "-", "0", "0"});
    if (single > 0) {
      table.rows.push_back({counted(single, "net", "nets") + " of a single pin, no domain", "1",
                            "0", "0", "0", "0"});
    }
    count_.count -= single;
    outcome_.sections.push_back({"nets", std::move(table)});
  }

  bool single_pin(std::uint32_t net) const {
    const Wiring::Net& of = wiring_.nets()[net];
    return !of.name.empty() && of.parts.size() == 1 && of.pads.empty() &&
           wiring_.pins_on(net).size() <= 1 &&
           wiring_.partition().elements_of(of.parts.front()).empty();
  }

  const Wiring& wiring_;
  const Project& project_;
  RulesOutcome& outcome_;
  core::Scene& scene_;
  core::Sink& sink_;
  std::vector<BrokenNet> broken_;
  RuleCount count_;
};

}  // namespace

RuleCount run_joined(const Wiring& wiring, RulesOutcome& outcome, core::Scene& scene,
                     core::Sink& sink) {
  return JoinedRun(wiring, outcome, scene, sink).run();
}

}  // namespace sealring::esd
