// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"

namespace sealring::core::lefdef {

struct ReadLef {
  Lef lef;
  CollectingSink sink;
  bool ok = false;
};

inline ReadLef lef_of(const std::string& text) {
  ReadLef result;
  result.ok = read_lef({"t.lef", "t.lef", "", text}, result.lef, result.sink);
  return result;
}

struct ReadDef {
  std::optional<Def> def;
  CollectingSink sink;

  bool has(std::string_view code) const {
    for (const Finding& finding : sink.findings) {
      if (finding.code->id == code) return true;
    }
    return false;
  }
  std::string all() const {
    std::string text;
    for (const Finding& finding : sink.findings) {
      text += std::string(finding.code->id) + " " + to_string(finding.location) + " " +
              finding.message + "\n";
    }
    return text;
  }
};

inline ReadDef def_of(const std::string& body,
                      const std::string& units = "UNITS DISTANCE MICRONS 2000 ;\n") {
  ReadDef result;
  result.def = read_def({"t.def", "t.def", "sha", "VERSION 5.8 ;\nDESIGN die ;\n" + units + body},
                        result.sink);
  return result;
}

}  // namespace sealring::core::lefdef
