// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/assembly.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "esd/assemble/stack_bonds.h"
#include "esd/assemble/stack_nets.h"
#include "esd/assemble/tier_wiring.h"
#include "esd/bonds.h"
#include "esd/readers/placement.h"
#include "esd/stack_codes.h"
#include "stack3d/stack.h"

namespace sealring::esd {

using stack3d::TierId;

namespace {

/// Passes findings on and counts those that make a check impossible.
class CountingSink final : public core::Sink {
 public:
  explicit CountingSink(core::Sink& sink) : sink_(sink) {}
  void report(core::Finding finding) override {
    if (finding.kind == core::FindingClass::kInput && finding.severity == core::Severity::kError)
      ++input_errors;
    sink_.report(std::move(finding));
  }
  std::uint64_t input_errors = 0;

 private:
  core::Sink& sink_;
};

class Assembly {
 public:
  Assembly(const StackSetup& setup, const core::InputReader& reader, std::filesystem::path folder,
           Project& project, core::Sink& sink)
      : setup_(setup),
        reader_(reader),
        folder_(std::move(folder)),
        project_(project),
        sink_(sink) {}

  bool run();

 private:
  bool read_stack();
  void read_bond_table();
  void match_tiers();
  void read_tier_layers();
  bool complete(TierId tier);
  bool wire_tier(TierId tier, const StackNets& nets, StackBonds& bonds);
  void place_instances(TierId tier, TierWiring& wiring, const std::vector<NodeId>& ids);
  bool is_supply(std::string_view name) const;
  void read_instance_table(TierId tier, const StackNets& nets);

