// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <map>
#include <set>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/rules/objects.h"
#include "sdcgen/rules/periods.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

/// Period of a clock of another instance, through its own external masters if need be.
std::optional<core::Time> period_elsewhere(const Project& project, const View& view,
                                           const ClockName& name, std::size_t depth,
                                           std::string& why) {
  const auto no = [&](std::string text) {
    why = std::move(text);
    return std::nullopt;
  };
  const auto& instances = project.config.instances;
  const auto instance = std::find_if(instances.begin(), instances.end(), [&](const Instance& one) {
    return one.name == name.instance;
  });
  if (instance == instances.end()) return no("and there is no instance '" + name.instance + "'");
  const IpSpec* spec = project.spec_of(*instance);
  const ClockTable* table = project.table_of(*instance, view.mode);
  const PerMode::Entry* mode = instance->mode.in(view.mode);
  if (spec == nullptr || table == nullptr || mode == nullptr)
    return no("whose files could not be read");
  const ClockSpec* clock = spec->find(name.clock);
  if (clock == nullptr)
    return no("which its specification does not have" +
              core::did_you_mean(name.clock, spec->clock_names()));
  if (depth > instances.size()) return no("whose masters form a loop");
  std::map<std::string, core::Time> external;
  for (const auto& [own, above] : instance->masters) {
    std::string ignored;
    if (const auto period = period_elsewhere(project, view, above, depth + 1, ignored))
      external.emplace(own, *period);
  }
  const ClockRow* row = table->find(clock->name);
  if (row == nullptr || clock->in_mode(mode->value) == nullptr)
    return no("which is not in use there");
  const auto period =
      period_of_clock({*spec, *clock, *table, *row, mode->value, name.instance, external});
  if (!period) return no("which is not in use there");
  return period;
}

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
    find_external_masters();
    describe_parameters();
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
    const ClockContext context{*spec_, clock, *table_, *row, mode_, instance_.name, external_};
    entry.period = check_period(context, *range, sink_);
    entry.setup_uncertainty =
        row->setup_uncertainty ? row->setup_uncertainty : clock.setup_uncertainty;
    entry.hold_uncertainty = row->hold_uncertainty ? row->hold_uncertainty : clock.hold_uncertainty;
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
    entry.derivation = clock.derivation;
    entry.add = clock.add;
    entry.parameters = parameters_;
    if (clock.kind == ClockKind::kGenerated) entry.master = master_name(clock);
    entry.document = spec_->document + " rev " + spec_->revision;
    entry.spec_place = core::to_string(clock.location);
    entry.citation = to_string(clock.cite);
    return entry;
  }

  std::string master_name(const ClockSpec& clock) const {
    if (clock.master != kExternalMaster) return instance_.name + "_" + clock.master;
    const auto master = instance_.masters.find(clock.name);
    return master == instance_.masters.end() ? std::string()
                                             : master->second.instance + "_" + master->second.clock;
  }

  /// Periods of the clocks of other instances that this one's clocks are generated from.
  void find_external_masters() {
    for (const auto& [name, master] : instance_.masters) {
      const ClockSpec* clock = spec_->find(name);
      if (clock == nullptr || clock->master != kExternalMaster) {
        refuse_master(
            name, master.location,
            clock == nullptr
                ? "is not in its specification" + core::did_you_mean(name, spec_->clock_names())
                : "has no external master in its specification, and one in 'masters'");
      }
    }
    for (const ClockSpec& clock : spec_->clocks) {
      if (clock.master != kExternalMaster) continue;
      const ClockRow* row = table_->find(clock.name);
      const bool in_use =
          row != nullptr && clock.in_mode(mode_) != nullptr &&
          (row->answer == ClockRow::Answer::kPeriod || row->answer == ClockRow::Answer::kDerived);
      if (!in_use) continue;
      const auto master = instance_.masters.find(clock.name);
      if (master == instance_.masters.end()) {
        refuse_master(clock.name, instance_.location,
                      "needs an external master; 'masters' names none");
        continue;
      }
      std::string why;
      if (const auto period = period_elsewhere(project_, view_, master->second, 0, why)) {
        external_.emplace(clock.name, *period);
      } else {
        refuse_master(clock.name, master->second.location,
                      "has the external master '" + master->second.instance + "/" +
                          master->second.clock + "', " + why);
      }
    }
  }

  void refuse_master(const std::string& clock, const core::Location& place,
                     const std::string& what) {
    sink_.report(make_finding(codes::kExternalMasterCode,
                              "clock '" + clock + "' of '" + instance_.name + "' " + what)
                     .at(place)
                     .on(instance_.name + "/" + clock, view_.mode));
  }

  void describe_parameters() {
    for (const auto& [name, value] : instance_.parameters)
      parameters_ += (parameters_.empty() ? "" : "; ") + name + "=" +
                     core::format_decimal(value.value, 18) + " (" + value.origin + ")";
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
  std::string parameters_;
  std::map<std::string, core::Time> external_;
};

}  // namespace

std::string_view to_string(ClockState state) {
  switch (state) {
    case ClockState::kActive: return "active";
    case ClockState::kUnused: return "unused";
    case ClockState::kNotInMode: return "not-in-mode";
    case ClockState::kShared: return "shared";
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
  share_clocks(selection, sink);
  return selection;
}

}  // namespace sealring::sdcgen
