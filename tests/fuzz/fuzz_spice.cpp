// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/fuzz/fuzz_network.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return sealring::fuzz::network(data, size, sealring::esd::NetworkFormat::kSpice);
}
