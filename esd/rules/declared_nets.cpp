// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/declared_nets.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "esd/format.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

namespace {

/// A pad, or a pin of an instance, by its number.
struct Terminal {
  const std::string* net = nullptr;
  std::size_t number = 0;
  std::size_t pin = SIZE_MAX;  ///< SIZE_MAX: a pad
};

class DeclaredNets {
 public:
  DeclaredNets(const Project& project, const Partition& partition, core::Sink& sink)
      : project_(project), partition_(partition), sink_(sink), first_(partition.components()) {}

  void run() {
    for (std::size_t i = 0; i < project_.pads.size(); ++i) {
      enter({&project_.pads[i].net, i, SIZE_MAX}, project_.pads[i].taps);
    }
    for (std::size_t i = 0; i < project_.instances.size(); ++i) {
      const Instance& instance = project_.instances[i];
      for (std::size_t pin = 0; pin < instance.pins.size(); ++pin)
        enter({&instance.nets[pin], i, pin}, instance.pins[pin]);
    }
    report_supplies();
  }

 private:
  std::string label(const Terminal& terminal) const {
    if (terminal.pin == SIZE_MAX) return "pad '" + project_.pads[terminal.number].name + "'";
    const Instance& instance = project_.instances[terminal.number];
    return "'" + instance.name + "." + project_.devices.types[instance.type].pins[terminal.pin] +
           "'";
  }
  const core::Location& place(const Terminal& terminal) const {
    return terminal.pin == SIZE_MAX ? project_.pads[terminal.number].location
                                    : project_.instances[terminal.number].location;
  }

  void enter(const Terminal& terminal, const Taps& taps) {
    if (terminal.net->empty()) return;
    for (const NodeId node : taps.nodes) {
      Terminal& known = first_[partition_.component_of(node)];
      if (known.net == nullptr) {
        known = terminal;
      } else if (*known.net != *terminal.net) {
        report(known, terminal);
      }
    }
  }

  /// A topology rule wants both tied, and metal is a tie.
  bool meant(const std::string& a, const std::string& b) const {
    const std::vector<TopologyRule>& rules = project_.rules.topology;
    return std::any_of(rules.begin(), rules.end(), [&](const TopologyRule& rule) {
      const auto has = [&](const std::string& name) {
        return std::find(rule.nets.begin(), rule.nets.end(), name) != rule.nets.end();
      };
      return rule.kind == TopologyRule::Kind::kGroundsTied && has(a) && has(b);
    });
  }

  void report(const Terminal& a, const Terminal& b) {
    const auto [low, high] = std::minmax(*a.net, *b.net);
    if (meant(low, high) || !reported_.emplace(low, high).second) return;
    const bool swapped = *a.net != low;
    const Terminal& first = swapped ? b : a;
    const Terminal& second = swapped ? a : b;
    sink_.report(core::make_finding(codes::kNetsJoined,
                                    "conductors join net '" + *first.net + "' (" + label(first) +
                                        ") and net '" + *second.net + "' (" + label(second) + ")")
                     .at(place(second))
                     .on(low, low + " " + high)
                     .note(label(first) + " is here", place(first)));
  }

  void report_supplies() {
    std::unordered_map<std::string_view, std::uint64_t> devices;
    for (const Instance& instance : project_.instances) {
      for (const std::string& net : instance.nets) ++devices[net];
    }
    std::unordered_map<std::string_view, bool> padded;
    for (const Pad& pad : project_.pads) padded[pad.net] = true;
    for (const Supply& supply : project_.supplies) {
      const auto count = devices.find(supply.name);
      if (count == devices.end() || padded.contains(supply.name)) continue;
      sink_.report(core::make_finding(codes::kSupplyWithoutPad,
                                      "supply net '" + supply.name + "' has " +
                                          counted(count->second, "device pin", "device pins") +
                                          " and no pad")
                       .at(supply.location)
                       .on(supply.name, "pads"));
    }
  }

  const Project& project_;
  const Partition& partition_;
  core::Sink& sink_;
  std::vector<Terminal> first_;  ///< per part
  std::set<std::pair<std::string, std::string>> reported_;
};

}  // namespace

void check_declared_nets(const Project& project, const Partition& partition, core::Sink& sink) {
  DeclaredNets(project, partition, sink).run();
}

}  // namespace sealring::esd
