// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/units/rational.h"

namespace sealring::core {

/// A whole decimal number with an optional sign and nothing else; nothing when it does not fit 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// A decimal number ("10.416", "-2e-3") as an exact fraction: no binary rounding. Nothing when the text is anything
/// else (a unit, blanks, hexadecimal, "inf", "nan") or needs more than 128-bit numerator and denominator.
std::optional<Rational> parse_decimal(std::string_view text);

/// A decimal number for quantities that are computed in floating point (resistances, coordinates read from
/// parasitics): correctly rounded, whole text must match; "inf", "nan" and hexadecimal are refused.
std::optional<double> parse_double(std::string_view text);

}  // namespace sealring::core
