// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <charconv>

#include "manifest/readers/reports.h"

// lcov tracefiles (.info) and Verilator coverage.dat ("# SystemC::Coverage-3").
namespace sealring::manifest {

namespace {

/// Calls `visit(line, number)` for each line; stops when it returns false.
template <class Visit>
void each_line(std::string_view text, Visit&& visit) {
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!visit(text.substr(0, end), ++number)) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

/// Sum that stays at its limit.
void add_hits(std::uint64_t& bin, std::uint64_t hits) {
  bin = hits > ~std::uint64_t{0} - bin ? ~std::uint64_t{0} : bin + hits;
}

/// One DA, BRDA or FNDA record under the file `source`; false when it is malformed.
bool lcov_record(std::string_view line, const std::string& source, ReportFacts& facts) {
  const std::size_t colon = line.find(':');
  const std::string_view tag = line.substr(0, colon);
  const std::string_view rest = line.substr(colon + 1);
  if (tag == "DA") {
    const std::size_t comma = rest.find(',');
    if (comma == std::string_view::npos || !whole_number(rest.substr(0, comma))) return false;
    const std::string_view tail = rest.substr(comma + 1);
    const auto hits = whole_number(tail.substr(0, tail.find(',')));
    if (!hits) return false;
    add_hits(facts.bins[source + ":" + std::string(rest.substr(0, comma))], *hits);
    return true;
  }
  if (tag == "FNDA") {
    const std::size_t comma = rest.find(',');
    const auto hits = whole_number(rest.substr(0, std::min(comma, rest.size())));
    if (comma == std::string_view::npos || !hits) return false;
    add_hits(facts.bins[source + ":function " + std::string(rest.substr(comma + 1))], *hits);
    return true;
  }
  const std::size_t last = rest.rfind(',');
  if (last == std::string_view::npos) return false;
  const std::string_view taken = rest.substr(last + 1);
  const auto hits = taken == "-" ? std::optional<std::uint64_t>(0) : whole_number(taken);
  if (!hits) return false;
  add_hits(facts.bins[source + ":branch " + std::string(rest.substr(0, last))], *hits);
  return true;
}

/// The quoted key of a coverage.dat line with its separators made readable; it stays one to one.
std::string readable_key(std::string_view quoted) {
  std::string out;
  for (const char letter : quoted) {
    if (letter == '\x01') {
      if (!out.empty()) out += ' ';
    } else {
      out += letter == '\x02' ? '=' : letter;
    }
  }
  return out;
}

}  // namespace

std::optional<ReportFacts> read_lcov(std::string_view text, const std::string& name,
                                     core::Sink& sink) {
  if (text.empty()) return empty_report(name, "holds no bytes", sink);
  ReportFacts facts;
  std::string source;
  std::uint32_t bad_line = 0;
  bool any_tag = false;
  each_line(text, [&](std::string_view line, std::uint32_t number) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("SF:")) {
      if (!source.empty()) bad_line = number;
      source = line.substr(3);
      any_tag = true;
    } else if (line == "end_of_record") {
      if (source.empty()) bad_line = number;
      source.clear();
    } else if (line.starts_with("DA:") || line.starts_with("BRDA:") || line.starts_with("FNDA:")) {
      if (source.empty() || !lcov_record(line, source, facts)) bad_line = number;
    }
    return bad_line == 0;
  });
  if (bad_line != 0) {
    return damaged_report(name,
                          "has a record that cannot be read in line " + std::to_string(bad_line),
                          sink, bad_line);
  }
  if (!any_tag) return foreign_report(name, "has no 'SF:' record", sink);
  if (!source.empty()) {
    return damaged_report(name, "ends before the 'end_of_record' of '" + source + "'", sink);
  }
  if (facts.bins.empty()) return empty_report(name, "holds no line, branch or function", sink);
  return facts;
}

std::optional<ReportFacts> read_verilator(std::string_view text, const std::string& name,
                                          core::Sink& sink) {
  if (text.empty()) return empty_report(name, "holds no bytes", sink);
  if (!text.starts_with("# SystemC::Coverage-3\n")) {
    return foreign_report(name, "does not begin with '# SystemC::Coverage-3'", sink);
  }
  if (!text.ends_with('\n')) return damaged_report(name, "ends in the middle of a line", sink);
  ReportFacts facts;
  std::uint32_t bad_line = 0;
  each_line(text, [&](std::string_view line, std::uint32_t number) {
    if (line.empty() || line.front() == '#') return true;
    const std::size_t close = line.rfind("' ");
    const auto hits =
        close == std::string_view::npos ? std::nullopt : whole_number(line.substr(close + 2));
    if (!line.starts_with("C '") || !hits || close < 3) {
      bad_line = number;
      return false;
    }
    add_hits(facts.bins[readable_key(line.substr(3, close - 3))], *hits);
    return true;
  });
  if (bad_line != 0) {
    return damaged_report(name,
                          "has a point that cannot be read in line " + std::to_string(bad_line),
                          sink, bad_line);
  }
  if (facts.bins.empty()) return empty_report(name, "holds no coverage point", sink);
  return facts;
}

}  // namespace sealring::manifest
