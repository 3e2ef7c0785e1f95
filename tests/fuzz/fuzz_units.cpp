// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/units/parse.h"
#include "core/units/quantity.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto exact = core::parse_decimal(text)) {
    if (!exact->valid()) std::abort();
    core::format_decimal(*exact, 12);
    core::format_engineering(*exact, core::Dimension::kTime);
  }
  core::parse_integer(text);
  core::parse_double(text);
  core::parse_unit(text, core::Dimension::kResistance);
  core::parse_quantity(text, core::Dimension::kTime);
  return 0;
}
