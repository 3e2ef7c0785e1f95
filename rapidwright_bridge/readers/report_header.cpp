// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "rapidwright_bridge/check.h"
#include "rapidwright_bridge/readers/text_lines.h"
#include "rapidwright_bridge/reports.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::array<std::pair<FileKind, std::string_view>, 18> kNames = {{
    {FileKind::kUnknown, "unknown"},
    {FileKind::kTimingSummary, "timing-summary"},
    {FileKind::kTimingPaths, "timing-paths"},
    {FileKind::kCheckTiming, "check-timing"},
    {FileKind::kRouteStatus, "route-status"},
    {FileKind::kDrc, "drc"},
    {FileKind::kMethodology, "methodology"},
    {FileKind::kUtilization, "utilization"},
    {FileKind::kClockUtilization, "clock-utilization"},
    {FileKind::kBusSkew, "bus-skew"},
    {FileKind::kLog, "log"},
    {FileKind::kCheckpoint, "checkpoint"},
    {FileKind::kNetlist, "netlist"},
    {FileKind::kMetadata, "metadata"},
    {FileKind::kPblock, "pblock"},
    {FileKind::kGuide, "implementation-guide"},
    {FileKind::kNextpnrReport, "nextpnr-report"},
    {FileKind::kNextpnrLog, "nextpnr-log"},
}};

/// Titles as the tools print them, and the command that prints each.
struct Title {
  std::string_view title;
  std::string_view command;
  FileKind kind;
};
constexpr std::array<Title, 9> kTitles = {{
    {"Timing Summary Report", "report_timing_summary", FileKind::kTimingSummary},
    {"Timing Report", "report_timing", FileKind::kTimingPaths},
    {"check_timing report", "check_timing", FileKind::kCheckTiming},
    {"Report DRC", "report_drc", FileKind::kDrc},
    {"Report Methodology", "report_methodology", FileKind::kMethodology},
    {"Utilization Design Information", "report_utilization", FileKind::kUtilization},
    {"Clock Utilization Report", "report_clock_utilization", FileKind::kClockUtilization},
    {"Bus Skew Report", "report_bus_skew", FileKind::kBusSkew},
    {"Design Route Status", "report_route_status", FileKind::kRouteStatus},
}};

constexpr std::size_t kLinesLookedAt = 60;

FileKind recognise_binary_or_netlist(std::string_view text) {
  if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06"))
    return FileKind::kCheckpoint;
  std::string_view body = text.substr(0, 4096);
  const std::size_t first = body.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return FileKind::kUnknown;
  if (body[first] == '{' && body.find("\"critical_paths\"") != std::string_view::npos)
    return FileKind::kNextpnrReport;
  if (body[first] != '(') return FileKind::kUnknown;
  body = trim(body.substr(first + 1));
  std::string word(body.substr(0, 4));
  std::ranges::transform(word, word.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return word == "edif" ? FileKind::kNetlist : FileKind::kUnknown;
}

bool is_pblock_line(std::string_view line) {
  const auto w = words(line);
  if (w.empty()) return false;
  if (w[0] == "create_pblock" || w[0] == "resize_pblock") return true;
  // A file for a placement explorer: ranges only, one pblock a line.
  return std::ranges::all_of(w, [](std::string_view range) {
    const std::size_t colon = range.find(':');
    return colon != std::string_view::npos && range.find("_X") < colon &&
           range.find("_X", colon) != std::string_view::npos;
  });
}

FileKind recognise_line_based(const TextLines& lines) {
  for (std::size_t i = 0; i < std::min(lines.size(), kLinesLookedAt); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty()) continue;
    if (line.starts_with("# Vivado v") || line.starts_with("#-") ||
        line.starts_with("****** Vivado v")) {
      for (std::size_t k = i; k < std::min(lines.size(), i + 25); ++k) {
        if (lines[k].find("Vivado v") != std::string_view::npos) return FileKind::kLog;
      }
    }
    if (line == "Info: Packing constants..") return FileKind::kNextpnrLog;
    if (line.starts_with("begin block")) return FileKind::kMetadata;
    const auto w = words(line);
    if (w[0] == "PART" && w.size() == 2) return FileKind::kGuide;
    if (w[0] == "BLOCK" && w.size() == 5) return FileKind::kGuide;
    if (is_pblock_line(line)) return FileKind::kPblock;
  }
  return FileKind::kUnknown;
}

