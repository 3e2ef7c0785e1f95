// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/topology/wiring.h"

#include <algorithm>
#include <numeric>

#include "core/diagnostics/waivers.h"

namespace sealring::esd {

namespace {

/// Begin of each key's entries in a list sorted by key; one more than keys.
template <class Entry, class Key>
std::vector<std::size_t> first_of(const std::vector<Entry>& entries, std::size_t keys, Key&& key) {
  std::vector<std::size_t> first(keys + 1, 0);
  for (const Entry& entry : entries) ++first[key(entry) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

NetKind kind_of(const std::string& word) {
  if (word == "power") return NetKind::kPower;
  return word == "ground" ? NetKind::kGround : NetKind::kSignal;
}

/// The net names that declared terminals give to the net names of the extracted files.
class NameMap {
 public:
  explicit NameMap(const Network& network) : network_(network), name_(network.nets.size(), kNone) {}
  void tell(const Taps& taps, std::uint32_t name) {
    for (const NodeId node : taps.nodes) {
      const std::uint32_t net = file_net(node);
      if (net != kNone && name_[net] == kNone) name_[net] = name;
    }
  }
  std::uint32_t file_net(NodeId node) const {
    return node < network_.net_of_node.size() ? network_.net_of_node[node] : kNone;
  }
  std::uint32_t name(std::uint32_t net) const { return name_[net]; }

 private:
  const Network& network_;
  std::vector<std::uint32_t> name_;
};

}  // namespace

bool fits(const std::vector<std::string>& globs, std::string_view name) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const std::string& glob) { return core::glob_match(glob, name); });
}

std::vector<unsigned char> select_types(const DeviceLibrary& library,
                                        const std::vector<std::string>& globs) {
  std::vector<unsigned char> selected;
  for (const DeviceType& type : library.types) selected.push_back(fits(globs, type.name) ? 1 : 0);
  return selected;
}

std::string listed_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

Wiring::Wiring(const Project& project, const Partition& partition,
               const std::vector<std::string>& joined_nets)
    : project_(project), partition_(partition) {
  name_parts();
  make_nets(joined_nets);
  make_ways();
}

/// Pads name a part, then its conductors, then the pins on it.
void Wiring::name_parts() {
  const auto intern = [&](const std::string& name) {
    const auto [at, fresh] =
        name_index_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return at->second;
  };
  name_of_part_.assign(partition_.components(), kNone);
  std::vector<std::uint32_t> first_pad(partition_.components(), kNone);
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> met;
  NameMap map(project_.network);
  for (std::uint32_t i = 0; i < project_.pads.size(); ++i) {
    const Pad& pad = project_.pads[i];
    if (pad.net.empty()) continue;
    const std::uint32_t name = intern(pad.net);
    map.tell(pad.taps, name);
    for (const NodeId node : pad.taps.nodes) {
      const std::uint32_t part = partition_.component_of(node);
      if (name_of_part_[part] == kNone) {
        name_of_part_[part] = name;
        first_pad[part] = i;
      } else if (name_of_part_[part] != name) {
        const std::uint32_t known = name_of_part_[part];
        if (met.emplace(std::minmax(known, name), true).second)
          contacts_.push_back({names_[known], pad.net, first_pad[part], i});
      }
    }
  }
  const auto each_pin = [&](auto&& work) {
    for (const Instance& instance : project_.instances) {
      for (std::size_t pin = 0; pin < instance.pins.size(); ++pin) {
        if (!instance.nets[pin].empty()) work(instance.pins[pin], intern(instance.nets[pin]));
      }
    }
  };
  each_pin([&](const Taps& taps, std::uint32_t name) { map.tell(taps, name); });
  const NodeId nodes = project_.network.nodes.size();
  std::vector<std::uint32_t> by_file(partition_.components(), kNone);
  for (NodeId node = 0; node < nodes; ++node) {
    const std::uint32_t net = map.file_net(node);
    if (net == kNone) continue;
    std::uint32_t& known = by_file[partition_.component_of(node)];
    if (known != kNone) continue;
    known = map.name(net) == kNone ? intern(project_.network.nets[net].name) : map.name(net);
  }
  for (std::uint32_t part = 0; part < partition_.components(); ++part) {
    if (name_of_part_[part] == kNone) name_of_part_[part] = by_file[part];
  }
  each_pin([&](const Taps& taps, std::uint32_t name) {
    for (const NodeId node : taps.nodes) {
      std::uint32_t& known = name_of_part_[partition_.component_of(node)];
      if (known == kNone) known = name;
    }
  });
}

