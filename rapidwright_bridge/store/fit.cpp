// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/fit.h"

#include <algorithm>
#include <map>

#include "core/units/parse.h"
#include "rapidwright_bridge/checkpoint.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/pblock.h"
#include "rapidwright_bridge/xdc.h"

namespace sealring::rapidwright_bridge {
namespace {

std::string figure_of(const ImplementationRow& row, std::string_view name) {
  for (const auto& [key, value] : row.figures) {
    if (key == name || (key.size() > name.size() && key.ends_with(name))) return value;
  }
  return {};
}

/// Version in front of " build ...".
std::string tool_version(const std::string& tool) {
  return tool.substr(0, tool.find(' '));
}

Pblock parse_pblock(const std::string& text) {
  Pblock pblock;
  for (const std::string& word : tcl_words(text)) {
    std::string problem;
    if (const auto range = parse_range(word, problem)) {
      pblock.ranges.push_back(*range);
    } else {
      pblock.verbatim.push_back(word);
    }
  }
  std::ranges::sort(pblock.ranges);
  return pblock;
}

std::int64_t slices_of(const std::string& pblock) {
  std::int64_t count = 0;
  for (const SiteRange& range : parse_pblock(pblock).ranges) {
    if (range.type == "SLICE") count += (range.x1 - range.x0 + 1) * (range.y1 - range.y0 + 1);
  }
  return count;
}

void check_part(const ImplementationRow& row, const Part& wanted, core::Sink& sink) {
  const Part part = parse_part(row.part);
  const std::string_view field = differing_field(part, wanted);
  if (field.empty()) return;
  const bool speed = field == "speed grade";
  sink.report(core::make_finding(
                  speed ? codes::kSpeedMismatch : codes::kPartMismatch,
                  std::string(field) + " of implementation " + row.key.substr(0, 12) +
                      " differs: '" + to_string(part) + "' is not '" + to_string(wanted) + "'" +
                      (speed ? ": placement can be reused, timing must be done again" : ""))
                  .on(row.key, "part"));
}

}  // namespace

std::string worst_setup_of(const ImplementationRow& row) {
  return figure_of(row, "worst setup slack (ns)");
}

bool check_checkpoint_tool(const std::string& name, const std::string& checkpoint_tool,
                           std::int64_t format, const std::string& target_tool, core::Sink& sink) {
  // Versions decide where both are known: several of them share a format, and old ones have none on record.
  const auto made = parse_tool_version(checkpoint_tool);
  const auto wanted = parse_tool_version(target_tool);
  const std::int64_t target = checkpoint_format_of(target_tool);
  int order = 0;
  if (made && wanted) {
    order = *made > *wanted ? 1 : *made < *wanted ? -1 : 0;
  } else if (target != 0 && format != 0) {
    order = format > target ? 1 : format < target ? -1 : 0;
  }
  if (order == 0) return true;
  const auto shown = [](std::int64_t number) {
    return number == 0 ? std::string() : " (format " + std::to_string(number) + ")";
  };
  sink.report(core::make_finding(order > 0 ? codes::kCheckpointNewer : codes::kCheckpointOlder,
                                 "'" + name + "' is of tool " + checkpoint_tool + shown(format) +
                                     ", the target is " + target_tool + shown(target))
                  .on(name, "format"));
  return order < 0;
}

void check_fit(const CircuitDetail& circuit, const FitOptions& options, core::Sink& sink) {
  const std::string& name = circuit.row.name;
  for (const ImplementationRow& row : circuit.implementations) {
    if (row.outcome == "failed") continue;
    if (!options.tool.empty() && !row.artifacts.empty())
      check_checkpoint_tool(row.artifacts.front().first, tool_version(row.tool),
                            row.checkpoint_format, options.tool, sink);
    if (!options.part.empty()) check_part(row, options.part, sink);
    if (row.used == 1) {
      sink.report(core::make_finding(codes::kShapeUsedOnce,
                                     "shape '" + row.pblock + "' of '" + name + "' was used 1 time")
                      .on(row.key, "uses"));
    }
  }
  if (options.pblock.empty()) return;
  const std::string wanted = canonical_ranges(parse_pblock(options.pblock));
  const auto failed =
      std::ranges::find_if(circuit.implementations, [&](const ImplementationRow& row) {
        return row.outcome == "failed" && row.pblock == wanted;
      });
  if (failed == circuit.implementations.end()) return;
  sink.report(core::make_finding(codes::kFailedShape,
                                 "shape '" + wanted + "' of '" + name + "' failed before" +
                                     (failed->note.empty() ? "" : ": " + failed->note))
                  .on(circuit.row.key, wanted));
}

std::optional<SliceFloor> slice_floor(const CircuitDetail& circuit) {
  SliceFloor floor;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  for (const ImplementationRow& row : circuit.implementations) {
    // UltraScale slices (CLB) hold eight LUTs, those of series 7 hold four.
    for (const auto& [site, per_slice] :
         std::map<std::string, std::int64_t>{{"CLB LUTs", 8}, {"Slice LUTs", 4}}) {
      const auto luts = core::parse_integer(figure_of(row, site));
      if (!luts || *luts <= floor.luts) continue;
      floor.luts = *luts;
      floor.slices = (*luts + per_slice - 1) / per_slice;
    }
    const std::int64_t slices = slices_of(row.pblock);
    if (slices == 0) continue;
    if (row.outcome == "passed" && (passed == 0 || slices < passed)) {
      passed = slices;
      floor.smallest_passed = row.shape;
    }
    if (row.outcome == "failed" && slices > failed) {
      failed = slices;
      floor.largest_failed = row.shape;
    }
  }
  if (floor.luts == 0) return std::nullopt;
  return floor;
}

std::string floor_text(const SliceFloor& floor) {
  std::string text = std::to_string(floor.luts) + " LUTs need at least " +
                     std::to_string(floor.slices) + " slices";
  if (!floor.largest_failed.empty()) text += "; " + floor.largest_failed + " failed";
  if (!floor.smallest_passed.empty()) text += "; " + floor.smallest_passed + " fits";
  return text;
}

}  // namespace sealring::rapidwright_bridge
