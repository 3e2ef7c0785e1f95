// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/formats/unicode.h"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <vector>

namespace sealring::manifest {

bool valid_utf8(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || bytes.size() - i < static_cast<std::size_t>(more) + 1) {
      return false;
    }
    std::uint32_t point = lead & (0x3FU >> more);
    for (int k = 1; k <= more; ++k) {
      const auto byte = static_cast<unsigned char>(bytes[i + static_cast<std::size_t>(k)]);
      if ((byte & 0xC0U) != 0x80U) return false;
      point = (point << 6U) | (byte & 0x3FU);
    }
    const std::uint32_t least = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
    if (point < least || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return false;
    i += static_cast<std::size_t>(more) + 1;
  }
  return true;
}

std::uint32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  std::uint32_t point = lead & (0x3FU >> more);
  for (int k = 0; k < more && at < text.size(); ++k) {
    point = (point << 6U) | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return point;
}

void append_utf8(std::string& out, std::uint32_t point) {
  const auto tail = [&out, point](unsigned shift) {
    out += static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xC0U | (point >> 6U));
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0U | (point >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | (point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

bool utf16_less(std::string_view a, std::string_view b) {
  // Bytes of UTF-8 sort like code points, and code points sort like UTF-16 units except that surrogates
  // (U+10000 and up) come before U+E000..U+FFFF.
  const auto pair = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (pair.second == b.end()) return false;
  if (pair.first == a.end()) return true;
  const auto left = static_cast<unsigned char>(*pair.first);
  const auto right = static_cast<unsigned char>(*pair.second);
  const auto rank = [](unsigned char lead) {
    if (lead >= 0xF0) return 0x1ED;  // between U+D7FF (lead ED) and U+E000 (lead EE)
    return lead >= 0xEE ? 0x200 + lead : 0x100 + lead;
  };
  if (left >= 0xC0 && right >= 0xC0) {
    const int l = rank(left);
    const int r = rank(right);
    return l != r ? l < r : left < right;
  }
  return left < right;
}

std::string collision_key(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto size = static_cast<std::int32_t>(text.size());
  std::vector<UChar> units(text.size() + 1);
  std::int32_t length = 0;
  u_strFromUTF8(units.data(), size + 1, &length, text.data(), size, &status);
  std::vector<UChar> folded(units.size() * 4 + 16);
  const auto room = static_cast<std::int32_t>(folded.size());
  const std::int32_t folded_length =
      u_strFoldCase(folded.data(), room, units.data(), length, U_FOLD_CASE_DEFAULT, &status);
  const UNormalizer2* nfc = unorm2_getNFCInstance(&status);
  std::vector<UChar> normal(folded.size() * 4);
  const std::int32_t normal_length =
      unorm2_normalize(nfc, folded.data(), folded_length, normal.data(),
                       static_cast<std::int32_t>(normal.size()), &status);
  std::string key(static_cast<std::size_t>(std::max(normal_length, 0)) * 3 + 1, '\0');
  std::int32_t bytes = 0;
  u_strToUTF8(key.data(), static_cast<std::int32_t>(key.size()), &bytes, normal.data(),
              normal_length, &status);
  if (U_FAILURE(status)) return std::string(text);
  key.resize(static_cast<std::size_t>(bytes));
  return key;
}

}  // namespace sealring::manifest
