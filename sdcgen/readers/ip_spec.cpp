// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/ip_spec.h"

#include <set>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/names.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::YamlMap;
using core::YamlNode;

constexpr std::int64_t kMaxRatio = 1'000'000;

/// Reads one specification; holds what the single readers share.
class Reader {
 public:
  Reader(IpSpec& spec, core::Sink& sink) : spec_(spec), sink_(sink) {}

  void read(YamlMap& map) {
    spec_.ip = map.require_text("ip");
    if (const YamlNode* document = map.require("document")) {
      YamlMap inner(*document, "the document", sink_);
      spec_.document = inner.require_text("id");
      spec_.revision = inner.require_text("revision");
      inner.get_text("title");
      inner.finish();
    }
    map.require("modes");
    spec_.modes = map.get_texts("modes");
    for (const std::string& mode : spec_.modes) check_name("mode", mode, map.location(), sink_);
    const YamlNode* clocks = map.require("clocks");
    if (clocks != nullptr && clocks->kind != YamlNode::Kind::kSequence) {
      core::scalar_text(*clocks, "'clocks' (a list)", sink_);
    } else if (clocks != nullptr) {
      for (const YamlNode::Ptr& node : clocks->items) read_clock(*node);
    }
    map.finish();
  }

 private:
  void read_clock(const YamlNode& node) {
    const YamlNode* name = node.find("name");
    YamlMap map(node, "clock '" + (name != nullptr ? name->scalar : std::string()) + "'", sink_);
    if (!map.valid()) return;
    ClockSpec clock;
    clock.location = node.location;
    clock.name = map.require_text("name");
    if (!clock.name.empty()) check_name("clock name", clock.name, node.location, sink_);
    read_kind(map, clock);
    clock.object = read_object(map, "port", "pin");
    clock.required = map.get_bool("required").value_or(true);
    read_modes(map, clock);
    if (const YamlNode* cite = map.get("cite")) {
      YamlMap inner(*cite, "the citation of clock '" + clock.name + "'", sink_);
      clock.cite.section = inner.get_text("section").value_or("");
      clock.cite.page = inner.get_text("page").value_or("");
      clock.cite.table = inner.get_text("table").value_or("");
      inner.finish();
    }
    map.finish();
    if (const ClockSpec* first = spec_.find(clock.name)) {
      sink_.report(make_finding(codes::kDuplicateClock, "clock '" + clock.name +
                                                            "' is described twice; first at " +
                                                            core::to_string(first->location))
                       .at(clock.location)
                       .on(spec_.ip + "/" + clock.name, "duplicate"));
      return;
    }
    spec_.clocks.push_back(std::move(clock));
  }

  void read_kind(YamlMap& map, ClockSpec& clock) {
    const std::string word = map.require_text("kind");
    if (word == "generated") {
      clock.kind = ClockKind::kGenerated;
      clock.master = map.get_text("master").value_or("");
      clock.source = read_object(map, "source_port", "source_pin");
      clock.divide_by = map.get_int("divide_by", 1, kMaxRatio).value_or(1);
      clock.multiply_by = map.get_int("multiply_by", 1, kMaxRatio).value_or(1);
      clock.invert = map.get_bool("invert").value_or(false);
    } else if (word == "virtual") {
      clock.kind = ClockKind::kVirtual;
    } else if (word != "primary" && !word.empty()) {
      static const std::vector<std::string> kWords{"primary", "generated", "virtual"};
      sink_.report(make_finding(core::codes::kYamlWrongType,
                                "'kind' of clock '" + clock.name + "' is '" + word +
                                    "'; primary, generated or virtual was expected" +
                                    core::did_you_mean(word, kWords))
                       .at(map.get("kind")->location)
                       .on(spec_.ip + "/" + clock.name, "kind"));
    }
  }

  ObjectRef read_object(YamlMap& map, std::string_view port_key, std::string_view pin_key) {
    ObjectRef object;
    const YamlNode* port = map.get(port_key);
    const YamlNode* pin = map.get(pin_key);
    if (port != nullptr && pin != nullptr) {
      sink_.report(
          make_finding(codes::kClockObject, "both '" + std::string(port_key) + "' and '" +
                                                std::string(pin_key) +
                                                "' are given; one was expected")
              .at(pin->location)
              .on(spec_.ip, std::string(pin_key) + "@" + std::to_string(pin->location.line)));
    }
    const YamlNode* node = port != nullptr ? port : pin;
    if (node == nullptr) return object;
    object.kind = port != nullptr ? ObjectRef::Kind::kPort : ObjectRef::Kind::kPin;
    object.name =
        core::scalar_text(*node, port != nullptr ? port_key : pin_key, sink_).value_or("");
    object.location = node->location;
    return object;
  }

  void read_modes(YamlMap& map, ClockSpec& clock) {
    const YamlNode* node = map.get("modes");
    if (node == nullptr) {
      // Without a list the document gives the clock in every mode, and no range.
      for (const std::string& mode : spec_.modes)
        clock.modes.push_back({mode, {}, {}, clock.location});
      return;
    }
    if (node->kind == YamlNode::Kind::kMapping) {
      for (const YamlNode::Entry& entry : node->entries) {
        ModeRange range{entry.key, {}, {}, entry.key_location};
        if (entry.value->kind != YamlNode::Kind::kNull) read_range(*entry.value, clock, range);
        add_mode(clock, std::move(range));
      }
      return;
    }
    for (const std::string& mode : map.get_texts("modes")) {
      add_mode(clock, {mode, {}, {}, node->location});
    }
  }

