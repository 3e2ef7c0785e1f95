// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <tuple>

#include "core/process/process.h"
#include "stack3d/assemble/connect.h"
#include "stack3d/assemble/flatten.h"
#include "stack3d/assemble/load.h"
#include "stack3d/assemble/pairing.h"
#include "stack3d/codes.h"
#include "stack3d/readers/definitions.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

namespace {

/// Chiplets that no placed tier uses are not read.
std::vector<bool> used_chiplets(const Stack& stack, bool all) {
  std::vector<bool> used(stack.chiplets.size(), all);
  for (const Tier& tier : stack.tiers) used[tier.chiplet] = true;
  return used;
}

void report_unused(const Stack& stack, const std::vector<bool>& used, core::Sink& sink) {
  for (std::size_t i = 0; i < used.size(); ++i) {
    const Chiplet& chiplet = stack.chiplets[i];
    if (used[i] || chiplet.type == ChipletType::kHier) continue;
    sink.report(core::make_finding(codes::kUnusedDefinition,
                                   "chiplet '" + chiplet.name +
                                       "' is defined and never placed; its files were not read")
                    .at(chiplet.location)
                    .on(chiplet.name, "unused"));
  }
}

/// Gives tiers their pins.
bool number_pins(Stack& stack, core::Sink& sink) {
  std::uint64_t pins = 0;
  std::uint64_t nodes = 0;
  for (Tier& tier : stack.tiers) {
    tier.first_pin = static_cast<PinId>(pins);
    pins += stack.chiplets[tier.chiplet].bump_count;
    nodes += stack.chiplets[tier.chiplet].nodes.size();
    if (pins >= kNone || nodes >= kNone) {
      sink.report(
          core::make_finding(codes::kTooLarge, "the stack has more than 4294967294 bumps or ports")
              .at(stack.location)
              .on(stack.design, "pins"));
      return false;
    }
  }
  stack.bump_count = pins;
  return true;
}

}  // namespace

std::optional<Stack> assemble(const std::filesystem::path& path, const core::InputReader& reader,
                              const AssembleOptions& options, core::Sink& sink) {
  std::optional<Documents> documents = read_documents(path, reader, sink);
  if (!documents) return std::nullopt;
  std::optional<Stack> result(std::in_place);
  Stack& stack = *result;
  stack.flip = options.flip;
  stack.dbu_per_um = documents->dbu_per_um;
  stack.sources = documents->sources;
  stack.not_read = documents->not_read;
  stack.file = documents->files.back().shown;
  stack.location = {stack.file, 1, 1};

  std::vector<AssemblyDef> assemblies;
  std::optional<std::size_t> top;
  for (std::size_t i = 0; i < documents->files.size(); ++i) {
    const Document& document = documents->files[i];
    read_chiplets(document, reader, options, stack.dbu_per_um, stack.chiplets, sink);
    if (auto assembly = read_assembly(document, reader, stack.dbu_per_um, sink)) {
      assembly->document = i;
      if (i + 1 == documents->files.size()) top = assemblies.size();
      assemblies.push_back(std::move(*assembly));
    }
  }
  if (top) {
    stack.design = assemblies[*top].design;
    stack.location = assemblies[*top].location;
    stack.netlists = assemblies[*top].verilog;
    flatten(assemblies[*top], assemblies, options, stack, sink);
  }
  if (stack.tiers.empty()) {
    sink.report(core::make_finding(codes::kNoAssembly,
                                   "'" + stack.file + "' defines " +
                                       std::to_string(stack.chiplets.size()) +
                                       " chiplets and places none; there is no stack to check")
                    .at({stack.file, 1, 1})
                    .on(stack.file, "no assembly"));
  }
  for (const auto& netlist : options.netlists) {
    stack.netlists.push_back({netlist, {}, reader.shown(netlist), ""});
  }
  const std::vector<bool> used = used_chiplets(stack, !top.has_value());
  if (top) report_unused(stack, used, sink);
  load_chiplets(stack, used, reader, options, sink);
  if (core::interrupt_requested()) return std::nullopt;
  for (Chiplet& chiplet : stack.chiplets) number_nodes(chiplet, stack.names);
  if (!number_pins(stack, sink)) return std::nullopt;
  for (Interface& face : stack.interfaces) {
    const std::int64_t nm = options.interface_tolerance_nm
                                ? options.interface_tolerance_nm(face.name)
                                : options.tolerance_nm;
    face.tolerance = nm * stack.dbu_per_um / 1000;
  }
  pair_interfaces(stack, sink);
  connect(stack);
  std::sort(stack.sources.begin(), stack.sources.end(), [](const Source& a, const Source& b) {
    return std::tie(a.role, a.shown) < std::tie(b.role, b.shown);
  });
  return result;
}

std::optional<Stack> assemble(const std::filesystem::path& path, core::Sink& sink) {
  const core::InputReader reader(std::filesystem::current_path());
  return assemble(path, reader, {}, sink);
}

}  // namespace sealring::stack3d
