// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/sweep.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::size_t kMostRuns = 100000;

constexpr std::array kKinds = {FileKind::kTimingSummary,
                               FileKind::kCheckTiming,
                               FileKind::kRouteStatus,
                               FileKind::kDrc,
                               FileKind::kMethodology,
                               FileKind::kUtilization,
                               FileKind::kClockUtilization,
                               FileKind::kBusSkew,
                               FileKind::kLog,
                               FileKind::kNextpnrReport,
                               FileKind::kNextpnrLog};

class Reader {
 public:
  Reader(const core::InputReader& reader, const std::filesystem::path& path, core::Sink& sink,
         core::ExecutionRecord& record)
      : reader_(reader), path_(path), sink_(sink), record_(record) {}

  std::optional<SweepDefinition> read() {
    const auto file = reader_.read(path_, reader_.limits().yaml, sink_);
    if (!file) return std::nullopt;
    record_.add_input("sweep", file->name, file->sha256);
    const core::YamlNode::Ptr root = core::parse_yaml(*file, sink_);
    if (!root) return std::nullopt;
    core::YamlMap map(*root, "the sweep", sink_);
    if (!map.valid() || !core::expect_schema(map, "sealring.reuse-sweep/1", sink_))
      return std::nullopt;
    out_.folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    out_.module = map.require_text("module");
    out_.checkpoint = map.require_text("checkpoint");
    const std::string part = map.require_text("part");
    out_.part = parse_part(part);
    out_.command = map.get_texts("command");
    // Parts of other vendors have names of other forms; they are kept as they are.
    if (out_.part.empty() && !out_.command.empty()) out_.part.device = part;
    if (out_.part.empty())
      fault(map.location(), "part", "'part' is '" + part + "', which is not a part name");
    out_.tool = out_.command.empty() ? "vivado" : out_.command.front();
    read_clock(map);
    read_pblocks_of(map);
    out_.place_directives = map.get_texts("place_directives");
    out_.route_directives = map.get_texts("route_directives");
    if (out_.place_directives.empty()) out_.place_directives = {"Default"};
    if (out_.route_directives.empty()) out_.route_directives = {"Default"};
    read_uncertainties(map);
    out_.slots = map.get_int("slots", 1, 100000).value_or(1);
    out_.time_limit =
        std::chrono::seconds(map.get_int("time_limit_s", 1, 30LL * 86400).value_or(0));
    read_required(map);
    read_accepted(map);
    map.finish();
    const std::size_t runs = out_.pblocks.size() * out_.place_directives.size() *
                             out_.route_directives.size() * out_.uncertainties_ns.size();
    if (runs > kMostRuns)
      fault(map.location(), "runs",
            "the sweep has " + std::to_string(runs) + " runs, the limit is 100000");
    check_unique(map.location());
    if (bad_ || sink_.errors != 0) return std::nullopt;
    return std::move(out_);
  }

 private:
  void fault(const core::Location& place, std::string key, std::string message) {
    bad_ = true;
    sink_.report(core::make_finding(codes::kSweepDefinition, std::move(message))
                     .at(place)
                     .on(out_.module, std::move(key)));
  }

  std::optional<core::Rational> number(const core::Location& place, const std::string& key,
                                       const std::string& text) {
    const auto value = core::parse_decimal(text);
    if (!value) fault(place, key, "'" + key + "' is '" + text + "'; a number of ns was expected");
    return value;
  }

  void read_clock(core::YamlMap& map) {
    const core::YamlNode* node = map.require("clock");
    if (node == nullptr) return;
    core::YamlMap clock(*node, "the clock", sink_);
    if (!clock.valid()) return;
    out_.clock_port = clock.require_text("port");
    const auto period = number(clock.location(), "period_ns", clock.require_text("period_ns"));
    if (period && !(*period > core::Rational(0)))
      fault(clock.location(), "period_ns", "'period_ns' is not above 0 ns");
    if (period) out_.period_ns = *period;
    out_.clock_source = clock.get_text("source").value_or("");
    clock.finish();
  }

  void read_pblocks_of(core::YamlMap& map) {
    if (const auto file = map.get_text("pblock_file")) {
      const auto input =
          reader_.read(out_.folder / *file, reader_.limits().yaml, sink_, map.location());
      if (!input) return;
      record_.add_input("pblocks", input->name, input->sha256);
      if (auto pblocks = read_pblocks(*input, sink_)) out_.pblocks = std::move(*pblocks);
      return;
    }
    for (const std::string& text : map.get_texts("pblocks")) {
      core::InputFile line{.name = reader_.shown(path_), .text = text};
      if (auto pblocks = read_pblocks(line, sink_)) {
        for (Pblock& pblock : *pblocks) {
          pblock.name = "pblock" + std::to_string(out_.pblocks.size());
          out_.pblocks.push_back(std::move(pblock));
        }
      }
    }
    if (out_.pblocks.empty())
      fault(map.location(), "pblocks", "sweep of '" + out_.module + "' has no pblocks");
  }

