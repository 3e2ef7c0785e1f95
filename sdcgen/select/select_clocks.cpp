// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <set>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/rules/objects.h"
#include "sdcgen/rules/periods.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

/// Selects the clocks of one instance in one view.
class InstanceSelector {
 public:
  InstanceSelector(const Project& project, const Instance& instance, const View& view,
                   core::Sink& sink)
      : project_(project), instance_(instance), view_(view), sink_(sink) {}

  void run(std::vector<SelectedClock>& clocks) {
    spec_ = project_.spec_of(instance_);
    table_ = project_.table_of(instance_, view_.mode);
    if (spec_ == nullptr || !find_mode()) return;
    const bool path_is_good =
        project_.top != nullptr && check_instance_path(project_, instance_, sink_);
    if (table_ == nullptr) return;
    check_row_names();
    for (const ClockSpec& clock : spec_->clocks) clocks.push_back(select(clock, path_is_good));
  }

 private:
  bool find_mode() {
    const PerMode::Entry* entry = instance_.mode.in(view_.mode);
    if (entry == nullptr) return false;
    mode_ = entry->value;
    for (const std::string& mode : spec_->modes) {
      if (mode == mode_) return true;
    }
    sink_.report(make_finding(codes::kUnknownMode, "instance '" + instance_.name +
                                                       "' is in mode '" + mode_ + "', which '" +
                                                       spec_->ip + "' does not have" +
                                                       core::did_you_mean(mode_, spec_->modes))
                     .at(entry->location)
                     .on(instance_.name, mode_));
    return false;
  }

  void check_row_names() {
    for (const ClockRow& row : table_->rows) {
      if (spec_->find(row.clock) != nullptr) continue;
      sink_.report(make_finding(codes::kClockNotInSpec,
                                "clock '" + row.clock + "' is not in the specification of '" +
                                    spec_->ip + "'" +
                                    core::did_you_mean(row.clock, spec_->clock_names()))
                       .at(row.location)
                       .on(instance_.name + "/" + row.clock, table_->file));
    }
  }

  SelectedClock select(const ClockSpec& clock, bool path_is_good) {
    SelectedClock entry = describe(clock);
    const ModeRange* range = clock.in_mode(mode_);
    const ClockRow* row = table_->find(clock.name);
    if (row != nullptr) {
      entry.cell = row->location;
      entry.table_cell = core::to_string(row->location);
    }
    if (range == nullptr) {
      entry.state = ClockState::kNotInMode;
      const bool in_use = row != nullptr && (row->answer == ClockRow::Answer::kPeriod ||
                                             row->answer == ClockRow::Answer::kDerived);
      if (in_use) note_not_in_mode(clock, *row);
      return entry;
    }
    if (row == nullptr || row->answer == ClockRow::Answer::kBlank) {
      report_unanswered(clock, row);
      return entry;
    }
    if (row->answer == ClockRow::Answer::kFaulty) return entry;
    if (row->answer == ClockRow::Answer::kUnused) {
      entry.state = ClockState::kUnused;
      return entry;
    }
    entry.state = ClockState::kActive;
    const ClockContext context{*spec_, clock, *table_, *row, mode_, instance_.name};
    entry.period = check_period(context, *range, sink_);
    entry.setup_uncertainty = row->setup_uncertainty;
    entry.hold_uncertainty = row->hold_uncertainty;
    entry.rise = row->rise;
    entry.fall = row->fall;
    if (path_is_good) resolve_objects(clock, entry);
    return entry;
  }

  SelectedClock describe(const ClockSpec& clock) const {
    SelectedClock entry;
    entry.instance = instance_.name;
    entry.clock = clock.name;
    entry.kind = clock.kind;
    entry.name = instance_.name + "_" + clock.name;
    entry.unit = table_->unit;
    entry.divide_by = clock.divide_by;
    entry.multiply_by = clock.multiply_by;
    entry.invert = clock.invert;
    if (clock.kind == ClockKind::kGenerated) entry.master = instance_.name + "_" + clock.master;
    entry.document = spec_->document + " rev " + spec_->revision;
    entry.spec_place = core::to_string(clock.location);
    entry.citation = to_string(clock.cite);
    return entry;
  }

  void resolve_objects(const ClockSpec& clock, SelectedClock& entry) {
    const auto take = [&](const ObjectRef& ref, ObjectRef::Kind& kind, std::string& path) {
      if (ref.kind == ObjectRef::Kind::kNone) return;
      if (const auto found = find_object(project_, instance_, clock, ref, sink_)) {
        kind = found->kind;
        path = found->path;
      }
    };
    if (clock.kind == ClockKind::kVirtual) return;
    take(clock.object, entry.object_kind, entry.object);
    if (clock.kind != ClockKind::kGenerated) return;
    const ClockSpec* master = spec_->find(clock.master);
    const ObjectRef& source = clock.source.kind == ObjectRef::Kind::kNone && master != nullptr
                                  ? master->object
                                  : clock.source;
    take(source, entry.source_kind, entry.source);
  }

  void note_not_in_mode(const ClockSpec& clock, const ClockRow& row) {
    std::string modes;
    for (const ModeRange& range : clock.modes)
      modes += (modes.empty() ? "'" : ", '") + range.mode + "'";
    sink_.report(make_finding(codes::kNotInMode, "clock '" + clock.name + "' of '" +
                                                     instance_.name +
                                                     "' has a period, but the IP has it in mode " +
                                                     modes + " only, not in '" + mode_ + "'")
                     .at(row.location)
                     .on(instance_.name + "/" + clock.name, view_.mode));
  }

  void report_unanswered(const ClockSpec& clock, const ClockRow* row) {
    const core::Location place = row != nullptr ? row->location : core::Location{table_->file};
    if (clock.required) {
      sink_.report(make_finding(codes::kMissingRow,
                                "table has no " + std::string(row != nullptr ? "period" : "row") +
                                    " for clock '" + clock.name + "' of instance '" +
                                    instance_.name +
                                    "'; write its period, or 0 when it is not used")
                       .at(place)
                       .on(instance_.name + "/" + clock.name, view_.mode)
                       .note("described here", clock.location));
    } else {
      sink_.report(make_finding(codes::kUnanswered, "optional clock '" + clock.name +
                                                        "' of instance '" + instance_.name +
                                                        "' is not answered")
                       .at(place)
                       .on(instance_.name + "/" + clock.name, view_.mode)
                       .note("described here", clock.location));
    }
  }

  const Project& project_;
  const Instance& instance_;
  const View& view_;
  core::Sink& sink_;
  const IpSpec* spec_ = nullptr;
  const ClockTable* table_ = nullptr;
  std::string mode_;
};

}  // namespace

std::string_view to_string(ClockState state) {
  switch (state) {
    case ClockState::kActive: return "active";
    case ClockState::kUnused: return "unused";
    case ClockState::kNotInMode: return "not-in-mode";
    case ClockState::kUnanswered: break;
  }
  return "unanswered";
}

std::size_t Selection::count(ClockState state) const {
  std::size_t n = 0;
  for (const SelectedClock& clock : clocks) n += clock.state == state ? 1 : 0;
  return n;
}

Selection select_clocks(const Project& project, const View& view, core::Sink& sink) {
  Selection selection;
  selection.view = view;
  for (const Instance& instance : project.config.instances) {
    InstanceSelector(project, instance, view, sink).run(selection.clocks);
  }
  check_clock_identity(selection, sink);
  return selection;
}

}  // namespace sealring::sdcgen
