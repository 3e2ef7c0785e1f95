// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/cost.h"
#include "rapidwright_bridge/cost/recorded_runs.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::int64_t kMostVersions = 100000;
constexpr std::int64_t kMostJobs = 1000000;

constexpr std::array<std::pair<std::string_view, CostRoute::Kind>, 4> kKinds = {{
    {"full", CostRoute::Kind::kFull},
    {"restructured-full", CostRoute::Kind::kRestructuredFull},
    {"reuse", CostRoute::Kind::kReuse},
    {"shell", CostRoute::Kind::kShell},
}};

class Reader {
 public:
  Reader(const core::InputReader& reader, const std::filesystem::path& path, core::Sink& sink,
         core::ExecutionRecord& record)
      : reader_(reader), path_(path), sink_(sink), record_(record) {}

  std::optional<CostModel> read() {
    const auto file = reader_.read(path_, reader_.limits().yaml, sink_);
    if (!file) return std::nullopt;
    record_.add_input("cost-model", file->name, file->sha256);
    const core::YamlNode::Ptr root = core::parse_yaml(*file, sink_);
    if (!root) return std::nullopt;
    core::YamlMap map(*root, "the cost model", sink_);
    if (!map.valid() || !core::expect_schema(map, "sealring.reuse-cost/1", sink_))
      return std::nullopt;
    model_.name = map.require_text("name");
    model_.versions = map.get_int("versions", 1, kMostVersions).value_or(0);
    model_.slots = map.get_int("slots", 1, kMostJobs).value_or(1);
    model_.licences = map.get_int("licences", 1, kMostJobs);
    const auto recorded = map.get_text("recorded");
    if (const core::YamlNode* routes = map.require("routes")) read_routes(*routes);
    map.finish();
    if (model_.versions == 0)
      missing(map.location(), "versions", "'versions' is missing: the number of versions to cost");
    if (recorded) add_recorded(*recorded, map.location());
    if (bad_ || sink_.errors != 0) return std::nullopt;
    return std::move(model_);
  }

 private:
  void missing(const core::Location& place, std::string key, std::string message) {
    bad_ = true;
    sink_.report(core::make_finding(codes::kCostModel, std::move(message))
                     .at(place)
                     .on(model_.name, std::move(key)));
  }

  void add_recorded(const std::string& name, const core::Location& place) {
    const auto runs =
        read_recorded_runs(reader_, path_.parent_path() / name, place, sink_, record_);
    if (!runs) {
      bad_ = true;
      return;
    }
    apply_recorded_runs(*runs, model_, sink_);
  }

  void read_routes(const core::YamlNode& node) {
    if (node.kind != core::YamlNode::Kind::kMapping) {
      missing(node.location, "routes", "'routes' is not a mapping of route names");
      return;
    }
    for (const auto& entry : node.entries) {
      CostRoute route;
      route.name = entry.key;
      route.location = entry.key_location;
      core::YamlMap map(*entry.value, "route '" + entry.key + "'", sink_);
      if (!map.valid()) {
        bad_ = true;
        continue;
      }
      read_route(map, route);
      model_.routes.push_back(std::move(route));
    }
  }

  void read_route(core::YamlMap& map, CostRoute& route) {
    const std::string kind = map.require_text("kind");
    const auto it = std::ranges::find_if(kKinds, [&](const auto& k) { return k.first == kind; });
    if (it == kKinds.end()) {
      missing(map.location(), route.name + "/kind",
              "'kind' of route '" + route.name + "' is '" + kind +
                  "'; full, restructured-full, reuse or shell was expected");
    } else {
      route.kind = it->second;
    }
    route.checks = map.get_texts("checks");
    std::ranges::sort(route.checks);
    if (route.checks.empty()) {
      missing(map.location(), route.name + "/checks",
              "route '" + route.name +
                  "' has no 'checks': what it costs cannot be compared without what it proves");
    }
    if (const core::YamlNode* node = map.get("build"))
      route.build = read_stages(*node, route.name + "/build");
    if (const core::YamlNode* node = map.get("rebuild"))
      route.rebuild = read_stages(*node, route.name + "/rebuild");
    if (const core::YamlNode* node = map.get("per_version"))
      route.version = read_stages(*node, route.name + "/per_version");
    if (route.rebuild.empty()) route.rebuild = route.build;
    route.rebuild_every = map.get_int("rebuild_every", 1, kMostVersions);
    if (const auto slack = map.get_text("final_slack_ns")) {
      route.final_slack_ns = core::parse_decimal(*slack);
      if (!route.final_slack_ns) {
        missing(map.location(), route.name + "/final_slack_ns",
                "'final_slack_ns' of route '" + route.name + "' is '" + *slack +
                    "'; a number was expected");
      }
    }
    map.finish();
  }

  std::vector<CostStage> read_stages(const core::YamlNode& node, const std::string& key) {
    std::vector<CostStage> stages;
    if (node.kind != core::YamlNode::Kind::kSequence) {
      missing(node.location, key, "'" + key + "' is not a list of jobs");
      return stages;
    }
    for (const auto& item : node.items) {
      core::YamlMap map(*item, "a job of " + key, sink_);
      if (!map.valid()) {
        bad_ = true;
        continue;
      }
      CostStage stage;
      stage.job = map.require_text("job");
      const std::int64_t count = map.get_int("count", 1, kMostJobs).value_or(1);
      const auto hours = hours_value(map, "hours", stage.job, true);
      stage.startup_hours = hours_value(map, "startup_hours", stage.job, false).value_or(0);
      stage.people_hours = hours_value(map, "people_hours", stage.job, false).value_or(0);
      stage.cpus = map.get_int("cpus", 1, 4096).value_or(1);
      stage.licences = map.get_int("licences", 0, 64).value_or(1);
      stage.failed = map.get_int("failed", 0, count).value_or(0);
      map.finish();
      if (hours) stage.hours.assign(static_cast<std::size_t>(count), *hours);
      stages.push_back(std::move(stage));
    }
    return stages;
  }

  std::optional<core::Rational> hours_value(core::YamlMap& map, const std::string& key,
                                            const std::string& job, bool required) {
    const auto text = map.get_text(key);
    if (!text) {
      if (required)
        missing(map.location(), job + "/" + key, "job '" + job + "' has no '" + key + "'");
      return std::nullopt;
    }
    const auto value = core::parse_decimal(*text);
    const bool enough =
        value && (required ? *value > core::Rational(0) : *value >= core::Rational(0));
    if (!enough) {
      missing(map.location(), job + "/" + key,
              "'" + key + "' of job '" + job + "' is '" + *text + "'; hours " +
                  (required ? "above 0" : "of 0 or more") + " were expected");
      return std::nullopt;
    }
    return value;
  }

  const core::InputReader& reader_;
  const std::filesystem::path& path_;
  core::CountingSink sink_;
  core::ExecutionRecord& record_;
  CostModel model_;
  bool bad_ = false;
};

}  // namespace

std::optional<CostModel> read_cost_model(const core::InputReader& reader,
                                         const std::filesystem::path& path, core::Sink& sink,
                                         core::ExecutionRecord& record) {
  return Reader(reader, path, sink, record).read();
}

}  // namespace sealring::rapidwright_bridge
