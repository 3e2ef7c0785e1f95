// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/assemble/inside.h"

#include <map>
#include <set>
#include <unordered_map>

#include "core/netlist/bits.h"
#include "stack3d/assemble/connect.h"

namespace sealring::stack3d {

using core::Bit;
using core::Module;
using core::Netlist;

namespace {

/// Bits of a port, most significant first, with their names.
std::vector<std::string> port_bit_names(const Netlist& netlist, const core::Port& port) {
  const std::string name(netlist.text(port.name));
  if (!port.has_range) return {name};
  std::vector<std::string> names;
  const std::int32_t step = port.bits.descending() ? -1 : 1;
  constexpr std::uint64_t kWidest = 100'000'000;
  if (port.bits.width() > kWidest) return {name};
  for (std::int32_t bit = port.bits.msb;; bit += step) {
    names.push_back(name + "[" + std::to_string(bit) + "]");
    if (bit == port.bits.lsb) break;
  }
  return names;
}

/// Finds for every module which bits of its ports are one node.
class FeedThrough {
 public:
  explicit FeedThrough(const Netlist& netlist) : netlist_(netlist) {}

  /// Per port and bit (in the order of bits_of): a class number; equal classes are connected.
  using Classes = std::vector<std::vector<std::uint32_t>>;

  const Classes& classes(const Module& module) {
    const auto known = done_.find(&module);
    if (known != done_.end()) return known->second;
    if (!open_.insert(&module).second) return empty_;
    const core::NetBits bits(module);
    UnionFind sets(bits.size());
    for (std::uint32_t i = 0; i < bits.size(); ++i) sets.join(i, bits.root(i));
    for (const core::Instance& instance : module.instances)
      join_through(module, instance, bits, sets);
    Classes result;
    std::uint32_t fresh = bits.size();
    for (const core::Port& port : module.ports) {
      std::vector<std::uint32_t> one;
      for (const Bit& bit : core::bits_of(module, port)) {
        const std::uint32_t number =
            bit.net == core::kNoIndex ? core::kNoIndex : bits.number(bit.net, bit.index);
        one.push_back(number == core::kNoIndex ? fresh++ : sets.find(number));
      }
      result.push_back(std::move(one));
    }
    open_.erase(&module);
    return done_.emplace(&module, std::move(result)).first->second;
  }

 private:
  void join_through(const Module& module, const core::Instance& instance, const core::NetBits& bits,
                    UnionFind& sets) {
    const Module* child = netlist_.find(instance.cell);
    if (child == nullptr || child->primitive || child->behavioural) return;
    const Classes& inside = classes(*child);
    if (inside.empty()) return;
    std::unordered_map<std::uint32_t, std::uint32_t> first_bit;
    std::uint32_t position = 0;
    for (const core::Connection& connection : module.connections_of(instance)) {
      const std::uint32_t port =
          connection.port == core::Symbol::kNone ? position : child->find_port(connection.port);
      ++position;
      if (port == core::kNoIndex || port >= inside.size()) continue;
      const std::vector<Bit> outer = core::bits_of(module, connection.pieces);
      // Verilog aligns at the least significant bit.
      for (std::size_t i = 0; i < outer.size() && i < inside[port].size(); ++i) {
        const Bit& bit = outer[outer.size() - 1 - i];
        if (bit.net == core::kNoIndex) continue;
        const std::uint32_t number = bits.number(bit.net, bit.index);
        if (number == core::kNoIndex) continue;
        const std::uint32_t klass = inside[port][inside[port].size() - 1 - i];
        const auto [known, is_new] = first_bit.emplace(klass, number);
        if (!is_new) sets.join(known->second, number);
      }
    }
  }

  const Netlist& netlist_;
  std::map<const Module*, Classes> done_;
  std::set<const Module*> open_;
  Classes empty_;
};

}  // namespace

PortFacts port_facts(const Netlist& netlist, const Module& module) {
  PortFacts facts;
  facts.has_body = !module.incomplete && !module.behavioural &&
                   (!module.instances.empty() || !module.assigns.empty());
  FeedThrough through(netlist);
  static const FeedThrough::Classes kUnknown;
  const FeedThrough::Classes& classes = facts.has_body ? through.classes(module) : kUnknown;
  std::unordered_map<std::uint32_t, std::string> first;
  for (std::size_t p = 0; p < module.ports.size(); ++p) {
    const std::vector<std::string> names = port_bit_names(netlist, module.ports[p]);
    for (std::size_t b = 0; b < names.size(); ++b) {
      if (names[b].empty()) continue;
      facts.ports.push_back(names[b]);
      if (p >= classes.size() || b >= classes[p].size()) continue;
      const auto [known, is_new] = first.emplace(classes[p][b], names[b]);
      if (!is_new) facts.connected.emplace_back(known->second, names[b]);
    }
  }
  return facts;
}

std::string plain_def_name(std::string_view name) {
  std::string plain;
  plain.reserve(name.size());
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && i + 1 < name.size()) ++i;
    plain += name[i];
  }
  return plain;
}

PortFacts port_facts(const core::lefdef::Def& def) {
  PortFacts facts;
  facts.has_body = true;
  std::unordered_map<std::uint32_t, std::string> first;
  for (const core::lefdef::Pin& pin : def.pins) {
    std::string name = plain_def_name(def.text(pin.name));
    // "VDD.extra1" is a further pin of VDD (DEF 5.8, PINS).
    if (const std::size_t extra = name.find(".extra"); extra != std::string::npos)
      name.resize(extra);
    if (pin.net != core::Symbol::kNone) {
      const auto [known, is_new] = first.emplace(static_cast<std::uint32_t>(pin.net), name);
      if (!is_new && known->second != name) facts.connected.emplace_back(known->second, name);
    }
    facts.ports.push_back(std::move(name));
  }
  return facts;
}

}  // namespace sealring::stack3d
