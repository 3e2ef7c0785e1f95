// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Gates that need protection of their own: driven from another domain, or behind a second stage.
#include <algorithm>
#include <map>
#include <queue>

#include "esd/format.h"
#include "esd/rules/rule_terminals.h"
#include "esd/topology/rule_base.h"
#include "esd/topology_codes.h"

namespace sealring::esd {

namespace {

/// What both rules on receivers share: the receiver's own rails.
class ReceiverRun : public TopologyRun {
 public:
  using TopologyRun::TopologyRun;

 protected:
  std::string gate_text(std::uint32_t receiver) const {
    return "gate of '" + project_.instances[receiver].name + "'";
  }
  std::uint32_t gate_of(std::uint32_t receiver) const {
    return wiring_.net_of_pin(receiver, wiring_.type_of(receiver).signal_pin);
  }

  /// The receiver's own rail; without such a pin any of the kind; a named net stays itself.
  Rail rail_of(std::uint32_t receiver, const std::string& name) {
    const DeviceType& type = wiring_.type_of(receiver);
    if (name == "power") return {name, false, wiring_.net_of_pin(receiver, type.power_pin)};
    if (name == "ground") return {name, true, wiring_.net_of_pin(receiver, type.ground_pin)};
    const auto net = wiring_.find_net(name);
    return {name, net && wiring_.nets()[*net].kind == NetKind::kGround, net.value_or(kNone)};
  }

  bool judge_rail(std::uint32_t receiver, const std::string& name,
                  const std::vector<unsigned char>& types, const core::Code& missing,
                  const std::string& lead) {
    const Rail rail = rail_of(receiver, name);
    const RailAnswer answer = towards(wiring_, gate_of(receiver), rail, types);
    if (answer.met) return true;
    const std::string own = rail.net == kNone
                                ? "any " + rail.name + " rail"
                                : "its own " + std::string(rail.ground ? "ground" : "power") +
                                      " '" + wiring_.shown(rail.net) + "'";
    const std::string start = lead.empty() ? gate_text(receiver) : gate_text(receiver) + " " + lead;
    if (answer.turned != kNone) {
      report(about_instance(codes::kWrongPolarity,
                            device_text(answer.turned) + " between " + gate_text(receiver) +
                                " and " + own + " conducts only the other way",
                            receiver, "to " + name));
    } else if (answer.wrong != kNone) {
      report(about_instance(codes::kWrongDomain,
                            start + " has no device to " + own + "; " + device_text(answer.wrong) +
                                " leads to '" + wiring_.shown(answer.wrong_net) + "' instead",
                            receiver, "to " + name));
    } else {
      report(about_instance(
          missing, start + " has no device (" + listed_words(rule_.devices) + ") to " + own,
          receiver, "to " + name));
    }
    return false;
  }

  void check_rails() {
    for (const std::string& name : rule_.rails) {
      if (name != "power" && name != "ground") net_of(name);
    }
  }
};

class CrossDomainRun : public ReceiverRun {
 public:
  using ReceiverRun::ReceiverRun;

  RuleCount run() {
    const std::vector<std::uint32_t> receivers = receivers_of();
    const std::vector<unsigned char> types = types_of(rule_.devices, "devices");
    check_rails();
    RuleCount count{"receivers", receivers.size(), 0, {}};
    for (const std::uint32_t receiver : receivers) {
      std::string driver;
      if (own_domain(receiver, driver)) continue;
      const std::string lead = driver.empty()
                                   ? "is driven from outside of its domain and"
                                   : "is driven from another domain by '" + driver + "' and";
      bool met = true;
      for (const std::string& rail : rule_.rails)
        met = judge_rail(receiver, rail, types, codes::kCrossDomainUnprotected, lead) && met;
      count.not_met += met ? 0 : 1;
    }
    return count;
  }

 private:
  /// Whether every driver of the gate (also behind a resistor) has the receiver's supplies.
  bool own_domain(std::uint32_t receiver, std::string& driver) const {
    std::vector<std::uint32_t> nets = {gate_of(receiver)};
    for (const Wiring::Way& way : wiring_.ways_from(nets.front())) {
      if (wiring_.type_of(way.instance).kind == DeviceType::Kind::kResistor) nets.push_back(way.to);
    }
    bool any = false;
    const DeviceType& type = wiring_.type_of(receiver);
    for (const std::uint32_t net : nets) {
      for (const Wiring::Pin& pin : wiring_.pins_on(net)) {
        const DeviceType& other = wiring_.type_of(pin.instance);
        if (other.kind != DeviceType::Kind::kDriver || pin.pin != other.signal_pin) continue;
        any = true;
        const bool same = wiring_.net_of_pin(pin.instance, other.power_pin) ==
                              wiring_.net_of_pin(receiver, type.power_pin) &&
                          wiring_.net_of_pin(pin.instance, other.ground_pin) ==
                              wiring_.net_of_pin(receiver, type.ground_pin);
        if (same) continue;
        driver = project_.instances[pin.instance].name;
        return false;
      }
    }
    return any;
  }
};

class SecondaryRun : public ReceiverRun {
 public:
  using ReceiverRun::ReceiverRun;