/// Parts of one name are one net; names that meet on a part too; parts without a name stand alone.
void Wiring::make_nets(const std::vector<std::string>& joined_nets) {
  std::vector<std::uint32_t> leader(names_.size());
  std::iota(leader.begin(), leader.end(), 0U);
  const auto lead = [&](std::uint32_t name) {
    while (leader[name] != name) name = leader[name] = leader[leader[name]];
    return name;
  };
  for (const Contact& contact : contacts_) {
    const std::uint32_t a = lead(name_index_.find(contact.one)->second);
    const std::uint32_t b = lead(name_index_.find(contact.other)->second);
    leader[std::max(a, b)] = std::min(a, b);
  }
  net_of_name_.assign(names_.size(), kNone);
  net_of_part_.assign(partition_.components(), kNone);
  const auto make = [&](const std::string& name) {
    Net& net = nets_.emplace_back();
    net.name = name;
    return static_cast<std::uint32_t>(nets_.size() - 1);
  };
  for (std::uint32_t part = 0; part < partition_.components(); ++part) {
    const std::uint32_t name = name_of_part_[part];
    if (name == kNone) {
      net_of_part_[part] = make("");
    } else if (std::uint32_t& net = net_of_name_[lead(name)]; net == kNone) {
      net_of_part_[part] = net = make(names_[lead(name)]);
    } else {
      net_of_part_[part] = fits(joined_nets, names_[lead(name)]) ? net : make(names_[lead(name)]);
    }
    nets_[net_of_part_[part]].parts.push_back(part);
  }
  for (std::uint32_t name = 0; name < names_.size(); ++name) {
    net_of_name_[name] = net_of_name_[lead(name)];
    if (lead(name) != name && net_of_name_[name] != kNone)
      nets_[net_of_name_[name]].also.push_back(names_[name]);
  }
  for (std::uint32_t i = 0; i < project_.pads.size(); ++i) {
    Net& net = nets_[net_of_pad(i)];
    net.pads.push_back(i);
    const NetKind kind = kind_of(project_.pads[i].kind);
    if (net.kind == NetKind::kUnknown || net.kind == NetKind::kSignal) net.kind = kind;
  }
}

void Wiring::make_ways() {
  std::vector<std::pair<std::uint32_t, Pin>> pins;
  for (std::uint32_t i = 0; i < project_.instances.size(); ++i) {
    const Instance& instance = project_.instances[i];
    const DeviceType& type = type_of(i);
    for (std::uint32_t pin = 0; pin < instance.pins.size(); ++pin) {
      const std::uint32_t net = net_of_pin(i, pin);
      if (net != kNone) pins.push_back({net, {i, pin}});
    }
    if (!type.conducts()) continue;
    const std::uint32_t from = net_of_pin(i, type.from_pin);
    const std::uint32_t to = net_of_pin(i, type.to_pin);
    if (from == kNone || to == kNone || from == to) continue;
    ways_.push_back({from, to, i});
    if (type.both_ways) ways_.push_back({to, from, i});
  }
  back_ = ways_;
  std::stable_sort(ways_.begin(), ways_.end(),
                   [](const Way& a, const Way& b) { return a.from < b.from; });
  std::stable_sort(back_.begin(), back_.end(),
                   [](const Way& a, const Way& b) { return a.to < b.to; });
  std::stable_sort(pins.begin(), pins.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  first_way_ = first_of(ways_, nets_.size(), [](const Way& way) { return way.from; });
  first_back_ = first_of(back_, nets_.size(), [](const Way& way) { return way.to; });
  first_pin_ = first_of(pins, nets_.size(), [](const auto& pin) { return pin.first; });
  for (const auto& [net, pin] : pins) pins_.push_back(pin);
}

std::uint32_t Wiring::net_of_pad(std::uint32_t pad) const {
  return net_of_part_[partition_.component_of(project_.pads[pad].taps.nodes.front())];
}

std::uint32_t Wiring::net_of_pin(std::uint32_t instance, std::size_t pin) const {
  if (pin >= project_.instances[instance].pins.size()) return kNone;
  const Taps& taps = project_.instances[instance].pins[pin];
  return taps.nodes.empty() ? kNone : net_of_part_[partition_.component_of(taps.nodes.front())];
}

std::optional<std::uint32_t> Wiring::find_net(std::string_view name) const {
  const auto at = name_index_.find(name);
  if (at == name_index_.end() || net_of_name_[at->second] == kNone) return std::nullopt;
  return net_of_name_[at->second];
}

std::vector<std::string> Wiring::net_names() const {
  return names_;
}

std::string Wiring::shown(std::uint32_t net) const {
  if (net == kNone) return "no net";
  if (!nets_[net].name.empty()) return nets_[net].name;
  if (!nets_[net].pads.empty()) return project_.pads[nets_[net].pads.front()].name;
  const std::uint32_t part = nets_[net].parts.front();
  for (const ElementId id : partition_.elements_of(part)) {
    return std::string(project_.network.nodes.name(project_.network.elements[id].a));
  }
  for (const Pin& pin : pins_on(net)) {
    return project_.instances[pin.instance].name + "." + type_of(pin.instance).pins[pin.pin];
  }
  return "net without a name";
}

std::span<const Wiring::Pin> Wiring::pins_on(std::uint32_t net) const {
  return {pins_.data() + first_pin_[net], first_pin_[net + 1] - first_pin_[net]};
}

std::span<const Wiring::Way> Wiring::ways_from(std::uint32_t net) const {
  return {ways_.data() + first_way_[net], first_way_[net + 1] - first_way_[net]};
}

std::span<const Wiring::Way> Wiring::ways_to(std::uint32_t net) const {
  return {back_.data() + first_back_[net], first_back_[net + 1] - first_back_[net]};
}

}  // namespace sealring::esd
