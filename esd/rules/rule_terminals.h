// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/graph/partition.h"
#include "esd/project.h"

namespace sealring::esd {

/// One end of the paths of a rule: a pad, several pads together, or a device's pin.
struct RuleTerminal {
  std::string label;  ///< "VDD_1", "CL_7.high", "12 pads together"
  std::string net;    ///< as declared; "" not told
  std::string group;  ///< of the pad
  Taps taps;
  core::Location location;
  std::size_t instance = SIZE_MAX;  ///< into Project::instances, for a device's pin
  std::uint32_t pad = kNone;        ///< into Project::pads, for a single pad
};

/// The ports of a terminal inside one part, with their shares of 1 ampere.
struct PartTaps {
  std::vector<std::uint32_t> nodes;  ///< local nodes, each once
  std::vector<double> weights;       ///< sum 1
  bool whole = true;                 ///< false: other taps lie in other parts
};

/// Where a terminal lies, part by part.
std::map<std::uint32_t, PartTaps> place_taps(const Taps& taps, const Partition& partition);

/// Whether a selection of pads takes this one.
bool selects(const Selection& selection, const Pad& pad);

/// " (kind power, group d2d)"; "" when it selects all.
std::string described(const Selection& selection);

/// The terminals a rule selects; nothing selected is reported (ESD-0202), unknown types and pins too.
std::vector<RuleTerminal> select_terminals(const Project& project, const Rule& rule,
                                           const Selection& selection, core::Sink& sink);

/// Current of a terminal's rule: the rule's own, else its pad group's; 0 when neither gives one.
double rule_current(const Project& project, const Rule& rule, const RuleTerminal& from);

}  // namespace sealring::esd
