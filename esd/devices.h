// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::esd {

/// A protection device as the library describes it: from `from_pin` to `to_pin` it is V = v_hold + ron * I once it
/// conducts, and it starts to conduct at v_trigger.
struct DeviceType {
  enum class Kind : std::uint8_t { kClamp, kDiode };
  std::string name;
  std::vector<std::string>
      cells;  ///< LEF macros that are this device; empty: the macro of its name
  Kind kind = Kind::kClamp;
  std::vector<std::string> pins;     ///< in the order of the library
  std::vector<std::string> domains;  ///< nets of the pins, same order; empty: any
  std::size_t from_pin = 0;
  std::size_t to_pin = 1;
  bool both_ways = false;
  double ron_ohm = 0;
  double v_hold = 0;
  double v_trigger = 0;         ///< at least v_hold
  std::optional<double> i_max;  ///< ampere
  core::Location location;

  std::optional<std::size_t> pin(std::string_view pin_name) const;
};

/// YAML `sealring.esd.devices/1`.
struct DeviceLibrary {
  std::string revision;
  std::string sha256;
  std::vector<DeviceType> types;

  const DeviceType* find(std::string_view name) const;
  std::vector<std::string> names() const;
};

/// Reads a library; faulty types are reported (ESD-0105 ... ESD-0107) and left out.
std::optional<DeviceLibrary> read_devices(const core::InputReader& reader,
                                          const std::filesystem::path& path, core::Sink& sink,
                                          const core::Location& referred_from = {});

}  // namespace sealring::esd
