// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "rapidwright_bridge/readers/check_timing.h"
#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

/// A path block ends with five blank lines, a pulse width table with three, an empty report with two: measured on
/// every version from 2014.4 to 2025.2. Between two paths there are never more than two.
constexpr std::size_t kBlankAfterPaths = 5;
constexpr std::size_t kBlankAfterPulse = 3;
constexpr std::size_t kBlankAfterNothing = 2;

/// What the part behind "Timing Details" must hold and holds.
struct Details {
  bool heading = false;
  std::int64_t expected_groups = 0;
  std::int64_t groups = 0;
  bool want_max = false, want_min = false, want_pulse = false;
  bool in_max = false, in_min = false, in_pulse = false;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text) {}

  TimingSummary read() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (trim(lines_[i]) == "check_timing report") {
        i = scan_check_timing(lines_, i, out_.check_timing) - 1;
        continue;
      }
      if (lines_[i].starts_with("| ") && lines_[i + 1].starts_with("| -")) {
        section_ = std::string(trim(lines_[i].substr(2)));
        details_.heading =
            details_.heading || (section_ == "Timing Details" && is_rule(lines_[i + 2], 40));
        ++i;
        continue;
      }
      take(i);
    }
    finish();
    return std::move(out_);
  }

 private:
  void take(std::size_t i) {
    const std::string_view line = lines_[i];
    if (section_ == "Design Timing Summary") {
      take_summary(i);
    } else if (section_ == "Clock Summary") {
      take_clock(line);
    } else if (section_ == "Intra Clock Table" || section_ == "Inter Clock Table" ||
               section_ == "Other Path Groups Table") {
      take_table_row(i);
    } else if (section_ == "Unconstrained Path Table") {
      if (line.starts_with("(none)") || (words(line).size() > 0 && is_unconstrained_row(i))) {
        ++out_.unconstrained_groups;
        ++details_.expected_groups;
      }
    } else if (section_ == "Timing Details") {
      take_detail(i);
    } else if (section_ == "Report Methodology") {
      if (line.find("may not be up-to-date") != std::string_view::npos)
        out_.stale_methodology_note = true;
    }
  }

  bool is_unconstrained_row(std::size_t i) const {
    const std::string_view line = lines_[i];
    return !is_column_rule(line) && !line.starts_with("Path Group") && !is_rule(line);
  }

  void take_summary(std::size_t i) {
    const std::string_view line = lines_[i];
    if (line.find("WNS(ns)") != std::string_view::npos ||
        line.find("WHS(ns)") != std::string_view::npos ||
        line.find("WPWS(ns)") != std::string_view::npos) {
      if (out_.figures_line == 0) take_figures(i);
      return;
    }
    const std::string_view text = trim(line);
    if (text == "All user specified timing constraints are met.") {
      out_.claim = TimingSummary::Claim::kMet;
    } else if (text == "Timing constraints are not met.") {
      out_.claim = TimingSummary::Claim::kNotMet;
    } else if (text == "There are no user specified timing constraints.") {
      out_.claim = TimingSummary::Claim::kNoConstraints;
    }
  }

  /// Columns are told by the titles, values by their order: column widths vary and wide figures shift them.
  void take_figures(std::size_t i) {
    const std::string_view titles = lines_[i];
    std::vector<TimingGroup*> groups;
    if (titles.find(" WNS(ns)") != std::string_view::npos) groups.push_back(&out_.setup);
    if (titles.find("WHS(ns)") != std::string_view::npos) groups.push_back(&out_.hold);
    if (titles.find("WPWS(ns)") != std::string_view::npos) groups.push_back(&out_.pulse);
    if (!is_column_rule(lines_[i + 1])) return;
    const auto values = words(lines_[i + 2]);
    const bool whole_line = i + 3 < lines_.size();
    out_.figures_line = static_cast<std::uint32_t>(i + 3);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      groups[g]->present = true;
      if (values.size() != groups.size() * 4 || !whole_line) continue;
      groups[g]->worst = parse_slack(values[g * 4]);
      groups[g]->total = parse_slack(values[g * 4 + 1]);
      groups[g]->failing = parse_count(values[g * 4 + 2]);
      groups[g]->endpoints = parse_count(values[g * 4 + 3]);
    }
  }

  void take_clock(std::string_view line) {
    const std::size_t open = line.find('{');
    const std::size_t close = line.find('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return;
    const auto name = trim(line.substr(0, open));
    const auto rest = words(line.substr(close + 1));
    if (!name.empty() && !rest.empty()) out_.clocks.emplace_back(name, rest[0]);
  }

  /// A row with at least one figure announces a block in the details.
  void take_table_row(std::size_t i) {
    const std::string_view line = lines_[i];
    if (is_blank(line) || is_column_rule(line) || line.find("(ns)") != std::string_view::npos)
      return;
    const auto w = words(line);
    const bool figures =
        std::ranges::any_of(w, [](std::string_view word) { return parse_slack(word).number(); });
    if (!figures || w.size() < 2) return;
    ++details_.expected_groups;
    if (section_ == "Inter Clock Table") ++out_.crossings;
  }

  void take_detail(std::size_t i) {
    const std::string_view line = lines_[i];
    if (line.starts_with("From Clock:") || line.starts_with("Path Group:")) {
      // "Path Group:" stands before "From Clock:" of the same block.
      if (line.starts_with("From Clock:") && lines_[i - 1].starts_with("Path Group:")) return;
      ++details_.groups;
      details_.want_max = details_.want_min = details_.want_pulse = false;
      details_.in_max = details_.in_min = details_.in_pulse = false;
    } else if (line.starts_with("Setup :") || line.starts_with("Max Delay  ")) {
      details_.want_max = line.find("NA") == std::string_view::npos;
    } else if (line.starts_with("Recovery") || line.starts_with("Removal")) {
      details_.want_max = true;
    } else if (line.starts_with("Hold  :") || line.starts_with("Min Delay  ")) {
      details_.want_min = line.find("NA") == std::string_view::npos;
    } else if (line.starts_with("PW    :")) {
      details_.want_pulse = line.find("NA") == std::string_view::npos;
    } else if (line.starts_with("Max Delay Paths")) {
      details_.in_max = true;
    } else if (line.starts_with("Min Delay Paths")) {
      details_.in_min = true;
    } else if (line.starts_with("Pulse Width Checks")) {
      details_.in_pulse = true;
    } else if (line.find("net (fo=") != std::string_view::npos) {
      if (line.find("unset)") != std::string_view::npos) {
        ++out_.unset_nets;
      } else if (line.find("estimated)") != std::string_view::npos ||
                 line.find("unplaced)") != std::string_view::npos) {
        ++out_.estimated_nets;
      } else if (line.find("routed)") != std::string_view::npos) {
        ++out_.routed_nets;
      }
    }
  }

  std::string missing_part() const {
    if (out_.figures_line == 0) return "the design timing summary";
    if (out_.claim == TimingSummary::Claim::kNone)
      return "the line that says whether constraints are met";
    if (!details_.heading) return "the section 'Timing Details'";
    if (details_.groups < details_.expected_groups) {
      return "the details of " + std::to_string(details_.expected_groups - details_.groups) +
             " of the " + std::to_string(details_.expected_groups) +
             " path groups listed in its tables";
    }
    if (details_.want_max && !details_.in_max) return "the setup paths of its last path group";
    if (details_.want_min && !details_.in_min) return "the hold paths of its last path group";
    if (details_.want_pulse && !details_.in_pulse)
      return "the pulse width checks of its last path group";
    std::size_t want = kBlankAfterPaths;
    if (details_.groups == 0) want = kBlankAfterNothing;
    if (details_.in_pulse) want = kBlankAfterPulse;
    if (lines_.trailing_blank() < want) return "the blank lines that close the last path";
    return {};
  }

  void finish() {
    out_.ending.line = static_cast<std::uint32_t>(lines_.last_text() + 1);
    out_.ending.missing = missing_part();
    out_.ending.complete = out_.ending.missing.empty();
  }

  TextLines lines_;
  TimingSummary out_;
  std::string section_;
  Details details_;
};

}  // namespace

TimingSummary read_timing_summary(std::string_view text) {
  return Reader(text).read();
}

}  // namespace sealring::rapidwright_bridge
