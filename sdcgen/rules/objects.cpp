// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/objects.h"

#include <unordered_map>

#include "core/netlist/resolve.h"
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::ObjectKind;
using core::Resolved;

constexpr core::Want kInstancesOnly{
    .ports = false, .instances = true, .pins = false, .nets = false};

}  // namespace

bool check_instance_path(const Project& project, const Instance& instance, core::Sink& sink) {
  if (instance.path == ".") return true;
  const Resolved found =
      core::resolve(project.netlist, *project.top, instance.path, kInstancesOnly);
  if (found) return true;
  const Resolved any = core::resolve(project.netlist, *project.top, instance.path);
  const std::string what = any ? "'" + instance.path + "' is a " +
                                     std::string(core::to_string(any.kind)) +
                                     ", an instance was expected"
                               : found.why + core::did_you_mean(found);
  sink.report(make_finding(codes::kPathMissing, "instance '" + instance.name + "': " + what)
                  .at(instance.path_location)
                  .on(instance.name, instance.path));
  return false;
}

std::optional<FoundObject> find_object(const Project& project, const Instance& instance,
                                       const ClockSpec& clock, const ObjectRef& ref,
                                       core::Sink& sink) {
  const bool at_top = instance.path == ".";
  const bool port_of_top = at_top && ref.kind == ObjectRef::Kind::kPort;
  const std::string path = at_top ? ref.name : instance.path + "/" + ref.name;
  core::Want want{.ports = port_of_top, .instances = false, .pins = !port_of_top, .nets = false};
  const Resolved found = core::resolve(project.netlist, *project.top, path, want);
  const std::string object = instance.name + "/" + clock.name;
  const std::string who = "clock '" + clock.name + "' of '" + instance.name + "': ";
  if (found && !found.is_bus()) {
    return FoundObject{port_of_top ? ObjectRef::Kind::kPort : ObjectRef::Kind::kPin, found.path};
  }
  const core::Location place = ref.location;
  if (found) {
    sink.report(make_finding(codes::kObjectKind, who + "'" + found.path + "' is a bus of " +
                                                     std::to_string(found.range->width()) +
                                                     " bits " + core::to_string(*found.range) +
                                                     "; one bit was expected")
                    .at(place)
                    .on(object, path));
    return std::nullopt;
  }
  const Resolved any = core::resolve(project.netlist, *project.top, path);
  if (any) {
    sink.report(make_finding(codes::kObjectKind,
                             who + "'" + path + "' is a " + std::string(core::to_string(any.kind)) +
                                 "; a " + (port_of_top ? "port" : "pin") + " was expected")
                    .at(place)
                    .on(object, path)
                    .note("instance path given here", instance.path_location));
    return std::nullopt;
  }
  sink.report(make_finding(codes::kObjectMissing, who + found.why + core::did_you_mean(found))
                  .at(place)
                  .on(object, path)
                  .note("instance path given here", instance.path_location));
  return std::nullopt;
}

namespace {

/// Whether two clocks on one object are the same clock, given twice.
bool same_definition(const SelectedClock& a, const SelectedClock& b) {
  const auto agree = [](const std::optional<core::Time>& x, const std::optional<core::Time>& y) {
    return !x || !y || *x == *y;
  };
  return a.kind == b.kind && a.period == b.period && a.rise == b.rise && a.fall == b.fall &&
         a.derivation == b.derivation && a.source == b.source &&
         agree(a.setup_uncertainty, b.setup_uncertainty) &&
         agree(a.hold_uncertainty, b.hold_uncertainty);
}

void report_same_object(const SelectedClock& first, const SelectedClock& second, core::Sink& sink) {
  sink.report(make_finding(codes::kSameObject, "clocks '" + first.name + "' and '" + second.name +
                                                   "' both stand on '" + second.object +
                                                   "' and differ")
                  .at(second.cell)
                  .on(second.name, second.object)
                  .note("'" + first.name + "' is given here", first.cell));
}

}  // namespace

void share_clocks(Selection& selection, core::Sink& sink) {
  std::unordered_map<std::string, const SelectedClock*> names;
  std::unordered_map<std::string, SelectedClock*> objects;
  std::unordered_map<std::string, std::string> renamed;
  for (SelectedClock& clock : selection.clocks) {
    const bool may_be_added = clock.add;
    clock.add = false;
    const auto [same_name, new_name] = names.emplace(clock.name, &clock);
    if (!new_name) {
      sink.report(make_finding(codes::kNameCollision,
                               "clock name '" + clock.name + "' is made by '" +
                                   same_name->second->instance + "'/'" + same_name->second->clock +
                                   "' and by '" + clock.instance + "'/'" + clock.clock + "'")
                      .at(clock.cell)
                      .on(clock.name, clock.instance)
                      .note("the other one", same_name->second->cell));
    }
    if (clock.state != ClockState::kActive || clock.object.empty()) continue;
    const auto [same_object, new_object] = objects.emplace(clock.object, &clock);
    if (new_object) continue;
    SelectedClock& first = *same_object->second;
    if (same_definition(first, clock)) {
      if (!first.setup_uncertainty) first.setup_uncertainty = clock.setup_uncertainty;
      if (!first.hold_uncertainty) first.hold_uncertainty = clock.hold_uncertainty;
      clock.state = ClockState::kShared;
      renamed.emplace(clock.name, first.name);
      clock.name = first.name;
    } else if (may_be_added) {
      clock.add = true;
    } else {
      report_same_object(first, clock, sink);
    }
  }
  if (renamed.empty()) return;
  for (SelectedClock& clock : selection.clocks) {
    const auto name = renamed.find(clock.master);
    if (name != renamed.end()) clock.master = name->second;
  }
}

}  // namespace sealring::sdcgen
