// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sealring::esd {

/// A computed value for people: at most six significant digits, no trailing zeros, an exponent only where needed.
std::string format_number(double value);

/// A computed value in a table: at most nine significant digits.
std::string table_number(double value);

/// A computed value for machines: the shortest text that reads back as the same number.
std::string exact_number(double value);

/// "1 node", "3 nodes".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace sealring::esd
