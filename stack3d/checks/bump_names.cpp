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

/// A set of names as the rules compare them: by number where names are compared as they are.
class NameSet {
 public:
  NameSet(const Stack& stack, const Rules& rules)
      : stack_(stack), rules_(rules), exact_(!rules.maps_names()) {
    if (exact_) by_id_.resize(stack.names.size() + 1);
  }
  void insert(NameId name) {
    if (exact_) {
      by_id_[static_cast<std::size_t>(name)] = true;
    } else {
      by_text_.insert(rules_.canonical(stack_.names.text(name)));
    }
  }
  void insert(const std::string& text) {
    if (!exact_) {
      by_text_.insert(rules_.canonical(text));
    } else if (const NameId known = stack_.names.find(text); known != NameId::kNone) {
      by_id_[static_cast<std::size_t>(known)] = true;
    }
  }
  bool contains(NameId name) const {
    return exact_ ? by_id_[static_cast<std::size_t>(name)]
                  : by_text_.contains(rules_.canonical(stack_.names.text(name)));
  }

 private:
  const Stack& stack_;
  const Rules& rules_;
  bool exact_;
  std::vector<bool> by_id_;
  std::set<std::string> by_text_;
};

/// The names of one column of the maps, each with its first bump.
class Column {
 public:
  explicit Column(std::size_t names) : first_(names + 1, kNone) {}
  void add(NameId name, std::uint32_t bump) {
    std::uint32_t& first = first_[static_cast<std::size_t>(name)];
    if (first != kNone) return;
    first = bump;
    order_.push_back(name);
  }
  const std::vector<NameId>& names() const { return order_; }
  std::uint32_t first(NameId name) const { return first_[static_cast<std::size_t>(name)]; }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<NameId> order_;
};

class NameCheck {
 public:
  NameCheck(CheckContext& context, const Chiplet& chiplet)
      : context_(context),
        stack_(context.stack),
        chiplet_(chiplet),
        ports_(stack_.names.size()),
        nets_(stack_.names.size()),
        known_nets_(context.stack, context.rules) {}

  void run() {
    for (const Region& region : chiplet_.regions) {
      if (!region.map.bumps.empty()) scan(region);
    }
    for (const Chiplet::PortSource& source : chiplet_.port_sources) report_unknown_ports(source);
    report_unknown_nets();
    report_conflicts();
  }

 private:
  // A list of names that is wrong as a whole is said with its first names and their number.
  static constexpr std::size_t kListedNames = 1000;
  static constexpr std::size_t kSuggestions = 50;  // edit distances are slow

  void scan(const Region& region) {
    std::uint64_t without_net = 0;
    const Bump* first = nullptr;
    std::uint32_t number = region.first_bump;
    for (const Bump& bump : region.map.bumps) {
      if (bump.port != NameId::kNone) ports_.add(bump.port, number);
      if (bump.net != NameId::kNone) nets_.add(bump.net, number);
      if (bump.port != NameId::kNone && bump.net == NameId::kNone && without_net++ == 0)
        first = &bump;
      ++number;
    }
    if (without_net == 0) return;
    context_.sink.report(
        core::make_finding(codes::kPortWithoutNet, std::to_string(without_net) + " bumps of '" +
                                                       region.map.file +
                                                       "' have a port and no net; the first is '" +
                                                       std::string(region.map.name(*first)) + "'")
            .at(region.map.locate(*first))
            .on(chiplet_.name + ".regions." + region.name, "port without net"));
  }

  /// Reports one name of a column that is not known; after kListedNames only their number.
  void report_unknown(const core::Code& code, std::uint32_t bump, const std::string& name,
                      const std::string& column, const std::string& why,
                      const std::vector<std::string>& candidates, std::size_t count) {
    if (count > kListedNames) return;
    const Region& region = chiplet_.region_of(bump);
    const Bump& one = region.map.bumps[bump - region.first_bump];
    context_.sink.report(
        core::make_finding(
            code, "bump '" + std::string(region.map.name(one)) + "' names " + column + " '" + name +
                      "', which " + why +
                      (count <= kSuggestions ? core::did_you_mean(name, candidates) : ""))
            .at(region.map.locate(one))
            .on(chiplet_.name + "/" + name, column));
  }

  void report_more(const core::Code& code, const std::string& column, std::size_t count) {
    if (count <= kListedNames) return;
    context_.sink.report(core::make_finding(code, std::to_string(count) + " " + column +
                                                      "s of the bump maps of '" + chiplet_.name +
                                                      "' are not known; the first " +
                                                      std::to_string(kListedNames) + " are listed")
                             .at(chiplet_.location)
                             .on(chiplet_.name, "more " + column));
  }

