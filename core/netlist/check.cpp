// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/check.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/netlist/bits.h"

namespace sealring::core {
namespace {

/// Unknown ports listed one by one per instance; the rest is one finding with their number.
constexpr std::size_t kMaxUnknownPorts = 8;

/// One pass over a netlist.
class Check {
 public:
  Check(const Netlist& netlist, Sink& sink) : netlist_(&netlist), sink_(&sink) {}
  NetlistCheck run();

 private:
  void find_overridden();
  void module(const Module& module);
  void instance(const Module& module, const Instance& instance);
  void connection(const Module& module, const Instance& instance, const Module& of,
                  const Port& port, const Connection& connection, bool widths);
  void unknown_port(const Module& module, const Instance& instance, const Module& of,
                    const Connection& connection);
  void assigns(const Module& module);
  void selects(const Module& module, PieceRange pieces, Place place);
  void loops();
  bool overridden(const Module& module) const {
    return overridden_[static_cast<std::size_t>(&module - netlist_->modules.data())];
  }
  std::string text(Symbol symbol) const { return std::string(netlist_->text(symbol)); }
  std::string path(const Module& module, const Instance& instance) const {
    return text(module.name) + "/" + text(instance.name);
  }

  const Netlist* netlist_;
  Sink* sink_;
  NetlistCheck counts_;
  std::vector<bool> overridden_;  ///< some instance gives the module other parameters
  std::vector<std::uint64_t> black_boxes_;
};

NetlistCheck Check::run() {
  find_overridden();
  black_boxes_.resize(netlist_->names.size() + 1);
  for (const Module& each : netlist_->modules) module(each);
  for (std::size_t i = 0; i < black_boxes_.size(); ++i) {
    if (black_boxes_[i] == 0) continue;
    counts_.black_boxes[text(static_cast<Symbol>(i))] = black_boxes_[i];
  }
  loops();
  return counts_;
}

void Check::find_overridden() {
  overridden_.assign(netlist_->modules.size(), false);
  bool defparam = false;
  for (const Module& module : netlist_->modules) {
    for (const Override& over : module.overrides) {
      defparam = defparam || over.instance == kNoIndex;
    }
    for (const Instance& instance : module.instances) {
      if (instance.first_override == kNoIndex) continue;
      const std::uint32_t index = netlist_->find_index(instance.cell);
      if (index == kNoIndex || overridden_[index]) continue;
      const Module& of = netlist_->modules[index];
      overridden_[index] = true;
      const auto depends = [](const auto& item) { return item.by_parameter; };
      if (std::none_of(of.ports.begin(), of.ports.end(), depends) &&
          std::none_of(of.nets.begin(), of.nets.end(), depends)) {
        continue;
      }
      sink_->report(make_finding(codes::kNetlistParameter,
                                 "widths of module '" + text(of.name) +
                                     "' depend on parameters that '" + path(module, instance) +
                                     "' overrides; they were not compared")
                        .at(netlist_->locate(instance.place))
                        .on(path(module, instance)));
    }
  }
  // A defparam can reach any module with parameters.
  for (std::size_t i = 0; defparam && i < netlist_->modules.size(); ++i) {
    if (!netlist_->modules[i].parameters.empty()) overridden_[i] = true;
  }
}

void Check::module(const Module& module) {
  ++counts_.modules;
  for (const Instance& each : module.instances) instance(module, each);
  assigns(module);
}

void Check::instance(const Module& module, const Instance& instance) {
  ++counts_.instances;
  counts_.connections += instance.connection_count;
  const auto connections = module.connections_of(instance);
  for (const Connection& each : connections) {
    selects(module, each.pieces, module.place_of(instance, each));
  }
  const Module* of = instance.gate ? nullptr : netlist_->find(instance.cell);
  if (of == nullptr && !instance.gate) ++black_boxes_[static_cast<std::size_t>(instance.cell)];
  const auto named = [](const Connection& c) { return c.port != Symbol::kNone; };
  std::vector<Symbol> seen;
  for (const Connection& each : connections) {
    if (named(each)) seen.push_back(each.port);
  }
  std::sort(seen.begin(), seen.end());
  const auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (twice != seen.end()) {
    sink_->report(make_finding(codes::kNetlistPortTwice, "instance '" + path(module, instance) +
                                                             "' connects port '" + text(*twice) +
                                                             "' twice")
                      .at(netlist_->locate(instance.place))
                      .on(path(module, instance), text(*twice)));
  }
  if (of == nullptr) return;
  const bool widths = !overridden(module) && !overridden(*of);
  std::size_t position = 0;
  std::size_t unknown = 0;
  for (const Connection& each : connections) {
    std::uint32_t index = kNoIndex;
    if (named(each)) {
      index = of->find_port(each.port);
      if (index == kNoIndex && !of->incomplete && ++unknown <= kMaxUnknownPorts) {
        unknown_port(module, instance, *of, each);
      }
    } else if (position < of->ports.size()) {
      index = static_cast<std::uint32_t>(position++);
    } else {
      ++position;
    }
    if (index != kNoIndex) connection(module, instance, *of, of->ports[index], each, widths);
  }
  if (unknown > kMaxUnknownPorts) {
    sink_->report(make_finding(codes::kNetlistUnknownPort,
                               "instance '" + path(module, instance) + "' connects " +
                                   std::to_string(unknown - kMaxUnknownPorts) +
                                   " further ports that module '" + text(of->name) +
                                   "' does not have; is this the right version of the module?")
                      .at(netlist_->locate(instance.place))
                      .on(path(module, instance), "further")
                      .note("the module is here", netlist_->locate(of->place)));
  }
  if (position > of->ports.size() && !of->incomplete) {
    sink_->report(make_finding(codes::kNetlistTooManyConnections,
                               "instance '" + path(module, instance) + "' connects " +
                                   std::to_string(position) + " positions, module '" +
                                   text(of->name) + "' has " + std::to_string(of->ports.size()) +
                                   " ports")
                      .at(netlist_->locate(instance.place))
                      .on(path(module, instance))
                      .note("the module is here", netlist_->locate(of->place)));
  }
}

void Check::unknown_port(const Module& module, const Instance& instance, const Module& of,
                         const Connection& connection) {
  std::vector<std::string> names;
  for (const Port& port : of.ports) {
    if (port.name != Symbol::kNone) names.push_back(text(port.name));
  }
  const std::string name = text(connection.port);
  sink_->report(make_finding(codes::kNetlistUnknownPort,
                             "instance '" + path(module, instance) + "' connects port '" + name +
                                 "', which module '" + text(of.name) + "' does not have" +
                                 did_you_mean(name, names))
                    .at(netlist_->locate(module.place_of(instance, connection)))
                    .on(path(module, instance), name)
                    .note("the module is here", netlist_->locate(of.place)));
}

void Check::connection(const Module& module, const Instance& instance, const Module& of,
                       const Port& port, const Connection& connection, bool widths) {
  if (connection.pieces.count == 0 || !widths) return;
  bool flexible = false;
  const auto given = width_of(module, connection.pieces, &flexible);
  const auto wanted = of.width_of(port);
  if (!given || !wanted) return;
  ++counts_.widths_compared;
  if (flexible || *given == *wanted) return;
  const std::string name = port.name == Symbol::kNone ? "by position" : text(port.name);
  sink_->report(make_finding(codes::kNetlistWidth,
                             "port '" + name + "' of '" + path(module, instance) + "' (module '" +
                                 text(of.name) + "') has " + std::to_string(*wanted) +
                                 (*wanted == 1 ? " bit, " : " bits, ") + std::to_string(*given) +
                                 (*given == 1 ? " is connected" : " are connected"))
                    .at(netlist_->locate(module.place_of(instance, connection)))
                    .on(path(module, instance), name));
}

void Check::assigns(const Module& module) {
  for (const Assign& assign : module.assigns) {
    selects(module, assign.target, assign.place);
    selects(module, assign.source, assign.place);
    if (overridden(module)) continue;
    bool flexible = false;
    const auto target = width_of(module, assign.target);
    const auto source = width_of(module, assign.source, &flexible);
    if (!target || !source) continue;
    ++counts_.widths_compared;
    if (flexible || *target == *source) continue;
    sink_->report(
        make_finding(codes::kNetlistWidth, "assign in module '" + text(module.name) + "' has " +
                                               std::to_string(*target) + " bits on its left and " +
                                               std::to_string(*source) + " on its right")
            .at(netlist_->locate(assign.place))
            .on(text(module.name), std::to_string(*target) + ":" + std::to_string(*source)));
  }
}

void Check::selects(const Module& module, PieceRange pieces, Place place) {
  for (const Piece& piece : module.pieces_of(pieces)) {
    if (piece.kind != Piece::Kind::kSelect) continue;
    const Net& net = module.nets[piece.index];
    if (net.by_parameter && overridden(module)) continue;
    const std::string name = text(net.name);
    const bool one = piece.first == piece.last;
    const std::string shown = "'" + name +
                              (one ? "[" + std::to_string(piece.first) + "]"
                                   : to_string(Range{piece.first, piece.last})) +
                              "'";
    std::string fault;
    if (!net.has_range) {
      fault = shown + " selects from net '" + name + "', which is declared without a range";
    } else if (!net.bits.contains(piece.first) || !net.bits.contains(piece.last)) {
      fault = shown + " lies outside the range " + to_string(net.bits) + " of net '" + name + "'";
    } else if (!one && net.bits.width() > 1 &&
               (piece.first > piece.last) != net.bits.descending()) {
      fault = shown + " runs against the range " + to_string(net.bits) + " of net '" + name + "'";
    }
    if (fault.empty()) continue;
    sink_->report(make_finding(codes::kNetlistSelect, std::move(fault))
                      .at(netlist_->locate(place))
                      .on(text(module.name) + "/" + name, shown)
                      .note("the net is declared here", netlist_->locate(net.place)));
  }
}

/// Depth-first over the modules with a stack of its own; a module met again while it is open closes a loop.
void Check::loops() {
  enum : std::uint8_t { kNew, kOpen, kDone };
  struct Visit {
    std::uint32_t module;
    std::size_t next;
  };
  std::vector<std::uint8_t> state(netlist_->modules.size(), kNew);
  for (std::uint32_t root = 0; root < netlist_->modules.size(); ++root) {
    if (state[root] != kNew) continue;
    std::vector<Visit> stack{{root, 0}};
    state[root] = kOpen;
    while (!stack.empty()) {
      const Module& module = netlist_->modules[stack.back().module];
      if (stack.back().next == module.instances.size()) {
        state[stack.back().module] = kDone;
        stack.pop_back();
        continue;
      }
      const Instance& instance = module.instances[stack.back().next++];
      const std::uint32_t child = instance.gate ? kNoIndex : netlist_->find_index(instance.cell);
      if (child == kNoIndex || state[child] == kDone) continue;
      if (state[child] == kNew) {
        state[child] = kOpen;
        stack.push_back({child, 0});
        continue;
      }
      std::string way = text(netlist_->modules[child].name);
      bool inside = false;
      for (const Visit& visit : stack) {
        inside = inside || visit.module == child;
        if (!inside) continue;
        const Module& on_way = netlist_->modules[visit.module];
        const Instance& step = on_way.instances[visit.next - 1];
        way += "/" + text(step.name) + " (" + text(step.cell) + ")";
      }
      sink_->report(make_finding(codes::kNetlistLoop, "module '" +
                                                          text(netlist_->modules[child].name) +
                                                          "' contains itself: " + way)
                        .at(netlist_->locate(instance.place))
                        .on(text(netlist_->modules[child].name), path(module, instance)));
    }
  }
}

}  // namespace

NetlistCheck check_netlist(const Netlist& netlist, Sink& sink) {
  return Check(netlist, sink).run();
}

}  // namespace sealring::core
