// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Names in bump maps against DEF pins, Verilog ports, LEF cells and the classes of the rules.
#include <algorithm>
#include <map>
#include <set>

#include "core/diagnostics/suggest.h"
#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "stack3d/assemble/inside.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

constexpr std::size_t kMostCandidates = 20'000;  // for suggestions: edit distance is slow

/// Calls visit(chiplet) for every chiplet with bumps, once.
template <class Visit>
void each_chiplet(const CheckContext& context, Visit visit) {
  for (const Chiplet& chiplet : context.stack.chiplets) {
    if (chiplet.bump_count > 0) visit(chiplet);
  }
}

std::vector<std::string> texts(const Stack& stack, const std::vector<NameId>& names) {
  std::vector<std::string> result;
  for (NameId name : names) {
    if (result.size() >= kMostCandidates) break;
    result.emplace_back(stack.names.text(name));
  }
  return result;
}

class NameCheck {
 public:
  NameCheck(CheckContext& context, const Chiplet& chiplet)
      : context_(context), stack_(context.stack), chiplet_(chiplet) {}

  void run() {
    for (const Region& region : chiplet_.regions) {
      if (region.map.bumps.empty()) continue;
      scan(region);
    }
    report_unknown_ports();
    report_unknown_nets();
    report_conflicts();
  }

 private:
  struct First {
    const Region* region = nullptr;
    const Bump* bump = nullptr;
    std::uint64_t count = 0;
  };

  static void note(std::map<NameId, First>& map, NameId name, const Region& region,
                   const Bump& bump) {
    First& first = map[name];
    if (first.count++ == 0) first = {&region, &bump, 1};
  }

  void scan(const Region& region) {
    First portless;
    for (const Bump& bump : region.map.bumps) {
      if (bump.port != NameId::kNone && bump.net == NameId::kNone && portless.count++ == 0) {
        portless = {&region, &bump, 1};
      }
      if (bump.port != NameId::kNone && bump.port != last_port_)
        note(ports_, bump.port, region, bump);
      if (bump.net != NameId::kNone && bump.net != last_net_) note(nets_, bump.net, region, bump);
      last_port_ = bump.port;
      last_net_ = bump.net;
    }
    if (portless.count == 0) return;
    context_.sink.report(core::make_finding(codes::kPortWithoutNet,
                                            std::to_string(portless.count) + " bumps of '" +
                                                region.map.file +
                                                "' have a port and no net; the first is '" +
                                                std::string(region.map.name(*portless.bump)) + "'")
                             .at(region.map.locate(*portless.bump))
                             .on(chiplet_.name + ".regions." + region.name, "port without net"));
  }

  void report_unknown_ports() {
    std::set<NameId> said;
    for (const Chiplet::PortSource& source : chiplet_.port_sources) {
      std::set<std::string> declared;
      bool has_supply = false;
      for (NameId port : source.ports) {
        const std::string_view name = stack_.names.text(port);
        declared.insert(context_.rules.canonical(name));
        has_supply = has_supply || context_.rules.class_of_net(name) != UseClass::kSignal;
      }
      for (const auto& [port, first] : ports_) {
        const std::string name(stack_.names.text(port));
        ++context_.counts["port_names"];
        if (said.contains(port) || declared.contains(context_.rules.canonical(name))) continue;
        // Netlists without any supply port are usual; the supply is then joined by its name.
        const bool supply = context_.rules.class_of_net(name) != UseClass::kSignal;
        if (source.is_netlist && !has_supply && supply) continue;
        said.insert(port);
        context_.sink.report(
            core::make_finding(codes::kUnknownPort,
                               "bump '" + std::string(first.region->map.name(*first.bump)) +
                                   "' names port '" + name + "', which the " + source.what +
                                   " does not give '" + chiplet_.name + "'" +
                                   core::did_you_mean(name, texts(stack_, source.ports)))
                .at(first.region->map.locate(*first.bump))
                .on(chiplet_.name + "/" + name, "port"));
      }
    }
  }

