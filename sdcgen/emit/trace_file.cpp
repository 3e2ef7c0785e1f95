// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/emit/trace_file.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "core/files/digest.h"
#include "core/files/input.h"
#include "sdcgen/codes.h"
#include "sdcgen/generate.h"

namespace sealring::sdcgen {

namespace {

/// JSON text of a string; nlohmann does the escaping, the document around it is written as it comes.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Instance, clock or entry, document, table cell, place, citation.
using Fields = std::array<const std::string*, 6>;

Fields fields_of(const SelectedClock& clock) {
  return {&clock.instance,   &clock.clock,      &clock.document,
          &clock.table_cell, &clock.spec_place, &clock.citation};
}

Fields origin_fields(const Selection& selection, const LineOrigin& origin) {
  static const std::string kNone;
  if (origin.clock != kNoOrigin) return fields_of(selection.clocks[origin.clock]);
  const SelectedEntry& entry = selection.entries[origin.entry];
  return {&entry.instance, &entry.id, &entry.document, &kNone, &entry.place, &entry.citation};
}

std::string line_of(std::string_view text, std::uint32_t line) {
  for (std::uint32_t i = 1; i < line && !text.empty(); ++i) {
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    if (text.find('\n') == std::string_view::npos && i + 1 < line) return {};
  }
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

std::string write_trace(const std::vector<TracedSdc>& files) {
  std::string text = "{\"schema\": \"sealring.sdc.trace/1\",\n \"files\": [";
  for (std::size_t f = 0; f < files.size(); ++f) {
    const TracedSdc& file = files[f];
    std::multimap<std::string, const SelectedClock*>
        shared;  // clocks of others that are one with a written one
    for (const SelectedClock& clock : file.selection->clocks) {
      if (clock.state == ClockState::kShared) shared.emplace(clock.name, &clock);
    }
    text += (f == 0 ? "\n" : ",\n");
    text += "  {\"file\": " + quoted(file.file) + ", \"sha256\": \"" +
            core::sha256_hex(file.sdc->text) + "\", \"lines\": [";
    for (std::size_t i = 0; i < file.sdc->origins.size(); ++i) {
      const LineOrigin& origin = file.sdc->origins[i];
      const auto add_row = [&](const Fields& fields) {
        text += (text.ends_with('[') ? "\n   [" : ",\n   [") + std::to_string(origin.line);
        for (const std::string* field : fields) text += ", " + quoted(*field);
        text += "]";
      };
      add_row(origin_fields(*file.selection, origin));
      if (origin.clock == kNoOrigin || shared.empty()) continue;
      const auto [first, last] = shared.equal_range(file.selection->clocks[origin.clock].name);
      for (auto it = first; it != last; ++it) add_row(fields_of(*it->second));
    }
    text += "]}";
  }
  return text + "]}\n";
}

std::optional<TraceResult> trace_line(const core::InputReader& reader,
                                      const std::filesystem::path& sdc, std::uint32_t line,
                                      core::Sink& sink) {
  const auto file = reader.read(sdc, reader.limits().design, sink);
  if (!file) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    sink.report(core::make_finding(codes::kTraceUnusable, "'" + file->name + "' " + why)
                    .at(file->at(line))
                    .on(file->name, std::to_string(line)));
    return std::nullopt;
  };
  core::CollectingSink quiet;
  const auto trace = reader.read(sdc.parent_path() / "trace.json", reader.limits().design, quiet);
  if (!trace) return refuse("has no trace.json beside it");
  const auto document = nlohmann::json::parse(trace->text, nullptr, false);
  if (!document.is_object() || document.value("schema", "") != "sealring.sdc.trace/1" ||
      !document["files"].is_array()) {
    return refuse("has a trace.json beside it that is none");
  }
  for (const auto& entry : document["files"]) {
    if (entry.value("file", "") != sdc.filename().string()) continue;
    if (entry.value("sha256", "") != core::sha256_hex(file->text)) {
      return refuse("was changed since it was generated; its trace does not hold any more");
    }
    TraceResult result{line_of(file->text, line), {}};
    for (const auto& row : entry["lines"]) {
      if (!row.is_array() || row.size() != 7 || row[0] != line) continue;
      result.origins.push_back({row[1], row[2], row[3], row[4], row[5], row[6]});
    }
    if (!result.origins.empty()) return result;
    return refuse("has no command in line " + std::to_string(line));
  }
  return refuse("is not in the trace.json beside it");
}

}  // namespace sealring::sdcgen
