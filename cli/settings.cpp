// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/settings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>

#include "cli/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"

namespace sealring::cli {

namespace {

struct Known {
  std::string_view key;
  std::string_view fallback;
  std::string_view help;
};

constexpr std::array<Known, 9> kKnown{{
    {"fail_on", "error", "lowest severity that gives exit status 1 (error, warning, note, never)"},
    {"select", "", "report only these codes or prefixes"},
    {"ignore", "", "leave out these codes or prefixes"},
    {"severity", "", "changed severities, CODE=LEVEL"},
    {"waivers", "", "files of accepted findings, relative to this file"},
    {"max_findings", "0", "list at most this many findings per code; 0 lists all"},
    {"limit_yaml_mib", "32", "largest YAML file read, in MiB"},
    {"limit_table_mib", "256", "largest table read, in MiB"},
    {"limit_design_mib", "16384",
     "largest netlist, layout, bump map, parasitics or EDIF file read, in MiB"},
}};

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

}  // namespace

Settings::Settings() {
  for (const Known& known : kKnown) {
    settings_.push_back({known.key, known.help, std::string(known.fallback), "default"});
  }
}

Setting* Settings::find(std::string_view key) {
  for (Setting& setting : settings_) {
    if (setting.key == key) return &setting;
  }
  return nullptr;
}

std::vector<std::string> Settings::keys() const {
  std::vector<std::string> names;
  for (const Setting& setting : settings_) names.emplace_back(setting.key);
  return names;
}

void Settings::read_file(const core::InputReader& reader, const std::filesystem::path& path,
                         core::Sink& sink) {
  const core::YamlNode::Ptr tree = core::read_yaml(reader, path, sink);
  if (tree == nullptr) return;
  core::YamlMap map(*tree, "sealring.yaml", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.project/1", sink)) return;
  for (Setting& setting : settings_) {
    const core::YamlNode* node = map.get(setting.key);
    if (node == nullptr) continue;
    setting.value = join(map.get_texts(setting.key));
    setting.origin = core::to_string(node->location);
  }
  if (const core::YamlNode* list = map.get("checks")) {
    if (list->kind != core::YamlNode::Kind::kSequence) {
      core::scalar_text(*list, "'checks' (a list of command lines)", sink);
    }
    for (const core::YamlNode::Ptr& item : list->items) {
      if (auto text = core::scalar_text(*item, "an entry of 'checks'", sink)) {
        checks_.push_back({std::move(*text), item->location});
      }
    }
  }
  map.finish();
}

void Settings::read_environment(const char* (*lookup)(const char*)) {
  for (Setting& setting : settings_) {
    std::string name = "SEALRING_";
    for (const char c : setting.key)
      name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const char* value = lookup(name.c_str());
    if (value == nullptr || *value == '\0') continue;
    setting.value = value;
    setting.origin = "environment " + name;
  }
}

void Settings::define(const std::vector<std::string>& definitions, core::Sink& sink) {
  for (const std::string& text : definitions) {
    const std::size_t equals = text.find('=');
    const std::string key = text.substr(0, equals);
    Setting* setting = equals == std::string::npos ? nullptr : find(key);
    if (setting != nullptr) {
      setting->value = text.substr(equals + 1);
      setting->origin = "-D";
      continue;
    }
    sink.report(
        core::make_finding(codes::kBadSetting,
                           equals == std::string::npos
                               ? "'-D " + text + "' has no '='; -D KEY=VALUE was expected"
                               : "unknown setting '" + key + "'" + core::did_you_mean(key, keys()))
            .on("-D", key));
  }
}

const std::string& Settings::value(std::string_view key) const {
  const auto it = std::find_if(settings_.begin(), settings_.end(),
                               [&](const Setting& setting) { return setting.key == key; });
  assert(it != settings_.end());
  return it->value;
}

std::vector<std::string> Settings::list(std::string_view key) const {
  std::vector<std::string> words;
  const std::string& text = value(key);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (end > start) words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

std::string starter_settings() {
  std::string text =
      "schema: sealring.project/1\n\n"
      "# What `sealring check` runs, one command line each:\n"
      "# checks:\n"
      "#   - sdc generate soc.yaml --out-dir out/sdc\n"
      "#   - stack check top.3dbx\n";
  for (const Known& known : kKnown) {
    text += "\n# " + std::string(known.help) + "\n# " + std::string(known.key) + ": " +
            (known.fallback.empty() ? "[]" : std::string(known.fallback)) + "\n";
  }
  return text;
}

}  // namespace sealring::cli
