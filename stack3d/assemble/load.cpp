// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/assemble/load.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "core/netlist/netlist.h"
#include "core/netlist/verilog.h"
#include "core/process/process.h"
#include "stack3d/assemble/inside.h"
#include "stack3d/codes.h"
#include "stack3d/readers/bump_map.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

namespace {

using core::lefdef::Def;
using core::lefdef::Lef;

class Loader {
 public:
  Loader(Stack& stack, const core::InputReader& reader, const AssembleOptions& options,
         core::Sink& sink)
      : stack_(stack), reader_(reader), options_(options), sink_(sink) {}

  void load_netlist() {
    if (!stack_.netlists.empty()) stack_.netlist = netlist_of(stack_.netlists, "netlist");
  }

  void load(Chiplet& chiplet) {
    load_bumps(chiplet);
    load_cells(chiplet);
    load_layout(chiplet);
    load_insides(chiplet);
  }

 private:
  std::optional<core::InputFile> read(FileRef& ref, const std::string& role, std::uint64_t limit) {
    const auto known = digests_.find(ref.shown);
    if (known != digests_.end() && known->second.empty()) return std::nullopt;
    std::optional<core::InputFile> file = reader_.read(ref.path, limit, sink_, ref.named_at);
    if (known == digests_.end()) {
      digests_[ref.shown] = file ? file->sha256 : "";
      if (file) {
        stack_.sources.push_back({role, ref.shown, file->sha256});
      } else {
        stack_.not_read.push_back(ref.shown);
      }
    }
    if (file) ref.sha256 = file->sha256;
    return file;
  }

  void load_bumps(Chiplet& chiplet) {
    const BumpScale scale{core::Rational(stack_.dbu_per_um) * chiplet.shrink, chiplet.offset};
    std::uint32_t first = 0;
    for (Region& region : chiplet.regions) {
      region.first_bump = first;
      if (!region.bmap) continue;
      const bool is_table = region.bmap->path.extension() == ".csv";
      auto file = read(*region.bmap, "bump-map",
                       is_table ? reader_.limits().table : reader_.limits().design);
      if (file && is_table) file = bump_lines_of_csv(std::move(*file), sink_);
      if (!file) continue;
      region.map = read_bump_map(std::move(*file), chiplet.name + ".regions." + region.name, scale,
                                 stack_.names, sink_);
      first += static_cast<std::uint32_t>(region.map.bumps.size());
    }
    chiplet.bump_count = first;
  }

  void load_cells(Chiplet& chiplet) {
    std::string key;
    std::vector<FileRef*> refs;
    for (auto* list : {&chiplet.tech_lef, &chiplet.lef}) {
      for (FileRef& ref : *list) {
        refs.push_back(&ref);
        key += ref.shown + '\n';
      }
    }
    if (refs.empty()) return;
    const auto [known, is_new] = lefs_.try_emplace(key);
    if (is_new) {
      auto lef = std::make_shared<Lef>();
      bool any = false;
      for (FileRef* ref : refs) {
        const auto file = read(*ref, "lef", reader_.limits().design);
        if (file) any = core::lefdef::read_lef(*file, *lef, sink_) || any || !lef->macros.empty();
      }
      if (any) known->second = lef;
    }
    for (FileRef* ref : refs) ref->sha256 = digests_[ref->shown];
    chiplet.cells = known->second;
    if (chiplet.cells) measure_cells(chiplet);
  }

  Dbu scaled(core::lefdef::Coord picometres, const Chiplet& chiplet) const {
    return round_half_away(core::Rational(picometres, core::lefdef::kPicometresPerUm) *
                           core::Rational(stack_.dbu_per_um) * chiplet.shrink);
  }

