// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/ip_spec.h"

#include <algorithm>
#include <set>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/entries.h"
#include "sdcgen/readers/names.h"
#include "sdcgen/readers/template.h"

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
    map.get("parameters");  // read before the tree was expanded
    map.require("modes");
    spec_.modes = map.get_texts("modes");
    for (const std::string& mode : spec_.modes) check_name("mode", mode, map.location(), sink_);
    const YamlNode* clocks = map.require("clocks");
    if (clocks != nullptr && clocks->kind != YamlNode::Kind::kSequence) {
      core::scalar_text(*clocks, "'clocks' (a list)", sink_);
    } else if (clocks != nullptr) {
      for (const YamlNode::Ptr& node : clocks->items) read_clock(*node);
    }
    const EntryScope scope = entry_scope();
    read_entries(map, scope, spec_.entries, sink_);
    read_questions(map, core::Owner::kSpec, spec_.questions, sink_);
    map.finish();
  }

 private:
  EntryScope entry_scope() const {
    return {spec_.ip, core::Owner::kSpec, &spec_.modes, nullptr, nullptr};
  }

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
    clock.add = map.get_bool("add").value_or(false);
    clock.cite = read_citation(map, "clock '" + clock.name + "'", sink_);
    read_uncertainty(map, clock);
    const EntryScope scope = entry_scope();
    read_clock_entries(map, clock.name, scope, spec_.entries, sink_);
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
      read_derivation(map, clock);
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

  void read_derivation(YamlMap& map, ClockSpec& clock) {
    Derivation& way = clock.derivation;
    const auto divide = map.get_int("divide_by", 1, kMaxRatio);
    const auto multiply = map.get_int("multiply_by", 1, kMaxRatio);
    way.divide_by = divide.value_or(1);
    way.multiply_by = multiply.value_or(1);
    way.invert = map.get_bool("invert").value_or(false);
    way.combinational = map.get_bool("combinational").value_or(false);
    for (const std::string& edge : map.get_texts("edges"))
      way.edges.push_back(core::parse_integer(edge).value_or(0));
    for (const std::string& shift : map.get_texts("edge_shift")) {
      const auto value = core::parse_quantity(shift, core::Dimension::kTime);
      if (!value)
        return refuse(clock, "edge_shift of generated clock '" + clock.name + "' is '" + shift +
                                 "'; a time with a unit was expected");
      way.edge_shift.push_back({*value});
    }
    if (const auto duty = map.get_text("duty_cycle")) {
      way.duty_cycle = core::parse_decimal(*duty);
      const bool inside = way.duty_cycle && core::Rational(0) < *way.duty_cycle &&
                          *way.duty_cycle < core::Rational(100);
      if (!inside)
        refuse(clock, "duty_cycle of generated clock '" + clock.name + "' is '" + *duty +
                          "'; a percentage between 0 and 100 was expected");
      if (!multiply)
        refuse(clock,
               "duty_cycle of generated clock '" + clock.name + "' stands without 'multiply_by'");
    }
    check_derivation(clock, divide || multiply);
  }

  void check_derivation(const ClockSpec& clock, bool has_ratio) {
    const Derivation& way = clock.derivation;
    const std::string who = "generated clock '" + clock.name + "'";
    if (way.divide_by != 1 && way.multiply_by != 1)
      refuse(clock, who + " has both 'divide_by' and 'multiply_by'; one was expected");
    if (static_cast<int>(has_ratio) + static_cast<int>(!way.edges.empty()) +
            static_cast<int>(way.combinational) >
        1)
      refuse(clock, who + " has more than one of a ratio, 'edges' and 'combinational'");
    if (way.edges.empty()) {
      if (!way.edge_shift.empty()) refuse(clock, who + " has 'edge_shift' without 'edges'");
      return;
    }
    std::string list;
    for (const std::int64_t edge : way.edges)
      list += (list.empty() ? "" : ", ") + std::to_string(edge);
    const bool rising = way.edges.size() == 3 && 0 < way.edges[0] && way.edges[0] < way.edges[1] &&
                        way.edges[1] < way.edges[2];
    if (!rising)
      return refuse(
          clock, "edges of " + who + " are " + list + "; three rising whole numbers were expected");
    if ((way.edges[2] - way.edges[0]) % 2 != 0)
      refuse(clock, "edges of " + who + " are " + list +
                        "; the first and the last must be an even number apart");
    if (!way.edge_shift.empty() && way.edge_shift.size() != 3)
      refuse(clock, "edge_shift of " + who + " has " + std::to_string(way.edge_shift.size()) +
                        " values; one per edge was expected");
    if (way.invert) refuse(clock, who + " has 'edges' and 'invert'; the edges say it already");
  }

  void refuse(const ClockSpec& clock, std::string message) {
    sink_.report(make_finding(codes::kDerivation, std::move(message))
                     .at(clock.location)
                     .on(spec_.ip + "/" + clock.name, "derivation"));
  }

  void read_uncertainty(YamlMap& map, ClockSpec& clock) {
    const YamlNode* node = map.get("uncertainty");
    if (node == nullptr) return;
    const std::string what = "uncertainty of clock '" + clock.name + "'";
    YamlMap inner(*node, "the " + what, sink_);
    if (!inner.valid()) return;
    clock.setup_uncertainty = read_time(inner, "setup", what, false, sink_);
    clock.hold_uncertainty = read_time(inner, "hold", what, false, sink_);
    inner.finish();
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
    range.min = read_time(map, "min", what, true, sink_);
    range.max = read_time(map, "max", what, true, sink_);
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
    if (clock.master == kExternalMaster) {
      if (clock.source.kind == ObjectRef::Kind::kNone)
        report(codes::kClockObject, clock,
               "generated clock '" + clock.name +
                   "' has an external master and neither 'source_port' nor 'source_pin'");
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

std::optional<IpDocument> read_ip_document(const core::InputReader& reader,
                                           const std::filesystem::path& path, core::Sink& sink,
                                           const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().yaml, sink, referred_from);
  if (!file) return std::nullopt;
  YamlNode::Ptr tree = core::parse_yaml(*file, sink);
  if (tree == nullptr) return std::nullopt;
  return IpDocument{file->name, file->sha256, std::move(tree)};
}

namespace {

/// The document's parameters with the values that the instance gives, or their defaults.
Parameters parameter_values(const YamlNode& tree, const Parameters& given,
                            const std::string& instance, core::Sink& sink) {
  Parameters values;
  const auto refuse = [&](const core::Location& place, const std::string& name,
                          const std::string& what) {
    sink.report(
        make_finding(codes::kParameter, "parameter '" + name + "' of '" + instance + "' " + what)
            .at(place)
            .on(instance, name));
  };
  const YamlNode* node = tree.find("parameters");
  std::vector<std::string> known;
  for (std::size_t i = 0; node != nullptr && i < node->entries.size(); ++i) {
    const YamlNode::Entry& entry = node->entries[i];
    known.push_back(entry.key);
    YamlNode::Ptr def = entry.value;
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
    if (entry.value->kind == YamlNode::Kind::kMapping) {
      YamlMap map(*entry.value, "parameter '" + entry.key + "'", sink);
      low = map.get_int("min", INT64_MIN, INT64_MAX);
      high = map.get_int("max", INT64_MIN, INT64_MAX);
      const YamlNode* value = map.get("default");
      map.finish();
      def = value == nullptr ? nullptr : std::make_shared<const YamlNode>(*value);
    }
    ParameterValue value;
    if (const auto it = given.find(entry.key); it != given.end()) {
      value = it->second;
    } else if (const auto number =
                   def == nullptr ? std::nullopt : core::parse_decimal(def->scalar)) {
      value = {*number, core::to_string(def->location), def->location};
    } else {
      refuse(entry.key_location, entry.key,
             def == nullptr ? "has no value and no default"
                            : "has the default '" + def->scalar + "', which is no number");
      continue;
    }
    if ((low && value.value < core::Rational(*low)) ||
        (high && core::Rational(*high) < value.value)) {
      refuse(value.location, entry.key,
             "is " + core::format_decimal(value.value, 18) + "; " +
                 (low ? std::to_string(*low) : "any") + " to " +
                 (high ? std::to_string(*high) : "any") + " are allowed");
    }
    values.emplace(entry.key, std::move(value));
  }
  for (const auto& [name, value] : given) {
    if (values.contains(name) || std::find(known.begin(), known.end(), name) != known.end())
      continue;
    refuse(value.location, name,
           "is not described by its document" + core::did_you_mean(name, known));
  }
  return values;
}

}  // namespace

std::optional<IpSpec> read_ip_spec(const IpDocument& document, const Parameters& given,
                                   const std::string& instance, core::Sink& sink) {
  core::CountingSink counted(sink);
  const Parameters values = parameter_values(*document.tree, given, instance, counted);
  if (counted.errors != 0) return std::nullopt;
  const YamlNode::Ptr tree = expand_template(document.tree, {values}, counted);
  if (counted.errors != 0) return std::nullopt;
  YamlMap map(*tree, "the IP specification", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.ip/1", sink)) return std::nullopt;
  IpSpec spec;
  spec.file = document.file;
  spec.sha256 = document.sha256;
  Reader(spec, sink).read(map);
  check_clocks(spec, sink);
  check_loops(spec, sink);
  return spec;
}

}  // namespace sealring::sdcgen
