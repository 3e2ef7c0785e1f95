// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/units/rational.h"

namespace sealring::sdcgen {

/// Value of an expression of numbers, names, + - * / ( ) and the functions int, ceil, floor, log2, min, max, as an exact
/// fraction. `value_of` gives the value of a name. Nothing when the text is no such expression, a name has no value,
/// log2 is not whole, or a number leaves 128 bits.
std::optional<core::Rational> evaluate_spec_expression(
    std::string_view text,
    const std::function<std::optional<core::Rational>(std::string_view)>& value_of);

}  // namespace sealring::sdcgen
