// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "manifest/formats/json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sealring;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  const auto value = manifest::parse_json(text, "f", sink);
  if (value.has_value() != sink.findings.empty()) __builtin_trap();
  if (!value) return 0;
  // What was read is written so that it reads back as itself.
  const std::string once = manifest::canonical(*value);
  const auto again = manifest::parse_json(once, "f", sink);
  if (!again || manifest::canonical(*again) != once) __builtin_trap();
  return 0;
}
