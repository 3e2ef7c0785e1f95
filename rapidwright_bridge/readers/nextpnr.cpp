// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

using Json = nlohmann::json;

double number_of(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_number() ? it->get<double>() : 0.0;
}

std::int64_t count_of(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_number_integer() ? it->get<std::int64_t>() : 0;
}

void read_clocks(const Json& document, NextpnrReport& out) {
  const auto fmax = document.find("fmax");
  if (fmax == document.end() || !fmax->is_object()) {
    out.ending.missing = "the object 'fmax'";
    return;
  }
  for (const auto& [name, clock] : fmax->items()) {
    if (!clock.is_object()) continue;
    out.clocks.push_back({name, number_of(clock, "achieved"), number_of(clock, "constraint")});
  }
}

void read_uses(const Json& document, NextpnrReport& out) {
  const auto uses = document.find("utilization");
  if (uses == document.end() || !uses->is_object()) {
    out.ending.missing = "the object 'utilization'";
    return;
  }
  for (const auto& [site, use] : uses->items()) {
    if (use.is_object())
      out.uses.push_back({site, count_of(use, "used"), count_of(use, "available")});
  }
}

}  // namespace

NextpnrReport read_nextpnr_report(std::string_view text) {
  NextpnrReport out;
  const TextLines lines(text);
  out.ending.line = static_cast<std::uint32_t>(lines.size());
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded() || !document.is_object()) {
    out.ending.missing = "the end of its JSON text";
  } else if (!lines.last_line_ended()) {
    out.ending.missing = "the end of its last line";
  } else {
    read_clocks(document, out);
    read_uses(document, out);
  }
  out.ending.complete = out.ending.missing.empty();
  return out;
}

NextpnrLog read_nextpnr_log(std::string_view text) {
  NextpnrLog out;
  const TextLines lines(text);
  bool finished = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line == "Info: Routing complete.") out.routed = true;
    if (line.starts_with("Warning: ")) ++out.warnings;
    if (line.starts_with("ERROR: ")) {
      out.errors.push_back(
          {"ERROR", "", std::string(line.substr(7)), static_cast<std::uint32_t>(i + 1)});
    }
    if (line.starts_with("SEALRING ")) out.markers.emplace_back(line);
    finished = finished || (line == "Info: Program finished normally." &&
                            (i + 1 < lines.size() || lines.last_line_ended()));
  }
  out.ending.line = static_cast<std::uint32_t>(lines.last_text() + 1);
  if (!finished) out.ending.missing = "the line 'Program finished normally.'";
  out.ending.complete = finished;
  return out;
}

}  // namespace sealring::rapidwright_bridge
