// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "sdcgen/model.h"

namespace sealring::sdcgen {

/// One active clock with all that its period depends on.
struct ClockContext {
  const IpSpec& spec;
  const ClockSpec& clock;
  const ClockTable& table;
  const ClockRow& row;
  const std::string& mode;      ///< of the IP
  const std::string& instance;  ///< for messages
  const std::map<std::string, core::Time>&
      external;  ///< periods of external masters, by clock of this IP
};

/// The clock's period as the table and its masters give it; nothing when one of them is not in use.
std::optional<core::Time> period_of_clock(const ClockContext& context);

/// The clock's period: the table's, or for a generated clock answered "derived" the one that follows from its
/// master. Checked: range of the document (SDC-0206, naming a factor of 1000), plausibility without a range
/// (SDC-0210), ratio to the master (SDC-0207, 1e-6 relative), master in use (SDC-0209), uncertainty (SDC-0211),
/// waveform (SDC-0213), "derived" on other clocks (SDC-0205).
core::Time check_period(const ClockContext& context, const ModeRange& range, core::Sink& sink);

}  // namespace sealring::sdcgen
