// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/diagnostics/baseline.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  core::CollectingSink sink;
  const auto baseline = core::parse_baseline(
      {"b.json", "b.json", "", std::string(reinterpret_cast<const char*>(data), size)}, sink);
  if (!baseline && sink.findings.empty()) std::abort();
  return 0;
}
