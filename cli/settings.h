// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::cli {

/// One setting with its value and where that came from.
struct Setting {
  std::string_view key;
  std::string_view help;
  std::string value;   ///< lists: separated by commas
  std::string origin;  ///< "default", "sealring.yaml:4:3", "environment SEALRING_JOBS", "-D"
};

/// The settings of one run. Order of precedence: option > -D > SEALRING_* > sealring.yaml > default.
class Settings {
 public:
  /// All keys with their defaults.
  Settings();

  /// Reads `sealring.project/1` (unknown keys, wrong types: findings).
  void read_file(const core::InputReader& reader, const std::filesystem::path& path,
                 core::Sink& sink);

  /// Takes SEALRING_<KEY> for every key; `lookup` is getenv in the program.
  void read_environment(const char* (*lookup)(const char*));

  /// Takes "key=value" texts given with -D.
  void define(const std::vector<std::string>& definitions, core::Sink& sink);

  const std::vector<Setting>& all() const { return settings_; }
  const std::string& value(std::string_view key) const;  ///< key must exist
  std::vector<std::string> list(std::string_view key) const;

  /// Command lines that `sealring check` runs, with their place in the file.
  struct Check {
    std::string command;
    core::Location location;
  };
  const std::vector<Check>& checks() const { return checks_; }

 private:
  Setting* find(std::string_view key);
  std::vector<std::string> keys() const;
  std::vector<Setting> settings_;
  std::vector<Check> checks_;
};

/// Folders and file of a project: the text of a fresh sealring.yaml, and the same with every key for `config init`.
std::string starter_settings();

}  // namespace sealring::cli
