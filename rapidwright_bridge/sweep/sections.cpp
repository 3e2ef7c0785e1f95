// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>

#include "rapidwright_bridge/sweep.h"

namespace sealring::rapidwright_bridge {
namespace {

std::string outcome_word(core::Verdict verdict) {
  switch (verdict) {
    case core::Verdict::kPass: return "passed";
    case core::Verdict::kFail: return "failed";
    case core::Verdict::kInconclusive: return "inconclusive";
    case core::Verdict::kError: break;
  }
  return "unchecked";
}

core::Section shapes_section(const SweepResult& result) {
  core::Table table;
  table.columns = {
      {"pblock"},         {"shape"},          {"runs", true}, {"passed", true},
      {"negative", true}, {"distinct", true}, {"best run"},   {"worst slack (ns)", true}};
  for (const ShapeAnswer& shape : result.shapes) {
    const Pblock& pblock = result.definition.pblocks[shape.pblock];
    const RunOutcome* best = shape.best ? &result.outcomes[*shape.best] : nullptr;
    table.rows.push_back({pblock.name, slice_shape(pblock), std::to_string(shape.runs),
                          std::to_string(shape.passed), std::to_string(shape.negative),
                          std::to_string(shape.distinct),
                          best != nullptr ? best->run.name : "none passed every check",
                          best != nullptr ? best->worst_setup.text : "-"});
  }
  return {"best run of each pblock, of those that passed every check", std::move(table)};
}

core::Section axes_section(const SweepResult& result) {
  core::Table table;
  table.columns = {{"axis"},
                   {"values", true},
                   {"cases", true},
                   {"all values equal", true},
                   {"hours for nothing", true}};
  for (const AxisAnswer& axis : result.axes) {
    table.rows.push_back({axis.axis, std::to_string(axis.values), std::to_string(axis.groups),
                          std::to_string(axis.equal_groups),
                          fmt::format("{:.3f}", axis.hours_for_nothing)});
  }
  return {
      "what each axis bought (equal worst slack and netlist; equal slack alone does not prove "
      "equal placement)",
      std::move(table)};
}

core::Section hours_section(const SweepResult& result) {
  core::Table table;
  table.columns = {{"hours of"}, {"value", true}};
  table.rows = {{"jobs", fmt::format("{:.3f}", result.elapsed_h)},
                {"processors", fmt::format("{:.3f}", result.cpu_h)},
                {"licences", fmt::format("{:.3f}", result.licence_h)},
                {"jobs in runs that did not pass", fmt::format("{:.3f}", result.failed_h)}};
  return {"hours spent", std::move(table)};
}

}  // namespace

std::vector<core::Section> sweep_sections(const SweepResult& result) {
  std::vector<core::Section> sections = {shapes_section(result)};
  if (!result.axes.empty()) sections.push_back(axes_section(result));
  sections.push_back(hours_section(result));
  return sections;
}

std::string sweep_runs_csv(const SweepResult& result, const std::string& route,
                           std::int64_t version) {
  std::string text = "route,phase,version,job,elapsed_h,cpu_h,licence_h,people_h,result,slack_ns\n";
  for (const RunOutcome& outcome : result.outcomes) {
    if (!outcome.collected) continue;
    text += fmt::format("{},build,{},sweep,{:.9f},{:.9f},{:.9f},0,{},{}\n", route, version,
                        outcome.elapsed_s / 3600, outcome.cpu_s / 3600, outcome.licence_s / 3600,
                        outcome.verdict == core::Verdict::kPass ? "passed" : "failed",
                        outcome.worst_setup.number() ? outcome.worst_setup.text : "");
  }
  return text;
}

namespace {

/// Whether every run of a shape came to an end of its own. A sweep that was stopped half way proves no shape bad.
bool tried(const SweepResult& result, const ShapeAnswer& shape) {
  return std::ranges::all_of(result.outcomes, [&](const RunOutcome& outcome) {
    return outcome.run.pblock != shape.pblock ||
           (outcome.collected && outcome.end.started && !outcome.end.interrupted);
  });
}

}  // namespace

std::vector<ModuleRecord> sweep_records(const SweepResult& result, const CircuitIdentity& circuit) {
  std::vector<ModuleRecord> records;
  for (const ShapeAnswer& shape : result.shapes) {
    if (!shape.best && !tried(result, shape)) continue;
    const std::optional<std::size_t> shown = shape.best ? shape.best : shape.best_of_all;
    const Pblock& pblock = result.definition.pblocks[shape.pblock];
    ModuleRecord record{
        .name = result.definition.module, .circuit = circuit, .has_implementation = true};
    record.implementation.part = result.definition.part;
    record.implementation.tool = result.definition.tool;
    record.implementation.pblock = canonical_ranges(pblock);
    record.shape = slice_shape(pblock);
    record.outcome = shape.best ? "passed" : "failed";
    record.note =
        shape.best ? "" : "0 of " + std::to_string(shape.runs) + " runs passed every check";
    if (shown) {
      const RunOutcome& outcome = result.outcomes[*shown];
      record.implementation.place_directive = outcome.run.place_directive;
      record.implementation.route_directive = outcome.run.route_directive;
      record.implementation.clock_uncertainty_ns =
          core::format_decimal(outcome.run.uncertainty_ns, 12);
      record.figures = outcome.figures;
      record.checks = outcome.checks;
      if (!shape.best)
        record.note += "; the best is '" + outcome.run.name + "', " + outcome_word(outcome.verdict);
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace sealring::rapidwright_bridge
