// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "core/netlist/check.h"
#include "core/netlist/verilog.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/clock_table.h"
#include "sdcgen/readers/design_config.h"
#include "sdcgen/readers/ip_spec.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

std::string table_key(const DesignConfig& config, const PerMode::Entry& entry) {
  return (config.folder / entry.value).string();
}

/// Instances with the same values of parameters share one specification.
std::string spec_key(const Instance& instance) {
  std::string key = instance.ip.string();
  for (const auto& [name, value] : instance.parameters)
    key += "\n" + name + "=" + core::format_decimal(value.value, 39);
  return key;
}

void read_liberty(const core::InputReader& reader, Project& project, core::Sink& sink) {
  for (const Corner& corner : project.config.corners) {
    const LibertyFile* first = nullptr;
    for (const auto& [path, location] : corner.liberty) {
      const std::string key = path.string();
      if (!project.liberty.contains(key)) {
        auto file = read_liberty_units(reader, path, sink, location);
        if (!file) continue;
        project.liberty.emplace(key, std::move(*file));
      }
      const LibertyFile& file = project.liberty.at(key);
      if (first == nullptr) first = &file;
      if (file.time_unit.si == first->time_unit.si) continue;
      sink.report(make_finding(codes::kUnitsDiffer,
                               "time unit of '" + file.input.name + "' is " + file.time_unit.name +
                                   ", of '" + first->input.name + "' " + first->time_unit.name +
                                   ", both in corner '" + corner.name + "'")
                      .at(location)
                      .on(corner.name, file.input.name));
    }
    if (corner.liberty.empty()) {
      sink.report(
          make_finding(codes::kNothingToDo, "corner '" + corner.name + "' lists no Liberty file")
              .at(corner.location)
              .on(corner.name, "liberty"));
    }
  }
}

void read_netlists(const core::InputReader& reader, Project& project, core::Sink& sink) {
  for (const auto& [path, location] : project.config.netlists) {
    const auto file = reader.read(path, reader.limits().design, sink, location);
    if (!file) continue;
    project.netlist_names.push_back(file->name);
    project.netlist_digests.push_back(file->sha256);
    core::read_verilog(*file, {}, project.netlist, sink);
  }
  if (project.config.netlists.empty() || project.config.top.empty()) return;
  project.top = project.netlist.find(project.config.top);
  if (project.top != nullptr) return;
  if (project.netlist.modules.empty()) return;  // each file has said why
  std::vector<std::string> names;
  for (const core::Module& module : project.netlist.modules)
    names.emplace_back(project.netlist.text(module.name));
  sink.report(make_finding(codes::kTopMissing, "top module '" + project.config.top +
                                                   "' is not in the netlists" +
                                                   core::did_you_mean(project.config.top, names))
                  .at(project.config.top_location)
                  .on(project.config.top));
}

void read_instance_files(const core::InputReader& reader, Project& project, core::Sink& sink) {
  std::map<std::string, std::optional<IpDocument>> documents;
  for (const Instance& instance : project.config.instances) {
    const std::string ip = instance.ip.string();
    if (!documents.contains(ip))
      documents.emplace(ip, read_ip_document(reader, instance.ip, sink, instance.ip_location));
    const auto& document = documents.at(ip);
    if (document && !project.specs.contains(spec_key(instance))) {
      if (auto spec = read_ip_spec(*document, instance.parameters, instance.name, sink))
        project.specs.emplace(spec_key(instance), std::move(*spec));
    }
    for (const PerMode::Entry& entry : instance.table.entries) {
      const std::string key = table_key(project.config, entry);
      if (project.tables.contains(key)) continue;
      if (auto table = read_clock_table(reader, key, sink, entry.location)) {
        project.tables.emplace(key, std::move(*table));
      }
    }
  }
}

}  // namespace

const IpSpec* Project::spec_of(const Instance& instance) const {
  const auto it = specs.find(spec_key(instance));
  return it == specs.end() ? nullptr : &it->second;
}

const ClockTable* Project::table_of(const Instance& instance,
                                    const std::string& design_mode) const {
  const PerMode::Entry* entry = instance.table.in(design_mode);
  if (entry == nullptr) return nullptr;
  const auto it = tables.find(table_key(config, *entry));
  return it == tables.end() ? nullptr : &it->second;
}

const core::Unit& Project::time_unit(const std::string& corner) const {
  return first_library(corner).time_unit;
}

const LibertyFile& Project::first_library(const std::string& corner) const {
  return liberty.at(config.corner(corner)->liberty.front().first.string());
}

std::unique_ptr<Project> read_project(const core::InputReader& reader,
                                      const std::filesystem::path& config, core::Sink& sink) {
  auto read = read_design_config(reader, config, sink);
  if (!read) return nullptr;
  auto project = std::make_unique<Project>();
  project->config = std::move(*read);
  read_instance_files(reader, *project, sink);
  read_liberty(reader, *project, sink);
  read_netlists(reader, *project, sink);
  return project;
}

}  // namespace sealring::sdcgen
