// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/raw_count.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "core/files/decompress.h"
#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/spec_expression.h"

namespace sealring::sdcgen {

namespace {

/// Splits CSV text into records of fields in the plainest way: one pass, a quote toggles.
std::vector<std::vector<std::string>> split_csv(const std::string& text) {
  std::vector<std::vector<std::string>> records(1);
  std::string field;
  bool quoted = false;
  const auto end_record = [&] {
    records.back().push_back(field);
    field.clear();
    if (records.back().size() == 1 &&
        records.back()[0].find_first_not_of(" \t") == std::string::npos)
      records.pop_back();
    records.emplace_back();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool comment = !quoted && c == '#' && records.back().empty() &&
                         field.find_first_not_of(" \t") == std::string::npos;
    if (comment) {
      i = std::min(text.find('\n', i), text.size());
      field.clear();
    } else if (c == '"') {
      if (quoted && i + 1 < text.size() && text[i + 1] == '"')
        field += text[++i];
      else
        quoted = !quoted;
    } else if (c == ',' && !quoted) {
      records.back().push_back(field);
      field.clear();
    } else if (c == '\n' && !quoted) {
      end_record();
    } else if (c != '\r') {
      field += c;
    }
  }
  if (!field.empty() || !records.back().empty()) end_record();
  if (records.back().empty()) records.pop_back();
  return records;
}

/// Names of the rows whose period is a number other than zero, or "derived".
std::set<std::string> used_in_table(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  const core::Decompressed unpacked = core::decompress(text, UINT64_MAX / 4);
  if (unpacked.state == core::Decompressed::State::kUnpacked) text = unpacked.bytes;
  if (text.rfind("\xEF\xBB\xBF", 0) == 0) text.erase(0, 3);
  std::set<std::string> used;
  const auto records = split_csv(text);
  std::size_t name_column = 0;
  std::size_t period_column = 0;
  for (std::size_t i = 0; !records.empty() && i < records[0].size(); ++i) {
    if (records[0][i] == "clock") name_column = i;
    if (records[0][i].rfind("period_", 0) == 0) period_column = i;
  }
  for (std::size_t r = 1; r < records.size(); ++r) {
    if (records[r].size() <= std::max(name_column, period_column)) continue;
    const std::string& period = records[r][period_column];
    // A digit other than 0 in the mantissa: "0e5" is still zero.
    const std::string mantissa = period.substr(0, period.find_first_of("eE"));
    const bool nonzero = mantissa.find_first_of("123456789") != std::string::npos;
    if (period == "derived" || nonzero) used.insert(records[r][name_column]);
  }
  return used;
}

/// Values of the specification's parameters for one instance.
std::map<std::string, core::Rational, std::less<>> parameters_of(const core::YamlNode& tree,
                                                                 const Instance& instance) {
  std::map<std::string, core::Rational, std::less<>> values;
  if (const core::YamlNode* parameters = tree.find("parameters")) {
    for (const auto& entry : parameters->entries) {
      const core::YamlNode* value =
          entry.value->scalar.empty() ? entry.value->find("default") : entry.value.get();
      if (value != nullptr)
        values[entry.key] = core::parse_decimal(value->scalar).value_or(core::Rational(0));
    }
  }
  for (const auto& [name, value] : instance.parameters) values[name] = value.value;
  return values;
}

/// Every name that an item stands for: "rx_{lane}" with `for: {lane: 0..lanes-1}`.
std::vector<std::string> names_of(
    const core::YamlNode& item, const std::string& name,
    const std::map<std::string, core::Rational, std::less<>>& parameters) {
  std::vector<std::string> names{name};
  const core::YamlNode* loops = item.find("for");
  for (std::size_t i = 0; loops != nullptr && i < loops->entries.size(); ++i) {
    std::vector<std::string> values;
    for (const auto& one : loops->entries[i].value->items) values.push_back(one->scalar);
    const std::string& range = loops->entries[i].value->scalar;
    const std::size_t dots = range.find("..");
    if (dots != std::string::npos) {
      const auto number = [&](std::string text) {
        if (text.starts_with("${")) text = text.substr(2, text.size() - 3);
        const auto value = evaluate_spec_expression(
            text, [&](std::string_view word) -> std::optional<core::Rational> {
              const auto it = parameters.find(word);
              return it == parameters.end() ? std::nullopt : std::optional(it->second);
            });
        return value ? static_cast<std::int64_t>(value->to_double()) : std::int64_t{0};
      };
      const std::int64_t high = number(range.substr(dots + 2));
      for (std::int64_t at = number(range.substr(0, dots)); at <= high; ++at)
        values.push_back(std::to_string(at));
    }
    const std::string variable = "{" + loops->entries[i].key + "}";
    std::vector<std::string> more;
    for (const std::string& before : names) {
      for (const std::string& value : values) {
        std::string text = before;
        for (std::size_t at = text.find(variable); at != std::string::npos;
             at = text.find(variable, at + value.size()))
          text.replace(at, variable.size(), value);
        more.push_back(std::move(text));
      }
    }
    names = std::move(more);
  }
  return names;
}

/// Clocks that the specification has in a mode, from its plain tree.
std::set<std::string> in_mode(const core::YamlNode& tree, const std::string& mode,
                              const Instance& instance) {
  std::set<std::string> names;
  const core::YamlNode* clocks = tree.find("clocks");
  if (clocks == nullptr) return names;
  const auto parameters = parameters_of(tree, instance);
  for (const auto& clock : clocks->items) {
    const core::YamlNode* name = clock->find("name");
    const core::YamlNode* modes = clock->find("modes");
    if (name == nullptr) continue;
    bool has = modes == nullptr ||
               (modes->items.empty() && modes->entries.empty() && modes->scalar.empty());
    if (modes != nullptr) {
      has = has || modes->scalar == mode || modes->find(mode) != nullptr;
      for (const auto& item : modes->items) has = has || item->scalar == mode;
    }
    if (!has) continue;
    for (std::string& one : names_of(*clock, name->scalar, parameters))
      names.insert(std::move(one));
  }
  return names;
}

using InstanceClock = std::pair<std::string, std::string>;

void report_difference(const InstanceClock& clock, const std::string& message, core::Sink& sink) {
  sink.report(core::make_finding(codes::kOmission,
                                 "clock '" + clock.second + "' of '" + clock.first + "' " + message)
                  .on(clock.first + "/" + clock.second, "raw count"));
}

/// Entries that a document or configuration describes, from its plain tree: each must have its row, whatever its state.
void count_entries(const core::YamlNode& tree, const std::string& instance,
                   const std::map<std::string, core::Rational, std::less<>>& parameters,
                   const std::set<InstanceClock>& listed, core::Sink& sink) {
  for (const char* list : {"relations", "exceptions", "io", "case", "disable", "raw"}) {
    const core::YamlNode* entries = tree.find(list);
    for (std::size_t i = 0; entries != nullptr && i < entries->items.size(); ++i) {
      const core::YamlNode& entry = *entries->items[i];
      const core::YamlNode* id = entry.find("id");
      if (id == nullptr) continue;
      for (const std::string& name : names_of(entry, id->scalar, parameters)) {
        if (name.find('{') != std::string::npos || listed.contains({instance, name})) continue;
        sink.report(core::make_finding(
                        codes::kOmission,
                        "'" + name + "' of " +
                            (instance.empty() ? "the design" : "'" + instance + "'") +
                            " is described under '" + list + "' and is not in the frozen list")
                        .at(entry.location)
                        .on(instance + "/" + name, "raw count"));
      }
    }
  }
}

}  // namespace

std::size_t count_raw_tables(const Project& project, const core::InputReader& reader,
                             const Selection& frozen, core::Sink& sink) {
  std::map<std::string, std::set<std::string>> tables;
  std::map<std::string, core::YamlNode::Ptr> specs;
  std::set<InstanceClock> raw;
  std::set<InstanceClock> entries;
  for (const SelectedEntry& entry : frozen.entries) entries.emplace(entry.instance, entry.id);
  for (const Instance& instance : project.config.instances) {
    const PerMode::Entry* table = instance.table.in(frozen.view.mode);
    const PerMode::Entry* mode = instance.mode.in(frozen.view.mode);
    if (table == nullptr || mode == nullptr) continue;
    const std::filesystem::path path = project.config.folder / table->value;
    if (!tables.contains(path.string())) tables[path.string()] = used_in_table(path);
    core::YamlNode::Ptr& spec = specs[instance.ip.string()];
    if (spec == nullptr) spec = core::read_yaml(reader, instance.ip, sink, instance.ip_location);
    if (spec == nullptr) continue;
    count_entries(*spec, instance.name, parameters_of(*spec, instance), entries, sink);
    const std::set<std::string> present = in_mode(*spec, mode->value, instance);
    for (const std::string& clock : tables[path.string()]) {
      if (present.contains(clock)) raw.emplace(instance.name, clock);
    }
  }
  const auto config = core::read_yaml(reader, project.config.path, sink, {});
  if (config != nullptr) count_entries(*config, "", {}, entries, sink);
  std::set<InstanceClock> listed;
  for (const SelectedClock& clock : frozen.clocks) {
    const bool in_use = clock.state == ClockState::kActive || clock.state == ClockState::kShared;
    // Clocks made for IO delays stand in no table.
    if (in_use && clock.io_of.empty()) listed.emplace(clock.instance, clock.clock);
  }
  for (const InstanceClock& clock : raw) {
    if (!listed.contains(clock))
      report_difference(clock, "has a period in its table and is not active in the frozen list",
                        sink);
  }
  for (const InstanceClock& clock : listed) {
    if (!raw.contains(clock))
      report_difference(clock, "is active in the frozen list and has no period in its table", sink);
  }
  return raw.size();
}

}  // namespace sealring::sdcgen
