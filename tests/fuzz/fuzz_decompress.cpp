// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/files/decompress.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kLimit = 1U << 20U;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto result = sealring::core::decompress(bytes, kLimit);
  if (result.bytes.size() > kLimit) std::abort();
  using State = sealring::core::Decompressed::State;
  if (result.state == State::kDamaged && result.problem.empty()) std::abort();
  return 0;
}
