// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::sdcgen {

/// One thing that two configurations or two revisions of a document say differently.
struct Change {
  std::string kind;  ///< "instance-moved", "clock-on", "period", "relation", "entry-changed" ...
  std::string instance;  ///< empty: of the design
  std::string object;    ///< clock, entry, pair of clocks; empty: the instance itself
  std::string before;
  std::string after;
  std::vector<std::string> views;  ///< where it shows; of a document: its modes
};

/// What must be proved again.
struct Recheck {
  std::string config;  ///< as shown; empty where only one configuration is compared
  std::string view;
  std::vector<std::string> instances;  ///< whose constraints changed; empty: the design's own
  std::string why;
};

struct DiffResult {
  bool compared = false;
  std::string before;  ///< as shown
  std::string after;
  std::vector<Change> changes;
  std::vector<std::string>
      unchanged;  ///< instances whose text is the same, byte by byte, in every common view
  std::vector<Recheck> recheck;
  std::vector<std::string> unused;  ///< configurations named as users that use neither revision
};

/// Compares two design configurations (sealring.design/1) or two revisions of an IP specification (sealring.ip/1), never as
/// text: clocks and entries are selected on both sides and compared one by one. Each change is also a finding (SDC-0801).
/// For specifications, `used_by` names configurations: the instances, modes and views that use what changed are listed
/// for recheck. Documents of different schemas are SDC-0802.
DiffResult diff_documents(const core::InputReader& reader, const std::filesystem::path& before,
                          const std::filesystem::path& after,
                          const std::vector<std::filesystem::path>& used_by, core::Sink& sink);

}  // namespace sealring::sdcgen