  void measure_cells(Chiplet& chiplet) {
    std::set<NameId> cells;
    for (const Region& region : chiplet.regions) {
      for (const Bump& bump : region.map.bumps) {
        if (cells.empty() || bump.cell != last_) cells.insert(bump.cell);
        last_ = bump.cell;
      }
    }
    for (NameId cell : cells) {
      const core::lefdef::Macro* macro = chiplet.cells->find_macro(stack_.names.text(cell));
      if (macro == nullptr) continue;
      BumpCell shape;
      shape.size = {scaled(macro->width, chiplet), scaled(macro->height, chiplet)};
      std::optional<core::lefdef::Rect> all;
      for (const auto& pin : macro->pins) {
        for (const auto& port : pin.ports) {
          for (const auto& one : port.shapes) {
            const core::lefdef::Rect box = one.box();
            all = !all
                      ? box
                      : core::lefdef::Rect{
                            {std::min(all->low.x, box.low.x), std::min(all->low.y, box.low.y)},
                            {std::max(all->high.x, box.high.x), std::max(all->high.y, box.high.y)}};
          }
        }
      }
      if (all) {
        const core::lefdef::Coord cx = macro->width / 2;
        const core::lefdef::Coord cy = macro->height / 2;
        shape.pad = {{scaled(all->low.x - cx, chiplet), scaled(all->low.y - cy, chiplet)},
                     {scaled(all->high.x - cx, chiplet), scaled(all->high.y - cy, chiplet)}};
        shape.has_pad = true;
      }
      chiplet.cell_shapes[cell] = shape;
    }
  }

  void load_layout(Chiplet& chiplet) {
    if (!chiplet.def) return;
    const auto [known, is_new] = defs_.try_emplace(chiplet.def->shown);
    if (is_new) {
      const auto file = read(*chiplet.def, "def", reader_.limits().design);
      if (file) {
        auto def = core::lefdef::read_def(*file, sink_);
        if (def && chiplet.cells) core::lefdef::resolve_layers(*def, *chiplet.cells);
        if (def) known->second = std::make_shared<const Def>(std::move(*def));
      }
    }
    chiplet.def->sha256 = digests_[chiplet.def->shown];
    chiplet.layout = known->second;
  }

  std::shared_ptr<const core::Netlist> netlist_of(std::vector<FileRef>& refs,
                                                  const std::string& role) {
    std::string key;
    for (const FileRef& ref : refs) key += ref.shown + '\n';
    const auto [known, is_new] = netlists_.try_emplace(key);
    if (is_new) {
      auto netlist = std::make_shared<core::Netlist>();
      bool any = false;
      for (FileRef& ref : refs) {
        const auto file = read(ref, role, reader_.limits().design);
        if (!file) continue;
        core::read_verilog(*file, {}, *netlist, sink_);
        any = true;
      }
      if (any) known->second = netlist;
    }
    for (FileRef& ref : refs) ref.sha256 = digests_[ref.shown];
    return known->second;
  }

  void add_facts(Chiplet& chiplet, const PortFacts& facts, const std::string& source,
                 bool is_netlist) {
    Chiplet::PortSource declared{
        (is_netlist ? "module of '" : "DEF '") + source + "'", is_netlist, {}};
    for (const std::string& port : facts.ports) {
      const NameId name = stack_.names.intern(port);
      declared.ports.push_back(name);
      if (ports_.insert(name).second) chiplet.port_list.push_back(name);
    }
    if (!declared.ports.empty()) chiplet.port_sources.push_back(std::move(declared));
    for (const auto& [a, b] : facts.connected) {
      chiplet.inside_pairs.push_back({stack_.names.intern(a), stack_.names.intern(b)});
    }
    if (facts.has_body) {
      chiplet.inside = Inside::kKnown;
      chiplet.inside_source.push_back(source);
    }
  }