  void report_unknown_nets() {
    if (!chiplet_.layout || chiplet_.layout->nets.empty()) return;
    const core::lefdef::Def& def = *chiplet_.layout;
    std::set<std::string>& known = known_nets_;
    std::vector<std::string> candidates;
    const auto add = [&](core::Symbol symbol) {
      if (symbol == core::Symbol::kNone) return;
      std::string name = plain_def_name(def.text(symbol));
      if (candidates.size() < kMostCandidates) candidates.push_back(name);
      known.insert(context_.rules.canonical(name));
    };
    for (const core::lefdef::Net& net : def.nets) add(net.name);
    for (const core::lefdef::Pin& pin : def.pins) add(pin.net);
    for (const auto& [net, first] : nets_) {
      const std::string name(stack_.names.text(net));
      ++context_.counts["net_names"];
      if (known.contains(context_.rules.canonical(name))) continue;
      context_.sink.report(
          core::make_finding(codes::kUnknownNet,
                             "bump '" + std::string(first.region->map.name(*first.bump)) +
                                 "' names net '" + name + "', which the DEF of '" + chiplet_.name +
                                 "' does not have" + core::did_you_mean(name, candidates))
              .at(first.region->map.locate(*first.bump))
              .on(chiplet_.name + "/" + name, "net"));
    }
  }

  /// Port against net, between the map's columns and the DEF.
  void report_conflicts() {
    if (!chiplet_.layout) return;
    const core::lefdef::Def& def = *chiplet_.layout;
    std::map<std::string, std::set<std::string>> nets_of_port;
    for (const core::lefdef::Pin& pin : def.pins) {
      nets_of_port[plain_def_name(def.text(pin.name))].insert(plain_def_name(def.text(pin.net)));
    }
    std::set<NameId> said;
    for (const Region& region : chiplet_.regions) {
      for (const Bump& bump : region.map.bumps) {
        if (bump.port == NameId::kNone || bump.net == NameId::kNone) continue;
        if (bump.port == bump.net && nets_of_port.empty()) continue;
        const auto nets = nets_of_port.find(std::string(stack_.names.text(bump.port)));
        if (nets == nets_of_port.end()) continue;
        const std::string own(stack_.names.text(bump.net));
        // A net that the DEF does not have at all is STK-0127.
        if (!known_nets_.contains(context_.rules.canonical(own))) continue;
        if (nets->second.contains(own) || nets->second.contains("") ||
            !said.insert(bump.port).second)
          continue;
        context_.sink.report(core::make_finding(codes::kPortNetConflict,
                                                "port '" + nets->first + "' of '" + chiplet_.name +
                                                    "': the bump map says net '" + own +
                                                    "', the DEF says net '" +
                                                    *nets->second.begin() + "'")
                                 .at(region.map.locate(bump))
                                 .on(chiplet_.name + "/" + nets->first, "net"));
      }
    }
  }

  CheckContext& context_;
  const Stack& stack_;
  const Chiplet& chiplet_;
  std::map<NameId, First> ports_;
  std::map<NameId, First> nets_;
  std::set<std::string> known_nets_;  // of the DEF, as compared
  NameId last_port_ = NameId::kNone;
  NameId last_net_ = NameId::kNone;
};

/// Counts of bumps per cell, with the first bump of each.
struct CellUse {
  const Region* region = nullptr;
  const Bump* bump = nullptr;
  std::uint64_t count = 0;
};

std::map<NameId, CellUse> cells_of(const Chiplet& chiplet) {
  std::map<NameId, CellUse> cells;
  CellUse* last = nullptr;
  NameId last_cell = NameId::kNone;
  for (const Region& region : chiplet.regions) {
    for (const Bump& bump : region.map.bumps) {
      if (last == nullptr || bump.cell != last_cell) {
        last = &cells[bump.cell];
        last_cell = bump.cell;
        if (last->count == 0) *last = {&region, &bump, 0};
      }
      ++last->count;
    }
  }
  return cells;
}