  RuleCount run() {
    const std::vector<std::uint32_t> receivers = receivers_of();
    const std::vector<unsigned char> types = types_of(rule_.devices, "devices");
    resistors_ = types_of(rule_.resistors, "resistors");
    check_rails();
    find_pads();
    RuleCount count{"receivers", receivers.size(), 0, {}};
    for (const std::uint32_t receiver : receivers) {
      if (driven_inside(receiver)) continue;
      bool met = judge_resistor(receiver);
      for (const std::string& rail : rule_.rails)
        met = judge_rail(receiver, rail, types, codes::kNoSecondaryClamp, "") && met;
      count.not_met += met ? 0 : 1;
    }
    return count;
  }

 private:
  void find_pads() {
    Selection selection = rule_.pads;
    if (selection.kind.empty()) selection.kind = "signal";
    pad_on_.assign(wiring_.nets().size(), kNone);
    for (const std::uint32_t pad : pads_of(selection)) {
      std::uint32_t& first = pad_on_[wiring_.net_of_pad(pad)];
      if (first == kNone) first = pad;
    }
  }

  bool supply(std::uint32_t net) const {
    const NetKind kind = wiring_.nets()[net].kind;
    return kind == NetKind::kPower || kind == NetKind::kGround;
  }

  /// A gate that a driver of the library drives, with no pad on it: not a matter of this rule.
  bool driven_inside(std::uint32_t receiver) const {
    const std::uint32_t gate = gate_of(receiver);
    if (pad_on_[gate] != kNone) return false;
    const auto pins = wiring_.pins_on(gate);
    return std::any_of(pins.begin(), pins.end(), [&](const Wiring::Pin& pin) {
      const DeviceType& type = wiring_.type_of(pin.instance);
      return type.kind == DeviceType::Kind::kDriver && pin.pin == type.signal_pin;
    });
  }

  bool judge_resistor(std::uint32_t receiver) {
    const std::uint32_t gate = gate_of(receiver);
    for (const Wiring::Way& way : wiring_.ways_from(gate)) {
      if (is(way, resistors_) && pad_on_[way.to] != kNone && pad_on_[gate] == kNone) return true;
    }
    std::uint32_t bypassed = kNone;  // both ends on the gate's net
    for (const Wiring::Pin& pin : wiring_.pins_on(gate)) {
      const bool first = pin.pin == wiring_.type_of(pin.instance).from_pin;
      if (first && resistors_[project_.instances[pin.instance].type] != 0) bypassed = pin.instance;
    }
    const std::string what = "no resistor (" + listed_words(rule_.resistors) + ") between ";
    core::Finding found;
    if (pad_on_[gate] != kNone) {
      const Pad& pad = project_.pads[pad_on_[gate]];
      std::string joined;
      std::vector<core::Note> notes = conductors_between(pad_on_[gate], receiver, joined);
      found = about_instance(
          codes::kNoSeriesResistor,
          what + "pad '" + pad.name + "' and the " + gate_text(receiver) + "; " + joined, receiver,
          "resistor");
      std::move(notes.begin(), notes.end(), std::back_inserter(found.notes));
    } else {
      found = through_devices(receiver, what);
    }
    if (bypassed != kNone && pad_on_[gate] != kNone) {
      found.notes.push_back({project_.instances[bypassed].location,
                             device_text(bypassed) + " is there, but conductors lead around it"});
    }
    report(std::move(found));
    return false;
  }

