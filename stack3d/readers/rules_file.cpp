// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "stack3d/codes.h"
#include "stack3d/readers/keys.h"
#include "stack3d/rules.h"

namespace sealring::stack3d {

using core::YamlMap;
using core::YamlNode;

namespace {

constexpr std::int64_t kLargestToleranceNm = 1'000'000'000;

class RulesReader {
 public:
  RulesReader(Rules& rules, core::Sink& sink) : rules_(rules), sink_(sink) {}

  void read(const YamlNode& root) {
    YamlMap map(root, "the rules", sink_);
    if (!map.valid()) return;
    core::expect_schema(map, "sealring.stack-rules/1", sink_);
    rules_.revision = map.require_text("revision");
    read_frame(map);
    section(map, "bumps", [&](YamlMap& part) { read_bumps(part); });
    section(map, "supplies", [&](YamlMap& part) { read_supplies(part); });
    section(map, "nets", [&](YamlMap& part) { read_nets(part); });
    section(map, "names", [&](YamlMap& part) { read_names(part); });
    section(map, "tsv", [&](YamlMap& part) {
      rules_.tsv_cells = part.get_texts("cells");
      rules_.min_landing_um = length(part, "min_landing_um");
    });
    section(map, "backside", [&](YamlMap& part) {
      rules_.backside_layers = part.get_texts("layers");
      rules_.backside_min_pad_um = length(part, "min_pad_um");
      rules_.backside_min_spacing_um = length(part, "min_spacing_um");
      rules_.backside_min_width_um = length(part, "min_width_um");
    });
    section(map, "seal_ring",
            [&](YamlMap& part) { rules_.seal_ring_keep_out_um = length(part, "keep_out_um"); });
    section(map, "dummy_pads", [&](YamlMap& part) { read_dummy_pads(part); });
    section(map, "signoff", [&](YamlMap& part) {
      if (part.get("required") != nullptr) rules_.required_signoff = part.get_texts("required");
    });
    rules_.mechanical = map.get_texts("mechanical");
    rules_.trusted_inside = map.get_texts("trusted_inside");
    map.finish();
  }

 private:
  template <class Read>
  void section(YamlMap& map, const std::string& key, Read read) {
    const YamlNode* node = map.get(key);
    if (node == nullptr) return;
    YamlMap part(*node, "'" + key + "' of the rules", sink_);
    if (!part.valid()) return;
    read(part);
    part.finish();
  }

  void bad(const YamlNode& node, const std::string& what, const std::string& expected) {
    report_bad_value(sink_, node.location, what, describe(node), expected);
  }

