// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "manifest/signing/dsse.h"
#include "manifest/signing/provenance.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sealring;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  if (const auto envelope = manifest::parse_envelope(text, "f", sink)) {
    (void)manifest::verified_keys(*envelope, {std::string(32, 'k')});
  }
  const auto statement = manifest::parse_statement(text, "f", sink);
  if (statement) (void)manifest::read_provenance(*statement, "f", sink);
  return 0;
}