  void report_unknown_ports(const Chiplet::PortSource& source) {
    NameSet declared(stack_, context_.rules);
    for (NameId port : source.ports) declared.insert(port);
    std::vector<NameId> unknown;
    for (NameId port : ports_.names()) {
      if (!declared.contains(port)) unknown.push_back(port);
    }
    context_.counts["port_names"] += ports_.names().size();
    if (unknown.empty()) return;
    const auto is_supply = [&](NameId port) {
      return context_.rules.class_of_net(stack_.names.text(port)) != UseClass::kSignal;
    };
    // Netlists without any supply port are usual; the supply is then joined by its name.
    const bool no_supplies =
        source.is_netlist && std::none_of(source.ports.begin(), source.ports.end(), is_supply);
    const std::vector<std::string> candidates = texts(stack_, source.ports);
    std::size_t count = 0;
    for (NameId port : unknown) {
      if (source.is_netlist && (is_ruled(port) || (no_supplies && is_supply(port)))) continue;
      if (!said_.insert(port).second) continue;
      report_unknown(codes::kUnknownPort, ports_.first(port), std::string(stack_.names.text(port)),
                     "port", "the " + source.what + " does not give '" + chiplet_.name + "'",
                     candidates, ++count);
    }
    report_more(codes::kUnknownPort, "port", count);
  }

  /// The rules say what becomes of a port that the netlist leaves out: an alias, or joined by its name.
  bool is_ruled(NameId port) const {
    const std::string name = context_.rules.canonical(stack_.names.text(port));
    const auto is_port = [&](const std::string& alias) {
      const std::string whole = context_.rules.canonical(alias);
      return whole == name || (whole.ends_with(name) && whole.size() > name.size() &&
                               (whole[whole.size() - name.size() - 1] == '.' ||
                                whole[whole.size() - name.size() - 1] == '/'));
    };
    const auto& aliases = context_.rules.aliases;
    const auto& joined = context_.rules.join_by_name;
    return std::any_of(aliases.begin(), aliases.end(),
                       [&](const std::vector<std::string>& group) {
                         return std::any_of(group.begin(), group.end(), is_port);
                       }) ||
           std::any_of(joined.begin(), joined.end(),
                       [&](const std::string& pattern) { return matches_pattern(name, pattern); });
  }

  void report_unknown_nets() {
    if (!chiplet_.layout || !chiplet_.layout->ended) return;
    const core::lefdef::Def& def = *chiplet_.layout;
    std::vector<std::string> candidates;
    const auto add = [&](core::Symbol symbol) {
      if (symbol == core::Symbol::kNone) return;
      const std::string name = plain_def_name(def.text(symbol));
      if (candidates.size() < kMostCandidates) candidates.push_back(name);
      known_nets_.insert(name);
    };
    for (const core::lefdef::Pin& pin : def.pins) add(pin.net);
    if (def.nets.empty()) return;  // only what its pins say is known then
    for (const core::lefdef::Net& net : def.nets) add(net.name);
    context_.counts["net_names"] += nets_.names().size();
    std::size_t count = 0;
    for (NameId net : nets_.names()) {
      if (known_nets_.contains(net)) continue;
      report_unknown(codes::kUnknownNet, nets_.first(net), std::string(stack_.names.text(net)),
                     "net", "the DEF of '" + chiplet_.name + "' does not have", candidates,
                     ++count);
    }
    report_more(codes::kUnknownNet, "net", count);
  }

  /// Port against net, between the map's columns and the DEF.
  void report_conflicts() {
    if (!chiplet_.layout || !chiplet_.layout->ended) return;
    const core::lefdef::Def& def = *chiplet_.layout;
    std::map<NameId, std::set<std::string>> nets_of_port;
    for (const core::lefdef::Pin& pin : def.pins) {
      const NameId port = stack_.names.find(plain_def_name(def.text(pin.name)));
      if (port != NameId::kNone) nets_of_port[port].insert(plain_def_name(def.text(pin.net)));
    }
    std::set<NameId> said;
    for (const Region& region : chiplet_.regions) {
      for (const Bump& bump : region.map.bumps) {
        if (bump.port == NameId::kNone || bump.net == NameId::kNone) continue;
        const auto nets = nets_of_port.find(bump.port);
        // A net that the DEF does not have at all is STK-0127.
        if (nets == nets_of_port.end() || !known_nets_.contains(bump.net)) continue;
        const std::string own(stack_.names.text(bump.net));
        if (nets->second.contains(own) || nets->second.contains("")) continue;
        if (!said.insert(bump.port).second) continue;
        const std::string port(stack_.names.text(bump.port));
        context_.sink.report(
            core::make_finding(codes::kPortNetConflict, "port '" + port + "' of '" + chiplet_.name +
                                                            "': the bump map says net '" + own +
                                                            "', the DEF says net '" +
                                                            *nets->second.begin() + "'")
                .at(region.map.locate(bump))
                .on(chiplet_.name + "/" + port, "net"));
      }
    }
  }

  CheckContext& context_;
  const Stack& stack_;
  const Chiplet& chiplet_;
  Column ports_;
  Column nets_;
  NameSet known_nets_;  // of the DEF
  std::set<NameId> said_;
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