  /// Where the DEF connects a bump's cell to a net with pins, the pin names the bump, before the map's port and label.
  void prefer_def_pins(Chiplet& chiplet) {
    const Def& def = *chiplet.layout;
    if (def.components.empty()) return;
    constexpr std::uint32_t kNoNet = 0xffffffffU;
    std::vector<std::uint32_t> net_of(def.names.size() + 1, kNoNet);       // by instance
    std::vector<std::vector<core::Symbol>> pins_of(def.names.size() + 1);  // by net
    for (std::uint32_t n = 0; n < def.nets.size(); ++n) {
      for (const auto& pin : def.of(def.net_pins, def.nets[n].pins)) {
        if (pin.instance == core::Symbol::kNone) {
          pins_of[static_cast<std::size_t>(def.nets[n].name)].push_back(pin.pin);
        } else {
          net_of[static_cast<std::size_t>(pin.instance)] = n;
        }
      }
    }
    for (const auto& pin : def.pins) {
      if (pin.net != core::Symbol::kNone)
        pins_of[static_cast<std::size_t>(pin.net)].push_back(pin.name);
    }
    for (Region& region : chiplet.regions) {
      for (Bump& bump : region.map.bumps) {
        const core::Symbol name = def.names.find(region.map.name(bump));
        if (name == core::Symbol::kNone || net_of[static_cast<std::size_t>(name)] == kNoNet)
          continue;
        const core::Symbol net = def.nets[net_of[static_cast<std::size_t>(name)]].name;
        name_by_pins(chiplet, region, bump, pins_of[static_cast<std::size_t>(net)]);
      }
    }
  }

  void name_by_pins(const Chiplet& chiplet, const Region& region, Bump& bump,
                    const std::vector<core::Symbol>& pins) {
    if (pins.empty()) return;
    const std::string_view port = stack_.names.text(bump.port);
    std::string first;
    for (const core::Symbol pin : pins) {
      std::string plain = plain_def_name(chiplet.layout->text(pin));
      if (const std::size_t extra = plain.find(".extra"); extra != std::string::npos)
        plain.resize(extra);
      if (plain == port) return;
      if (first.empty()) first = std::move(plain);
    }
    if (bump.port != NameId::kNone) {
      const std::string name(region.map.name(bump));
      sink_.report(core::make_finding(codes::kPortNetConflict,
                                      "bump '" + name + "' of '" + chiplet.name + "' has port '" +
                                          std::string(port) +
                                          "' in the map, and the DEF connects it to pin '" + first +
                                          "', which is used")
                       .at(region.map.locate(bump))
                       .on(chiplet.name + ".regions." + region.name + "/" + name, "port"));
    }
    bump.port = stack_.names.intern(first);
  }

  void load_insides(Chiplet& chiplet) {
    ports_.clear();
    const auto from = [&](const std::shared_ptr<const core::Netlist>& netlist) {
      const core::Module* module = netlist ? netlist->find(chiplet.name) : nullptr;
      if (module == nullptr) return;
      add_facts(chiplet, port_facts(*netlist, *module), netlist->locate(module->place).file, true);
    };
    if (!chiplet.verilog.empty()) from(netlist_of(chiplet.verilog, "die-netlist"));
    from(stack_.netlist);
    if (chiplet.layout && chiplet.layout->ended) {
      add_facts(chiplet, port_facts(*chiplet.layout), chiplet.layout->file, false);
      prefer_def_pins(chiplet);
    }
    const auto& trusted = options_.trusted_inside;
    if (std::find(trusted.begin(), trusted.end(), chiplet.name) != trusted.end()) {
      chiplet.inside = Inside::kTrusted;
    }
    const auto& mechanical = options_.mechanical;
    chiplet.mechanical =
        std::find(mechanical.begin(), mechanical.end(), chiplet.name) != mechanical.end();
  }

  Stack& stack_;
  const core::InputReader& reader_;
  const AssembleOptions& options_;
  core::Sink& sink_;
  std::map<std::string, std::string> digests_;  // shown name to sha256; empty: could not be read
  std::map<std::string, std::shared_ptr<const Lef>> lefs_;
  std::map<std::string, std::shared_ptr<const Def>> defs_;
  std::map<std::string, std::shared_ptr<const core::Netlist>> netlists_;
  std::set<NameId> ports_;
  NameId last_ = NameId::kNone;
};

}  // namespace

void load_chiplets(Stack& stack, const std::vector<bool>& used, const core::InputReader& reader,
                   const AssembleOptions& options, core::Sink& sink) {
  Loader loader(stack, reader, options, sink);
  loader.load_netlist();
  for (std::size_t i = 0; i < stack.chiplets.size(); ++i) {
    if (core::interrupt_requested()) return;
    if (used[i]) loader.load(stack.chiplets[i]);
  }
}

}  // namespace sealring::stack3d
