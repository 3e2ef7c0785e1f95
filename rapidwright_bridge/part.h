// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>

namespace sealring::rapidwright_bridge {

/// A device as its four separate facts. Reports name it in different forms ("7a100t-fgg484", "xc7a35tcpg236-1",
/// "xczu3eg-sbva484-1-e"); an empty field was not stated.
struct Part {
  std::string device;       ///< "xcvu3p", "xc7a35t"; always with the leading "xc"
  std::string package;      ///< "ffvc1517"
  std::string speed;        ///< "2", "1L", "2LV"; without dash, upper case
  std::string temperature;  ///< "I", "E", "C"; upper case

  bool empty() const { return device.empty(); }
  friend bool operator==(const Part&, const Part&) = default;
};

/// Takes a part name apart. Text that is not a part name gives an empty Part.
Part parse_part(std::string_view text);

/// The speed grade in front of a "Speed File" entry: "-1  PRODUCTION 1.23 2018-06-13" -> "1".
std::string parse_speed_file(std::string_view text);

/// "xcvu3p-ffvc1517-2-i" with what is known.
std::string to_string(const Part& part);

/// The first field that both parts state and in which they differ ("device", "package", "speed grade",
/// "temperature grade"); empty when they agree in all that both state.
std::string_view differing_field(const Part& a, const Part& b);

}  // namespace sealring::rapidwright_bridge
