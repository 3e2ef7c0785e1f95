// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/select/io_clocks.h"

#include <algorithm>

#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

SelectedClock io_clock_of(const SelectedClock& clock) {
  SelectedClock io = clock;
  io.kind = ClockKind::kVirtual;
  io.io_of = clock.name;
  io.clock += "_io";
  io.name += "_io";
  io.object.clear();
  io.object_kind = ObjectRef::Kind::kNone;
  io.master.clear();
  io.source.clear();
  io.source_kind = ObjectRef::Kind::kNone;
  io.derivation = {};
  io.add = false;
  return io;
}

void check_name(const Selection& selection, const SelectedClock& io, core::Sink& sink) {
  for (const SelectedClock& clock : selection.clocks) {
    if (clock.name != io.name) continue;
    sink.report(core::make_finding(codes::kNameCollision,
                                   "clock name '" + io.name + "' is made by '" + clock.instance +
                                       "'/'" + clock.clock + "' and by the IO delays of '" +
                                       io.io_of + "'")
                    .at(clock.cell)
                    .on(io.name, io.instance)
                    .note("the clock of the IO delays", io.cell));
  }
}

/// The device outside sees its clock as late as the registers inside see theirs, whatever the flow stage: a virtual
/// clock has the latencies of the clock that it stands for, and keeps the network latency where trees exist.
void give_latency(Selection& selection, const std::set<std::string>& bases) {
  for (SelectedEntry& entry : selection.entries) {
    if (entry.kind != EntryKind::kLatency || entry.state == EntryState::kCandidate) continue;
    std::vector<SelectedObject> virtual_clocks;
    for (const SelectedObject& object : entry.objects) {
      if (bases.contains(object.path)) virtual_clocks.push_back({object.kind, object.path + "_io"});
    }
    if (virtual_clocks.empty()) continue;
    if (entry.state == EntryState::kNotApplicable) {
      entry.objects.clear();
      entry.state = EntryState::kActive;
      entry.why.clear();
    }
    entry.objects.insert(entry.objects.end(), virtual_clocks.begin(), virtual_clocks.end());
  }
}

}  // namespace

void apply_margins(const DesignConfig& config, const View& view, Selection& selection) {
  for (const Margin& margin : config.margins) {
    const bool applies = (margin.flow_stage.empty() || margin.flow_stage == view.flow_stage) &&
                         (margin.corner.empty() || margin.corner == view.corner);
    if (!applies) continue;
    const auto add = [](std::optional<core::Time>& value, const std::optional<core::Time>& more) {
      if (more) value = value ? *value + *more : *more;
    };
    for (SelectedClock& clock : selection.clocks) {
      if (clock.state != ClockState::kActive) continue;
      add(clock.setup_uncertainty, margin.setup);
      add(clock.hold_uncertainty, margin.hold);
    }
  }
}

void add_io_clocks(Selection& selection, const std::set<std::string>& bases, core::Sink& sink) {
  if (bases.empty()) return;
  std::vector<SelectedClock> clocks;
  std::vector<SelectedClock> waiting;
  for (std::size_t i = 0; i < selection.clocks.size(); ++i) {
    const SelectedClock& clock = selection.clocks[i];
    clocks.push_back(clock);
    if (clock.state == ClockState::kActive && bases.contains(clock.name)) {
      waiting.push_back(io_clock_of(clock));
      check_name(selection, waiting.back(), sink);
    }
    const bool last =
        i + 1 == selection.clocks.size() || selection.clocks[i + 1].instance != clock.instance;
    if (!last) continue;
    clocks.insert(clocks.end(), waiting.begin(), waiting.end());
    waiting.clear();
  }
  selection.clocks = std::move(clocks);
  give_latency(selection, bases);
}

}  // namespace sealring::sdcgen
