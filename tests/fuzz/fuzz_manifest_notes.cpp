// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "manifest/store/receipt.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sealring;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  const manifest::NoteKey key{"n", std::string(32, 'k')};
  (void)manifest::open_note(text, {key}, "f", sink);
  (void)manifest::parse_checkpoint(text, "f", sink);
  (void)manifest::parse_note_key(text);
  const auto receipt = manifest::parse_receipt(text, "f", sink);
  if (receipt && manifest::to_text(*receipt) != text) __builtin_trap();
  return 0;
}
