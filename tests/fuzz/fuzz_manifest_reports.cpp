// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "manifest/readers/reports.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sealring;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  for (const std::string& format : manifest::report_formats()) {
    core::CollectingSink own;
    const auto facts = manifest::find_report_reader(format)(text, "f", own);
    if (facts.has_value() != own.findings.empty()) __builtin_trap();
  }
  return 0;
}
