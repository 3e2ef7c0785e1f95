// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/units/parse.h"
#include "rapidwright_bridge/edif.h"

namespace sealring::rapidwright_bridge {

std::string_view to_string(PortDirection direction) {
  switch (direction) {
    case PortDirection::kInput: return "input";
    case PortDirection::kOutput: return "output";
    case PortDirection::kInout: return "inout";
    case PortDirection::kUnknown: break;
  }
  return "unknown";
}

PortInfo split_port_name(std::string_view original, std::uint32_t width, bool bus) {
  PortInfo port;
  port.bus = bus;
  port.width = bus ? width : 1;
  port.left = bus && width > 0 ? static_cast<std::int64_t>(width) - 1 : 0;
  port.name = std::string(original);
  if (!bus || !original.ends_with(']')) return port;
  const std::size_t open = original.rfind('[');
  const std::size_t colon = original.find(':', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || colon == std::string_view::npos) return port;
  const auto left = core::parse_integer(original.substr(open + 1, colon - open - 1));
  const auto right = core::parse_integer(original.substr(colon + 1, original.size() - colon - 2));
  if (!left || !right) return port;
  const std::int64_t distance = *left > *right ? *left - *right : *right - *left;
  if (distance + 1 != static_cast<std::int64_t>(width)) return port;
  port.name = std::string(original.substr(0, open));
  port.left = *left;
  port.right = *right;
  return port;
}

std::string unescape_edif(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const std::size_t close = text.find('%', i + 1);
    if (close == std::string_view::npos) {
      out += text[i];
      continue;
    }
    // "%34 37%" holds several characters; anything else between the signs is kept as it is.
    std::string decoded;
    bool good = close > i + 1;
    std::size_t at = i + 1;
    while (good && at < close) {
      const std::size_t end = std::min(text.find(' ', at), close);
      const auto code = core::parse_integer(text.substr(at, end - at));
      good = code && *code > 0 && *code < 256;
      if (good) decoded += static_cast<char>(*code);
      at = end + 1;
    }
    if (good) {
      out += decoded;
      i = close;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace sealring::rapidwright_bridge
