// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "esd/rules/part_results.h"

namespace sealring::esd {

using nlohmann::json;

std::string detail_text(const FlowDetail& detail) {
  json segments = json::array();
  for (const SegmentShare& s : detail.segments) segments.push_back({s.edge, s.amps, s.ohm, s.gain});
  json groups = json::array();
  for (const GroupShare& g : detail.groups) {
    groups.push_back({g.layer, static_cast<int>(g.cls), g.tier, g.team, g.ohm});
  }
  json hits = json::array();
  for (const DensityHit& h : detail.hits) hits.push_back({h.edge, h.amps, h.limit});
  json vertical = json::array();
  for (const SegmentShare& s : detail.vertical) vertical.push_back({s.edge, s.amps, s.ohm});
  return json{{"ohm", detail.ohm}, {"vertical", vertical}, {"segments", segments},
              {"groups", groups},  {"hits", hits},         {"judged", detail.judged}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<FlowDetail> read_detail(const std::string& text) {
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object()) return std::nullopt;
  FlowDetail detail;
  try {
    detail.ohm = document.at("ohm");
    detail.judged = document.at("judged");
    for (const json& s : document.at("segments"))
      detail.segments.push_back({s.at(0), s.at(1), s.at(2), s.at(3)});
    for (const json& s : document.at("vertical"))
      detail.vertical.push_back({s.at(0), s.at(1), s.at(2), 0});
    for (const json& g : document.at("groups")) {
      detail.groups.push_back(
          {g.at(0), static_cast<ElementClass>(g.at(1).get<int>()), g.at(2), g.at(3), g.at(4)});
    }
    for (const json& h : document.at("hits")) detail.hits.push_back({h.at(0), h.at(1), h.at(2)});
  } catch (const json::exception&) {
    return std::nullopt;
  }
  return detail;
}

}  // namespace sealring::esd
