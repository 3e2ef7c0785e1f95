// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sealring::manifest {

/// RFC 4648 section 4, padded.
std::string base64_encode(std::string_view bytes);

/// Reads standard or URL-safe base64, padded or not; bits left over must be zero, so that one value has one spelling
/// per alphabet. Nothing for anything else.
std::optional<std::string> base64_decode(std::string_view text);

std::string hex_encode(std::string_view bytes);                ///< lower case
std::optional<std::string> hex_decode(std::string_view text);  ///< lower case only
bool is_sha256_hex(std::string_view text);                     ///< 64 lower-case hex digits

}  // namespace sealring::manifest