  std::optional<core::Rational> length(YamlMap& map, const std::string& key) {
    const YamlNode* node = map.get(key);
    if (node == nullptr) return std::nullopt;
    std::optional<core::Rational> value;
    if (node->kind == YamlNode::Kind::kScalar) value = core::parse_decimal(node->scalar);
    if (value && *value >= core::Rational(0) && *value <= core::Rational(1'000'000'000))
      return value;
    bad(*node, "'" + key + "' of the rules", "a length in um");
    return std::nullopt;
  }

  void read_frame(YamlMap& map) {
    if (const YamlNode* flip = map.get("flip")) {
      if (flip->scalar == "as-is") {
        rules_.flip = Flip::kAsIs;
      } else if (flip->scalar == "physical") {
        rules_.flip = Flip::kPhysical;
      } else {
        bad(*flip, "'flip' of the rules", "as-is or physical");
      }
    }
    if (const YamlNode* offset = map.get("offset")) {
      rules_.shift_layout = offset->scalar == "shift-layout";
      if (!rules_.shift_layout && offset->scalar != "refuse") {
        bad(*offset, "'offset' of the rules", "refuse or shift-layout");
      }
    }
    rules_.tolerance_nm = map.get_int("tolerance_nm", 0, kLargestToleranceNm).value_or(0);
    rules_.gap_tolerance_nm = map.get_int("gap_tolerance_nm", 0, kLargestToleranceNm).value_or(0);
    const YamlNode* interfaces = map.get("interfaces");
    if (interfaces == nullptr) return;
    if (interfaces->kind != YamlNode::Kind::kSequence) {
      bad(*interfaces, "'interfaces' of the rules", "a list");
      return;
    }
    for (const YamlNode::Ptr& item : interfaces->items) {
      YamlMap one(*item, "an entry of 'interfaces'", sink_);
      if (!one.valid()) continue;
      Rules::InterfaceRule rule;
      rule.location = item->location;
      rule.pattern = one.require_text("name");
      rule.tolerance_nm = one.get_int("tolerance_nm", 0, kLargestToleranceNm);
      rule.gap_tolerance_nm = one.get_int("gap_tolerance_nm", 0, kLargestToleranceNm);
      one.finish();
      if (!rule.pattern.empty()) rules_.interfaces.push_back(std::move(rule));
    }
  }

  void read_bumps(YamlMap& part) {
    rules_.min_pitch_um = length(part, "min_pitch_um");
    rules_.min_spacing_um = length(part, "min_spacing_um");
    const YamlNode* classes = part.get("classes");
    if (classes == nullptr) return;
    YamlMap map(*classes, "'classes' of the rules", sink_);
    if (!map.valid()) return;
    for (const UseClass use :
         {UseClass::kSignal, UseClass::kPower, UseClass::kGround, UseClass::kDummy}) {
      rules_.cell_classes[use] = map.get_texts(to_string(use));
    }
    map.finish();
  }

  void read_supplies(YamlMap& part) {
    if (part.get("power") != nullptr) rules_.power = part.get_texts("power");
    if (part.get("ground") != nullptr) rules_.ground = part.get_texts("ground");
    const YamlNode* aliases = part.get("aliases");
    if (aliases == nullptr) return;
    if (aliases->kind != YamlNode::Kind::kSequence) {
      bad(*aliases, "'aliases' of the rules", "a list of lists of names");
      return;
    }
    for (const YamlNode::Ptr& group : aliases->items) {
      const auto names = text_list(*group, "an entry of 'aliases'", 2);
      if (names.size() >= 2) rules_.aliases.push_back(names);
    }
  }

  std::vector<std::string> text_list(const YamlNode& node, const std::string& what,
                                     std::size_t least) {
    std::vector<std::string> result;
    if (node.kind == YamlNode::Kind::kSequence) {
      for (const YamlNode::Ptr& item : node.items) {
        if (item->kind == YamlNode::Kind::kScalar) result.push_back(item->scalar);
      }
    }
    if (result.size() < least)
      bad(node, what, "a list of at least " + std::to_string(least) + " names");
    return result;
  }

  void read_nets(YamlMap& part) {
    rules_.must_connect = part.get_texts("must_connect");
    rules_.join_by_name = part.get_texts("join_by_name");
    const YamlNode* apart = part.get("keep_apart");
    if (apart == nullptr) return;
    if (apart->kind != YamlNode::Kind::kSequence) {
      bad(*apart, "'keep_apart' of the rules", "a list of pairs of names");
      return;
    }
    for (const YamlNode::Ptr& pair : apart->items) {
      const auto names = text_list(*pair, "an entry of 'keep_apart'", 2);
      if (names.size() >= 2) rules_.keep_apart.push_back({names[0], names[1]});
    }
  }

  void read_dummy_pads(YamlMap& part) {
    Rules::DummyPads pads;
    pads.cell = part.require_text("cell");
    const auto size = length(part, "size_um");
    const auto pitch = length(part, "pitch_um");
    const auto spacing = length(part, "spacing_um");
    const YamlNode* at = part.get("pitch_um");
    if (!size || !pitch || !spacing) {
      report_bad_value(sink_, part.location(), "'dummy_pads' of the rules", "an incomplete section",
                       "cell, size_um, pitch_um and spacing_um");
      return;
    }
    if (*size <= core::Rational(0) || *pitch < *size + *spacing) {
      bad(*at, "'pitch_um' of 'dummy_pads'", "at least size_um and spacing_um together");
      return;
    }
    pads.size_um = *size;
    pads.pitch_um = *pitch;
    pads.spacing_um = *spacing;
    if (!pads.cell.empty()) rules_.dummy_pads = std::move(pads);
  }

  void read_names(YamlMap& part) {
    if (const YamlNode* word = part.get("case")) {
      rules_.ignore_case = word->scalar == "insensitive";
      if (!rules_.ignore_case && word->scalar != "sensitive") {
        bad(*word, "'case' of the rules", "sensitive or insensitive");
      }
    }
    for (const std::string& pair : part.get_texts("bus_delimiters")) {
      if (pair.size() == 2) {
        rules_.bus_delimiters += pair;
      } else {
        bad(*part.get("bus_delimiters"), "'bus_delimiters' of the rules",
            "pairs of characters such as \"<>\"");
      }
    }
  }

  Rules& rules_;
  core::Sink& sink_;
};

bool matches_any(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_pattern(name, pattern); });
}

}  // namespace

bool matches_pattern(std::string_view name, std::string_view pattern) {
  // On a mismatch the last star takes one more character.
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string_view to_string(UseClass use) {
  switch (use) {
    case UseClass::kSignal: return "signal";
    case UseClass::kPower: return "power";
    case UseClass::kGround: return "ground";
    case UseClass::kDummy: break;
  }
  return "dummy";
}

UseClass Rules::class_of_net(std::string_view net) const {
  if (matches_any(net, power)) return UseClass::kPower;
  if (matches_any(net, ground)) return UseClass::kGround;
  return UseClass::kSignal;
}

std::optional<UseClass> Rules::class_of_cell(std::string_view cell) const {
  for (const auto& [use, patterns] : cell_classes) {
    if (matches_any(cell, patterns)) return use;
  }
  return std::nullopt;
}

const Rules::InterfaceRule* Rules::rule_for(std::string_view interface_name) const {
  const auto rule = std::find_if(
      interfaces.begin(), interfaces.end(),
      [&](const InterfaceRule& one) { return matches_pattern(interface_name, one.pattern); });
  return rule == interfaces.end() ? nullptr : &*rule;
}

std::string Rules::canonical(std::string_view name) const {
  std::string result(name);
  if (ignore_case) {
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  // A trailing index in other delimiters: "d<3>", "d(3)", "d_3_".
  for (std::size_t i = 2; i + 1 < bus_delimiters.size(); i += 2) {
    const char open = bus_delimiters[i];
    const char close = bus_delimiters[i + 1];
    if (result.size() < 4 || result.back() != close) continue;
    std::size_t at = result.size() - 1;
    while (at > 0 && result[at - 1] >= '0' && result[at - 1] <= '9') --at;
    if (at == result.size() - 1 || at < 2 || result[at - 1] != open) continue;
    result[at - 1] = '[';
    result.back() = ']';
    break;
  }
  return result;
}

Rules read_rules(const std::filesystem::path& path, const core::InputReader& reader,
                 const core::Location& named_at, core::Sink& sink) {
  Rules rules;
  rules.file = reader.shown(path);
  const auto file = reader.read(path, reader.limits().yaml, sink, named_at);
  if (!file) return rules;
  rules.sha256 = file->sha256;
  if (const YamlNode::Ptr root = core::parse_yaml(*file, sink))
    RulesReader(rules, sink).read(*root);
  return rules;
}

AssembleOptions assemble_options(const Rules& rules) {
  AssembleOptions options;
  options.flip = rules.flip.value_or(Flip::kAsIs);
  options.apply_offset = rules.shift_layout;
  options.tolerance_nm = rules.tolerance_nm;
  options.interface_tolerance_nm = [rules](const std::string& name) {
    const Rules::InterfaceRule* rule = rules.rule_for(name);
    return rule != nullptr ? rule->tolerance_nm.value_or(rules.tolerance_nm) : rules.tolerance_nm;
  };
  options.mechanical = rules.mechanical;
  options.trusted_inside = rules.trusted_inside;
  return options;
}

}  // namespace sealring::stack3d
