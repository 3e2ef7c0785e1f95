// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <array>

#include "core/report/report.h"

namespace sealring::core {

namespace {

constexpr std::array kFormats{
    Format{"text", render_text},   Format{"concise", render_concise},
    Format{"json", render_json},   Format{"sarif", render_sarif},
    Format{"junit", render_junit}, Format{"github", render_github},
    Format{"lyrdb", render_lyrdb}, Format{"rve", render_rve},
    Format{"svg", render_svg},     Format{"html", render_html},
};

}  // namespace

std::vector<Format> formats() {
  return {kFormats.begin(), kFormats.end()};
}

const Format* find_format(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace sealring::core