  void read_uncertainties(core::YamlMap& map) {
    const core::YamlNode* node = map.get("clock_uncertainties_ns");
    if (node == nullptr) {
      out_.uncertainties_ns = {core::Rational(0)};
      return;
    }
    if (node->kind != core::YamlNode::Kind::kMapping) {
      for (const std::string& text : map.get_texts("clock_uncertainties_ns")) {
        if (const auto value = number(node->location, "clock_uncertainties_ns", text))
          out_.uncertainties_ns.push_back(*value);
      }
      return;
    }
    core::YamlMap range(*node, "clock_uncertainties_ns", sink_);
    const auto from = number(range.location(), "from", range.require_text("from"));
    const auto to = number(range.location(), "to", range.require_text("to"));
    const auto step = number(range.location(), "step", range.require_text("step"));
    range.finish();
    if (!from || !to || !step) return;
    if (!(*step > core::Rational(0)) || *to < *from) {
      fault(range.location(), "step",
            "the range of clock_uncertainties_ns does not go up in steps above 0 ns");
      return;
    }
    for (core::Rational value = *from; value <= *to && out_.uncertainties_ns.size() <= kMostRuns;
         value = value + *step)
      out_.uncertainties_ns.push_back(value);
  }

  void read_required(core::YamlMap& map) {
    for (const std::string& word : map.get_texts("require")) {
      const auto it =
          std::ranges::find_if(kKinds, [&](FileKind kind) { return to_string(kind) == word; });
      if (it == kKinds.end()) {
        fault(map.location(), "require",
              "'require' names '" + word + "', which is no kind of report");
      } else {
        out_.required.push_back(*it);
      }
    }
    if (out_.required.empty())
      out_.required = {FileKind::kTimingSummary, FileKind::kRouteStatus, FileKind::kDrc,
                       FileKind::kUtilization};
  }

  /// Codes that this flow cannot avoid, each with its reason: what is not proved stands in the result.
  void read_accepted(core::YamlMap& map) {
    const core::YamlNode* node = map.get("accept");
    if (node == nullptr) return;
    for (const auto& entry : node->entries) {
      const auto known = std::ranges::any_of(
          code_table(), [&](const core::Code* code) { return code->id == entry.key; });
      if (!known || !entry.key.starts_with("RWB-02")) {
        fault(entry.key_location, "accept",
              "'" + entry.key +
                  "' cannot be accepted: only what was not shown (RWB-02xx) can, never what is "
                  "violated");
      } else if (entry.value->scalar.empty()) {
        fault(entry.key_location, "accept", "'" + entry.key + "' is accepted without a reason");
      } else {
        out_.accepted.emplace_back(entry.key, entry.value->scalar);
      }
    }
  }

  void check_unique(const core::Location& place) {
    std::vector<std::string> names;
    for (const PlannedRun& run : plan_runs(out_)) names.push_back(run.name);
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice != names.end())
      fault(place, "runs", "two runs of the sweep have the name '" + *twice + "'");
  }

  const core::InputReader& reader_;
  const std::filesystem::path& path_;
  core::CountingSink sink_;
  core::ExecutionRecord& record_;
  SweepDefinition out_;
  bool bad_ = false;
};

/// A decimal with three places, as tools print uncertainties.
std::string three_places(const core::Rational& value) {
  const bool negative = value < core::Rational(0);
  const core::Rational scaled =
      (negative ? core::Rational(0) - value : value) * core::Rational(1000);
  const auto thousandths = static_cast<std::int64_t>(scaled.numerator() / scaled.denominator());
  const std::string digits = std::to_string(thousandths % 1000);
  return (negative ? "-" : "") + std::to_string(thousandths / 1000) + "." +
         std::string(3 - digits.size(), '0') + digits;
}

}  // namespace

std::optional<SweepDefinition> read_sweep(const core::InputReader& reader,
                                          const std::filesystem::path& path, core::Sink& sink,
                                          core::ExecutionRecord& record) {
  return Reader(reader, path, sink, record).read();
}

std::vector<PlannedRun> plan_runs(const SweepDefinition& definition) {
  std::vector<PlannedRun> runs;
  for (std::size_t p = 0; p < definition.pblocks.size(); ++p) {
    for (const std::string& place : definition.place_directives) {
      for (const std::string& route : definition.route_directives) {
        for (const core::Rational& uncertainty : definition.uncertainties_ns) {
          runs.push_back({.index = runs.size(),
                          .name = place + "_" + route + "_" + three_places(uncertainty) + "_" +
                                  definition.pblocks[p].name,
                          .pblock = p,
                          .place_directive = place,
                          .route_directive = route,
                          .uncertainty_ns = uncertainty});
        }
      }
    }
  }
  return runs;
}

}  // namespace sealring::rapidwright_bridge
