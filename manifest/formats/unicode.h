// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sealring::manifest {

/// Whether the bytes are well-formed UTF-8 (no overlong forms, no surrogates, at most U+10FFFF).
bool valid_utf8(std::string_view bytes);

/// The code point at `at` of valid UTF-8; moves `at` behind it.
std::uint32_t next_code_point(std::string_view text, std::size_t& at);

void append_utf8(std::string& out, std::uint32_t code_point);

/// Order by UTF-16 code units (RFC 8785 section 3.2.3); both texts are valid UTF-8.
bool utf16_less(std::string_view a, std::string_view b);

/// NFC of the full case folding: equal for names that some file system takes for the same file.
std::string collision_key(std::string_view text);

}  // namespace sealring::manifest