void fill_field(ReportHeader& header, std::string_view key, std::string_view value) {
  const std::string text(value);
  if (key == "Tool Version") {
    const auto w = words(value);
    for (std::size_t i = 0; i + 1 < w.size(); ++i) {
      if (w[i] == "Vivado" && w[i + 1].starts_with("v")) {
        std::string_view version = w[i + 1].substr(1);
        if (version.starts_with(".")) version.remove_prefix(1);
        header.tool_version = std::string(version);
      }
      if (w[i] == "Build") header.build = std::string(w[i + 1]);
    }
  } else if (key == "Date") {
    header.date = text;
    header.instant = parse_report_date(value);
  } else if (key == "Host") {
    header.host = text;
  } else if (key == "Command") {
    header.command = text;
  } else if (key == "Design") {
    header.design = text;
  } else if (key == "Design State") {
    header.state = text;
  } else if (key == "Device") {
    const std::string speed = header.part.speed;
    header.part = parse_part(value);
    if (header.part.speed.empty()) header.part.speed = speed;
  } else if (key == "Speed File") {
    const std::string speed = parse_speed_file(value);
    if (!speed.empty() && header.part.speed.empty()) header.part.speed = speed;
  } else if (key == "Temperature Grade" && value.size() == 1) {
    header.part.temperature = text;
  }
}

}  // namespace

std::string_view to_string(FileKind kind) {
  for (const auto& [value, name] : kNames) {
    if (value == kind) return name;
  }
  return "unknown";
}

std::optional<std::int64_t> parse_instant(std::string_view text) {
  // The same calendar as report dates: rewritten into their order of fields.
  static constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() != 19 || text[4] != '-' || text[7] != '-' || (text[10] != 'T' && text[10] != ' '))
    return std::nullopt;
  const auto month = parse_count(text.substr(5, 2));
  if (!month || *month < 1 || *month > 12) return std::nullopt;
  const std::string date =
      "Day " + std::string(kMonths.substr(static_cast<std::size_t>(*month - 1) * 3, 3)) + " " +
      std::string(text.substr(8, 2)) + " " + std::string(text.substr(11)) + " " +
      std::string(text.substr(0, 4));
  return parse_report_date(date);
}

ReportHeader read_header(std::string_view text) {
  ReportHeader header;
  const TextLines lines(text.substr(0, 16384));
  std::size_t i = 0;
  while (i < std::min<std::size_t>(lines.size(), 10) && !lines[i].starts_with("| ")) ++i;
  if (!lines[i].starts_with("| ")) return header;
  header.line = static_cast<std::uint32_t>(i + 1);
  for (; i < lines.size() && lines[i].starts_with("|"); ++i) {
    const std::string_view line = lines[i].substr(1);
    const std::size_t colon = line.find(" : ");
    if (colon == std::string_view::npos) continue;
    header.present = true;
    fill_field(header, trim(line.substr(0, colon)), trim(line.substr(colon + 3)));
  }
  header.closed = is_rule(lines[i], 20);
  return header;
}

FileKind recognise(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const FileKind direct = recognise_binary_or_netlist(text);
  if (direct != FileKind::kUnknown) return direct;
  const TextLines lines(text.substr(0, 65536));
  for (std::size_t i = 0; i < std::min(lines.size(), kLinesLookedAt); ++i) {
    const std::string_view line = trim(lines[i]);
    for (const Title& title : kTitles) {
      if (line == title.title) return title.kind;
    }
  }
  // Cut off before the title: the command in the header still says what it was to become.
  const ReportHeader header = read_header(text);
  const auto command = words(header.command);
  for (const Title& title : kTitles) {
    if (!command.empty() && command[0] == title.command) return title.kind;
  }
  if (header.present) return FileKind::kUnknown;
  return recognise_line_based(lines);
}

}  // namespace sealring::rapidwright_bridge