  /// The gate is on no pad's net: which devices lead to one, if any.
  core::Finding through_devices(std::uint32_t receiver, const std::string& what) {
    const std::uint32_t gate = gate_of(receiver);
    std::map<std::uint32_t, Wiring::Way> reached;
    std::queue<std::uint32_t> front;
    front.push(gate);
    std::uint32_t end = kNone;
    const auto visit = [&](std::uint32_t net, const Wiring::Way& way) {
      if (net == gate || supply(net) || !reached.emplace(net, way).second) return;
      if (pad_on_[net] != kNone && end == kNone) end = net;
      front.push(net);
    };
    while (!front.empty() && end == kNone) {
      const std::uint32_t net = front.front();
      front.pop();
      for (const Wiring::Way& way : wiring_.ways_from(net))
        visit(way.to, {net, way.to, way.instance});
      for (const Wiring::Way& way : wiring_.ways_to(net))
        visit(way.from, {net, way.from, way.instance});
    }
    if (end == kNone) {
      return about_instance(
          codes::kNoSeriesResistor,
          what + "any pad and the " + gate_text(receiver) + "; nothing joins the gate and a pad",
          receiver, "resistor");
    }
    std::string chain;
    for (std::uint32_t net = end; net != gate; net = reached.at(net).from) {
      chain += (chain.empty() ? "" : ", ") + device_text(reached.at(net).instance);
    }
    return about_instance(codes::kNoSeriesResistor,
                          what + "pad '" + project_.pads[pad_on_[end]].name + "' and the " +
                              gate_text(receiver) + "; joined by " + chain,
                          receiver, "resistor");
  }

  /// The way of fewest conductors from the pad to the gate, in words and as notes.
  std::vector<core::Note> conductors_between(std::uint32_t pad, std::uint32_t receiver,
                                             std::string& text) const {
    const Network& network = project_.network;
    const Partition& partition = wiring_.partition();
    const Taps& gate = project_.instances[receiver].pins[wiring_.type_of(receiver).signal_pin];
    const NodeId from = project_.pads[pad].taps.nodes.front();
    const NodeId to = gate.nodes.front();
    const std::uint32_t part = partition.component_of(to);
    if (partition.supernode[from] == partition.supernode[to]) {
      text = "both are one node";
      return {};
    }
    if (partition.component_of(from) != part) {
      text = "both are declared for net '" + wiring_.shown(wiring_.net_of_pad(pad)) + "'";
      return {};
    }
    const std::vector<ElementId> way =
        shortest(part, partition.local_of(from), partition.local_of(to));
    std::map<std::string, std::size_t> layers;
    std::vector<core::Note> notes;
    constexpr std::size_t kMost = 8;
    for (const ElementId id : way) {
      const std::string layer = layer_text(network, id);
      ++layers[layer.empty() ? "layer not known" : layer];
      if (notes.size() >= kMost) continue;
      const Element& element = network.elements[id];
      notes.push_back({network.where(element), "'" + std::string(network.element_name(id)) + "' (" +
                                                   (layer.empty() ? "layer not known" : layer) +
                                                   ", " + format_number(element.ohm) + " ohm)"});
    }
    text = "joined by " + counted(way.size(), "conductor", "conductors") + " (";
    bool first = true;
    for (const auto& [layer, number] : layers) {
      text += (first ? "" : ", ") + layer + " " + std::to_string(number);
      first = false;
    }
    text += ")";
    return notes;
  }

  std::vector<ElementId> shortest(std::uint32_t part, std::uint32_t from, std::uint32_t to) const {
    const Partition& partition = wiring_.partition();
    const Graph graph = make_graph(project_.network, partition, part);
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> next(graph.nodes);
    for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
      next[graph.edges[e].a].emplace_back(graph.edges[e].b, e);
      next[graph.edges[e].b].emplace_back(graph.edges[e].a, e);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> came(graph.nodes, {kNone, kNone});
    std::queue<std::uint32_t> front;
    front.push(from);
    came[from] = {from, kNone};
    while (!front.empty() && came[to].first == kNone) {
      const std::uint32_t node = front.front();
      front.pop();
      for (const auto& [other, edge] : next[node]) {
        if (came[other].first != kNone) continue;
        came[other] = {node, edge};
        front.push(other);
      }
    }
    std::vector<ElementId> way;
    for (std::uint32_t node = to; node != from && came[node].first != kNone;
         node = came[node].first)
      way.push_back(partition.elements_of(part)[came[node].second]);
    std::reverse(way.begin(), way.end());
    return way;
  }

  std::vector<unsigned char> resistors_;
  std::vector<std::uint32_t> pad_on_;  ///< first selected pad of each net
};

}  // namespace

RuleCount run_cross_domain(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return CrossDomainRun(rule, wiring, sink).run();
}

RuleCount run_secondary(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return SecondaryRun(rule, wiring, sink).run();
}

}  // namespace sealring::esd
