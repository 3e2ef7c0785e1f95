// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

bool is_corner(std::string_view word) {
  return word == "Slow" || word == "Fast";
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text), contents_(read_contents(lines_)) {}

  BusSkew read() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view line = trim(lines_[i]);
      if (line == "No bus skew constraints" && (i + 1 < lines_.size() || lines_.last_line_ended()))
        out_.no_constraints = true;
      if (line == "1. Bus Skew Report Summary") in_summary_ = is_rule(lines_[i + 1]);
      if (line == "2. Bus Skew Report Per Constraint") {
        in_summary_ = false;
        in_details_ = is_rule(lines_[i + 1]);
      }
      if (in_summary_) take_summary(i);
      if (in_details_) take_detail(line);
    }
    finish();
    return std::move(out_);
  }

 private:
  /// Long names put the figures of a row on lines of their own: a row starts with two numbers and ends with a corner
  /// and three figures.
  void take_summary(std::size_t i) {
    const auto w = words(lines_[i]);
    if (w.empty()) return;
    if (lines_[i][0] != ' ' && w.size() > 2 && parse_count(w[0]) && parse_count(w[1])) {
      out_.rows.push_back({.id = *parse_count(w[0]), .line = static_cast<std::uint32_t>(i + 1)});
    }
    if (out_.rows.empty() || w.size() < 4 || !is_corner(w[w.size() - 4])) return;
    BusSkew::Row& row = out_.rows.back();
    row.corner = std::string(w[w.size() - 4]);
    row.requirement = parse_slack(w[w.size() - 3]);
    row.actual = parse_slack(w[w.size() - 2]);
    row.slack = parse_slack(w[w.size() - 1]);
  }

  void take_detail(std::string_view line) {
    if (line.starts_with("Id: ")) {
      if (const auto id = parse_count(trim(line.substr(4)))) out_.detailed.push_back(*id);
      closed_ = false;
    }
    if (line.starts_with("Slack (")) ++paths_;
    if (line.starts_with("relative delay")) ++delays_;
    if (line.starts_with("relative delay")) closed_ = delays_ == 2 * paths_;
  }

  std::string missing_part() const {
    if (out_.no_constraints) return lines_.trailing_blank() >= 1 ? "" : "the blank line at its end";
    if (contents_.announced.empty()) return "the summary of bus skew constraints";
    if (out_.rows.empty()) return "the rows of the bus skew summary";
    for (const BusSkew::Row& row : out_.rows) {
      if (row.corner.empty()) return "the figures of constraint " + std::to_string(row.id);
    }
    if (!in_details_) return "the section 'Bus Skew Report Per Constraint'";
    if (out_.detailed.size() != out_.rows.size()) {
      return "the details of " + std::to_string(out_.rows.size()) + " constraints (" +
             std::to_string(out_.detailed.size()) + " are there)";
    }
    if (!closed_ || lines_.trailing_blank() < 3) return "the end of the last path";
    return {};
  }

  void finish() {
    out_.ending.line = static_cast<std::uint32_t>(lines_.last_text() + 1);
    out_.ending.missing = missing_part();
    out_.ending.complete = out_.ending.missing.empty();
  }

  TextLines lines_;
  Contents contents_;
  BusSkew out_;
  bool in_summary_ = false;
  bool in_details_ = false;
  bool closed_ = false;
  std::size_t paths_ = 0;
  std::size_t delays_ = 0;
};

}  // namespace

BusSkew read_bus_skew(std::string_view text) {
  return Reader(text).read();
}

}  // namespace sealring::rapidwright_bridge
