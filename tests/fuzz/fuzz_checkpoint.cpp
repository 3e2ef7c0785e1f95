// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "rapidwright_bridge/checkpoint.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace rwb = sealring::rapidwright_bridge;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  const auto checkpoint = rwb::read_checkpoint_bytes(bytes, "t.dcp", 1U << 24, sink);
  if (!checkpoint && sink.findings.empty()) std::abort();
  if (checkpoint && checkpoint->version == 0) std::abort();
  return 0;
}