  const StackSetup& setup_;
  const core::InputReader& reader_;
  std::filesystem::path folder_;
  Project& project_;
  core::Sink& sink_;
  std::shared_ptr<const stack3d::Stack> stack_;
  BondTable table_;
  bool has_table_ = false;
  std::vector<const TierSetup*> setup_of_;  ///< per tier
  std::vector<std::uint32_t> table_of_;     ///< per tier: into Project::tables
};

bool Assembly::read_stack() {
  stack3d::AssembleOptions options;
  options.flip = setup_.flip_physical ? stack3d::Flip::kPhysical : stack3d::Flip::kAsIs;
  options.netlists = setup_.netlists;
  auto stack = stack3d::assemble(setup_.stack.path, reader_, options, sink_);
  if (!stack) return false;
  for (const stack3d::Source& source : stack->sources) {
    project_.inputs.push_back({"stack-" + source.role, source.shown, source.sha256});
  }
  stack_ = std::make_shared<const stack3d::Stack>(std::move(*stack));
  project_.stack = stack_;
  return true;
}

void Assembly::read_bond_table() {
  if (!setup_.bonds) {
    sink_.report(core::make_finding(codes::kBondWithoutRow,
                                    "the project has a stack and no bond table; 'bonds' names it")
                     .at(setup_.stack.location)
                     .on("bonds", "table"));
    return;
  }
  auto table = read_bonds(reader_, setup_.bonds->path, sink_, setup_.bonds->location);
  if (!table) return;
  has_table_ = true;
  table_ = std::move(*table);
  project_.bonds_revision = table_.revision;
  project_.inputs.push_back({"bonds", table_.file, table_.sha256});
}

/// Entries of `tiers` and tiers of the stack, in both directions.
void Assembly::match_tiers() {
  setup_of_.assign(stack_->tiers.size(), nullptr);
  for (const TierSetup& entry : setup_.tiers) {
    const auto tier = find_tier(*stack_, entry.path);
    if (tier) {
      setup_of_[*tier] = &entry;
      continue;
    }
    sink_.report(core::make_finding(codes::kUnknownStackName,
                                    "tier '" + entry.path + "' is not in stack '" + stack_->file +
                                        "'" + core::did_you_mean(entry.path, tier_paths(*stack_)))
                     .at(entry.location)
                     .on(entry.path, "tier"));
  }
  for (TierId tier = 0; tier < stack_->tiers.size(); ++tier) {
    project_.tiers.push_back(
        {stack_->tiers[tier].path, setup_of_[tier] == nullptr ? "" : setup_of_[tier]->team});
  }
}

void Assembly::read_tier_layers() {
  project_.tables.push_back(table_.limits);
  table_of_.assign(stack_->tiers.size(), kNone);
  for (TierId tier = 0; tier < stack_->tiers.size(); ++tier) {
    const TierSetup* entry = setup_of_[tier];
    if (entry == nullptr || !entry->layers) continue;
    auto table = read_layers(reader_, entry->layers->path, sink_, entry->layers->location);
    if (!table) continue;
    project_.inputs.push_back({"layers", reader_.shown(entry->layers->path), table->sha256});
    table_of_[tier] = static_cast<std::uint32_t>(project_.tables.size());
    project_.tables.push_back(std::move(*table));
  }
}

/// Names what a tier lacks of the four things a check across dies needs.
bool Assembly::complete(TierId tier) {
  const TierSetup* entry = setup_of_[tier];
  const stack3d::Tier& placed = stack_->tiers[tier];
  const stack3d::Chiplet& chiplet = stack_->chiplet(tier);
  std::vector<std::string> missing;
  const bool from_def = entry != nullptr && entry->extract;
  const bool delivered = entry != nullptr && entry->network.has_value();
  if (!from_def && !delivered) {
    missing.emplace_back(
        "extracted connectivity ('extract: def', or 'network' with a DSPF, SPEF or SPICE file)");
  } else if (from_def && (!chiplet.layout || !chiplet.cells)) {
    missing.emplace_back(chiplet.layout ? "extracted connectivity (its LEF)"
                                        : "extracted connectivity (its DEF)");
  }
  if (!from_def && (entry == nullptr || !entry->pin_map))
    missing.emplace_back("pin map ('pin_map', bump to node)");
  if (project_.devices.sha256.empty()) missing.emplace_back("device types ('devices')");
  if (project_.rules.sha256.empty()) missing.emplace_back("rule values ('rules')");
  if (missing.empty()) return true;
  std::string text = "tier '" + placed.path + "'";
  if (entry == nullptr) text += " has no entry under 'tiers' and";
  if (entry != nullptr && !entry->team.empty()) text += " (team '" + entry->team + "')";
  text += " lacks: ";
  for (std::size_t i = 0; i < missing.size(); ++i) text += (i == 0 ? "" : ", ") + missing[i];
  sink_.report(core::make_finding(codes::kTierWithoutDelivery, text)
                   .at(entry == nullptr ? setup_.stack.location : entry->location)
                   .on(placed.path, "delivery"));
  return false;
}

/// Devices of the DEF, in the project's names and nodes.
void Assembly::place_instances(TierId tier, TierWiring& wiring, const std::vector<NodeId>& ids) {
  for (Instance& instance : wiring.instances) {
    instance.tier = stack_->tiers[tier].path;
    for (Taps& pin : instance.pins) {
      for (NodeId& node : pin.nodes) node = ids[node];
    }
    project_.instances.push_back(std::move(instance));
  }
}

bool Assembly::is_supply(std::string_view name) const {
  return std::any_of(project_.supplies.begin(), project_.supplies.end(),
                     [&](const Supply& supply) { return supply.name == name; });
}

void Assembly::read_instance_table(TierId tier, const StackNets& nets) {
  PlacementReader placement(reader_, folder_, project_, sink_);
  placement.set_tier({stack_->tiers[tier].path, [&, tier](std::string_view net) {
                        return is_supply(net) && !nets.node_of(tier, net)
                                   ? std::string(net)
                                   : nets.name_of_port(tier, net);
                      }});
  placement.read_instance_table(setup_of_[tier]->instances->path,
                                setup_of_[tier]->instances->location);
}

bool Assembly::wire_tier(TierId tier, const StackNets& nets, StackBonds& bonds) {
  if (!complete(tier) && setup_of_[tier] == nullptr) return false;
  const TierSetup& entry = *setup_of_[tier];
  const std::vector<bool> wanted = bonds.wanted(tier);
  TierTask task;
  task.stack = stack_.get();
  task.nets = &nets;
  task.tier = tier;
  task.setup = &entry;
  task.wanted = &wanted;
  task.devices = &project_.devices;
  task.layers = table_of_[tier] == kNone ? &project_.layers : &project_.tables[table_of_[tier]];
  task.tsv_layer = bonds.tsv_layers(tier);
  task.snap_um = setup_.snap_um;
  std::optional<TierWiring> wiring;
  if (entry.network) {
    wiring = read_delivery(task, reader_, project_.inputs, sink_);
  } else if (entry.extract && stack_->chiplet(tier).layout && stack_->chiplet(tier).cells) {
    wiring = extract_tier(task, sink_);
  }
  if (!wiring) return false;
  for (NetworkFile& file : wiring->network.files) {
    file.tier = entry.path;
    file.team = entry.team;
    file.table = table_of_[tier];
  }
  const std::vector<NodeId> ids = append_network(project_.network, wiring->network);
  wiring->network = {};
  bonds.land(tier, *wiring, ids);
  place_instances(tier, *wiring, ids);
  if (entry.instances) read_instance_table(tier, nets);
  return true;
}

bool Assembly::run() {
  if (!read_stack()) return false;
  read_bond_table();
  match_tiers();
  read_tier_layers();
  const StackNets nets(*stack_, setup_, sink_);
  project_.supplies = nets.supplies();
  StackBonds bonds(*stack_, nets, table_, setup_, project_, sink_);
  // A first file: names of nodes keep the case that each tier's own file gives them.
  project_.network.files.push_back({table_.file, table_.sha256, "", "", "", 0});
  std::vector<TierId> order;
  for (TierId tier = 0; tier < stack_->tiers.size(); ++tier) {
    if (!stack_->chiplet(tier).mechanical) order.push_back(tier);
  }
  std::sort(order.begin(), order.end(),
            [&](TierId a, TierId b) { return stack_->tiers[a].path < stack_->tiers[b].path; });
  bool any = false;
  for (const TierId tier : order) any = wire_tier(tier, nets, bonds) || any;
  if (has_table_) bonds.report_rows();
  bonds.join();
  return any;
}

}  // namespace

bool assemble_stack(const StackSetup& setup, const core::InputReader& reader,
                    const std::filesystem::path& folder, Project& project, core::Sink& sink) {
  CountingSink counted(sink);
  const bool any = Assembly(setup, reader, folder, project, counted).run();
  return any && counted.input_errors == 0;
}

}  // namespace sealring::esd
