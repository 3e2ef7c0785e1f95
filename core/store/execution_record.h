// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sealring::core {

/// One input of a run: what it was for, what it is called and what it held.
struct InputRecord {
  std::string role;  ///< "netlist", "liberty", "config" ...
  std::string name;  ///< as shown; a label only
  std::string sha256;
};

/// What a result depends on and what it looked at. Two runs over the same content with the same tools have the same
/// content key; which run it was is told by the execution id.
struct ExecutionRecord {
  std::string verb;  ///< "sdc generate"
  std::vector<InputRecord> inputs;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::pair<std::string, std::string>> tools;  ///< name, build as probed
  std::vector<std::pair<std::string, std::uint64_t>> counts;

  void add_input(std::string role, std::string name, std::string sha256) {
    inputs.push_back({std::move(role), std::move(name), std::move(sha256)});
  }
};

/// A parameter of this name says that a pass holds only as long as its inputs are what they were: `manifest stale` names it
/// when one of them changed.
inline constexpr std::string_view kBoundToInputs = "bound to its inputs";

/// sha256 (hex) over verb, inputs by role and digest (names do not count), parameters and tools, each list sorted:
/// the key under which a result may be used again.
std::string content_key(const ExecutionRecord& record);

/// A fresh random id, "x-" and 32 hex digits: which work made a result.
std::string new_execution_id();

/// The record as canonical JSON text (sorted lists, no times).
std::string to_json_text(const ExecutionRecord& record);

}  // namespace sealring::core