  void add_mode(ClockSpec& clock, ModeRange range) {
    for (const std::string& mode : spec_.modes) {
      if (mode == range.mode) {
        clock.modes.push_back(std::move(range));
        return;
      }
    }
    sink_.report(make_finding(codes::kUnknownMode, "clock '" + clock.name + "' lists mode '" +
                                                       range.mode + "', which '" + spec_.ip +
                                                       "' does not have" +
                                                       core::did_you_mean(range.mode, spec_.modes))
                     .at(range.location)
                     .on(spec_.ip + "/" + clock.name, range.mode)
                     .owned_by(core::Owner::kSpec));
  }

  void read_range(const YamlNode& node, const ClockSpec& clock, ModeRange& range) {
    const std::string what = "mode '" + range.mode + "' of clock '" + clock.name + "'";
    YamlMap map(node, what, sink_);
    if (!map.valid()) return;
    range.min = read_time(map, "min", what);
    range.max = read_time(map, "max", what);
    map.finish();
    if (range.min && range.max && *range.max < *range.min) {
      sink_.report(make_finding(codes::kBadRange, "range of " + what + " runs from " +
                                                      map.get("min")->scalar + " to " +
                                                      map.get("max")->scalar)
                       .at(node.location)
                       .on(spec_.ip + "/" + clock.name, range.mode));
      range.min.reset();
      range.max.reset();
    }
  }

  std::optional<core::Time> read_time(YamlMap& map, std::string_view key, const std::string& what) {
    const YamlNode* node = map.get(key);
    if (node == nullptr) return std::nullopt;
    const auto value = core::parse_quantity(node->scalar, core::Dimension::kTime);
    if (value && *value > core::Rational(0)) return core::Time{*value};
    sink_.report(make_finding(codes::kBadQuantity,
                              "'" + std::string(key) + "' of " + what + " is '" + node->scalar +
                                  "'; a time with a unit such as '8 ns' was expected")
                     .at(node->location)
                     .on(spec_.ip, what + " " + std::string(key)));
    return std::nullopt;
  }

  IpSpec& spec_;
  core::Sink& sink_;
};

/// Objects and masters, once every clock is known.
void check_clocks(const IpSpec& spec, core::Sink& sink) {
  const auto report = [&](const core::Code& code, const ClockSpec& clock, std::string message) {
    sink.report(make_finding(code, std::move(message))
                    .at(clock.location)
                    .on(spec.ip + "/" + clock.name, spec.revision));
  };
  for (const ClockSpec& clock : spec.clocks) {
    const bool has_object = clock.object.kind != ObjectRef::Kind::kNone;
    if (clock.kind == ClockKind::kVirtual && has_object) {
      report(codes::kClockObject, clock,
             "virtual clock '" + clock.name + "' has a " +
                 std::string(to_string(clock.object.kind)) + "; a virtual clock has none");
    } else if (clock.kind != ClockKind::kVirtual && !has_object) {
      report(codes::kClockObject, clock,
             std::string(to_string(clock.kind)) + " clock '" + clock.name +
                 "' has neither 'pin' nor 'port'");
    }
    if (clock.kind != ClockKind::kGenerated) continue;
    if (clock.master.empty()) {
      report(codes::kNoMaster, clock, "generated clock '" + clock.name + "' has no 'master'");
      continue;
    }
    const ClockSpec* master = spec.find(clock.master);
    if (master == nullptr) {
      report(codes::kUnknownMaster, clock,
             "master '" + clock.master + "' of generated clock '" + clock.name +
                 "' is not described" + core::did_you_mean(clock.master, spec.clock_names()));
    } else if (master->kind == ClockKind::kVirtual) {
      report(codes::kUnknownMaster, clock,
             "master '" + clock.master + "' of generated clock '" + clock.name +
                 "' is virtual; a clock with an object was expected");
    }
  }
}

/// Every chain of masters must end. Each loop is reported once, at its first clock.
void check_loops(const IpSpec& spec, core::Sink& sink) {
  std::set<std::string> reported;
  for (const ClockSpec& clock : spec.clocks) {
    std::set<std::string> chain{clock.name};
    std::string text = clock.name;
    const ClockSpec* at = &clock;
    while (at != nullptr && at->kind == ClockKind::kGenerated) {
      at = spec.find(at->master);
      if (at == nullptr) break;
      text += " <- " + at->name;
      if (at->name == clock.name && !reported.contains(clock.name)) {
        reported.insert(chain.begin(), chain.end());
        sink.report(make_finding(codes::kMasterLoop, "master clocks form a loop: " + text)
                        .at(clock.location)
                        .on(spec.ip + "/" + clock.name, "loop"));
      }
      if (!chain.insert(at->name).second) break;
    }
  }
}

}  // namespace

std::optional<IpSpec> read_ip_spec(const core::InputReader& reader,
                                   const std::filesystem::path& path, core::Sink& sink,
                                   const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  const YamlNode::Ptr tree = core::parse_yaml(*file, sink);
  if (tree == nullptr) return std::nullopt;
  YamlMap map(*tree, "the IP specification", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.ip/1", sink)) return std::nullopt;
  IpSpec spec;
  spec.file = file->name;
  spec.sha256 = file->sha256;
  Reader(spec, sink).read(map);
  check_clocks(spec, sink);
  check_loops(spec, sink);
  return spec;
}

}  // namespace sealring::sdcgen
