// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::esd {

/// A device as the library describes it. Clamps, diodes and resistors: from `from_pin` to `to_pin` it is
/// V = v_hold + ron * I once it conducts, and it starts to conduct at v_trigger. Receivers, drivers and guard rings
/// conduct nothing; they are what is protected, and what surrounds.
struct DeviceType {
  enum class Kind : std::uint8_t { kClamp, kDiode, kResistor, kReceiver, kDriver, kGuard };
  static constexpr std::size_t kNoPin = static_cast<std::size_t>(-1);
  std::string name;
  std::vector<std::string>
      cells;  ///< LEF macros that are this device; empty: the macro of its name
  Kind kind = Kind::kClamp;
  std::vector<std::string> pins;     ///< in the order of the library
  std::vector<std::string> domains;  ///< nets of the pins, same order; empty: any
  std::size_t from_pin = 0;
  std::size_t to_pin = 1;
  bool both_ways = false;
  std::size_t signal_pin = kNoPin;  ///< gate of a receiver, output of a driver, tie of a guard
  std::size_t power_pin = kNoPin;   ///< of receivers and drivers, where known
  std::size_t ground_pin = kNoPin;
  double ron_ohm = 0;
  double v_hold = 0;
  double v_trigger = 0;         ///< at least v_hold
  std::optional<double> i_max;  ///< ampere
  /// What each instance has that says nothing else: "width_um", "fingers".
  std::map<std::string, double> properties;
  core::Location location;

  std::optional<std::size_t> pin(std::string_view pin_name) const;
  bool conducts() const {
    return kind == Kind::kClamp || kind == Kind::kDiode || kind == Kind::kResistor;
  }
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
