// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "sdcgen/entry.h"

namespace sealring::sdcgen {

/// Where entries are written: in a specification (names of the IP, modes of the IP) or in a design configuration (paths
/// from the top, design modes, flow stages, corners).
struct EntryScope {
  std::string owner;  ///< "phy", "soc.yaml": for messages
  core::Owner default_owner = core::Owner::kSpec;
  const std::vector<std::string>* modes = nullptr;
  const std::vector<std::string>* stages = nullptr;   ///< null in a specification
  const std::vector<std::string>* corners = nullptr;  ///< null in a specification
};

/// Reads the lists `relations`, `exceptions`, `io`, `case`, `disable` and `raw` of a document. What an entry lacks is
/// SDC-0701, an id used twice SDC-0702, an IO delay given by half SDC-0709, an unknown mode SDC-0102, a value without a
/// unit SDC-0107.
void read_entries(core::YamlMap& map, const EntryScope& scope, std::vector<EntrySpec>& entries,
                  core::Sink& sink);

/// Reads `latency`, `transition`, `sense` of one clock as entries whose object is that clock.
void read_clock_entries(core::YamlMap& map, const std::string& clock, const EntryScope& scope,
                        std::vector<EntrySpec>& entries, core::Sink& sink);

/// Reads `derate` of a corner: {early: 0.95, late: 1.05} or a list of such with `of: cell_delay|net_delay|cell_check`
/// and `path: data|clock`.
void read_derates(core::YamlMap& map, const std::string& corner, std::vector<EntrySpec>& entries,
                  core::Sink& sink);

/// Reads the list `questions`: {id, owner, text, cite}.
void read_questions(core::YamlMap& map, core::Owner default_owner, std::vector<Question>& questions,
                    core::Sink& sink);

/// Reads a citation {section, page, table}.
Citation read_citation(core::YamlMap& map, const std::string& what, core::Sink& sink);

/// A time with a unit, of either sign; nothing after reporting SDC-0107. `positive`: more than 0.
std::optional<core::Time> read_time(core::YamlMap& map, std::string_view key,
                                    const std::string& what, bool positive, core::Sink& sink);

}  // namespace sealring::sdcgen