void report_unknown_cells(CheckContext& context, const Chiplet& chiplet) {
  if (!chiplet.cells || chiplet.cells->macros.empty()) return;
  std::vector<std::string> macros;
  for (const auto& [name, macro] : chiplet.cells->macros) {
    if (macros.size() < kMostCandidates) macros.push_back(name);
  }
  for (const auto& [cell, use] : cells_of(chiplet)) {
    const std::string name(context.stack.names.text(cell));
    ++context.counts["bump_cells"];
    if (chiplet.cell_shapes.contains(cell)) continue;
    context.sink.report(core::make_finding(codes::kUnknownBumpCell,
                                           "cell '" + name + "' of " + std::to_string(use.count) +
                                               " bumps of '" + use.region->map.file +
                                               "' is in no LEF of '" + chiplet.name + "'" +
                                               core::did_you_mean(name, macros))
                            .at(use.region->map.locate(*use.bump))
                            .on(chiplet.name + "/" + name, "cell"));
  }
}

}  // namespace

void check_bump_names(CheckContext& context) {
  each_chiplet(context, [&](const Chiplet& chiplet) {
    NameCheck(context, chiplet).run();
    report_unknown_cells(context, chiplet);
  });
}

void check_bump_classes(CheckContext& context) {
  if (context.rules.cell_classes.empty()) return;
  const Stack& stack = context.stack;
  each_chiplet(context, [&](const Chiplet& chiplet) {
    for (const Region& region : chiplet.regions) {
      for (const Bump& bump : region.map.bumps) {
        const auto cell = context.rules.class_of_cell(stack.names.text(bump.cell));
        if (!cell) continue;
        ++context.counts["bump_classes"];
        const NameId label = bump.net != NameId::kNone ? bump.net : bump.port;
        const std::string net(stack.names.text(label));
        const UseClass use =
            label == NameId::kNone ? UseClass::kDummy : context.rules.class_of_net(net);
        if (*cell == use) continue;
        const std::string name(region.map.name(bump));
        context.sink.report(
            core::make_finding(
                codes::kBumpClass,
                "bump '" + name + "' is a " + std::string(to_string(*cell)) + " bump (cell '" +
                    std::string(stack.names.text(bump.cell)) + "') and carries " +
                    (label == NameId::kNone
                         ? std::string("no net")
                         : "net '" + net + "', which is " +
                               (use == UseClass::kSignal ? "a signal"
                                                         : std::string(to_string(use)))))
                .at(region.map.locate(bump))
                .on(chiplet.name + ".regions." + region.name + "/" + name, "class"));
      }
    }
  });
}

void check_pad_centre(CheckContext& context) {
  const Stack& stack = context.stack;
  each_chiplet(context, [&](const Chiplet& chiplet) {
    for (const auto& [cell, use] : cells_of(chiplet)) {
      const auto shape = chiplet.cell_shapes.find(cell);
      if (shape == chiplet.cell_shapes.end() || !shape->second.has_pad) continue;
      ++context.counts["pad_centres"];
      const Box& pad = shape->second.pad;
      const Point off{(pad.low.x + pad.high.x) / 2, (pad.low.y + pad.high.y) / 2};
      if (std::abs(off.x) <= 1 && std::abs(off.y) <= 1) continue;
      const std::string name(stack.names.text(cell));
      context.sink.report(
          core::make_finding(
              codes::kPadOffCentre,
              "the pad of bump cell '" + name + "' is centred " + context.um(off) +
                  " from the centre of its SIZE, which is where a bump map puts the bump (" +
                  std::to_string(use.count) + " bumps of '" + chiplet.name + "')")
              .at(chiplet.cells->find_macro(name)->location)
              .on(chiplet.name + "/" + name, "pad centre"));
    }
  });
}

}  // namespace sealring::stack3d
