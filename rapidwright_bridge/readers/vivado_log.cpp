// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/units/parse.h"
#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

/// "00:00:25" or "00:00:00.956" -> seconds.
std::optional<double> parse_clock(std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t second = text.find(':', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos) return std::nullopt;
  const auto h = parse_count(text.substr(0, first));
  const auto m = parse_count(text.substr(first + 1, second - first - 1));
  const auto s = core::parse_double(text.substr(second + 1));
  if (!h || !m || !s) return std::nullopt;
  return static_cast<double>(*h) * 3600 + static_cast<double>(*m) * 60 + *s;
}

/// The value behind "key = " in a "Time (s): cpu = ... ; elapsed = ..." line.
std::string_view value_of(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const auto w = words(line.substr(at + key.size()));
  return w.empty() ? std::string_view() : w[0];
}

constexpr std::array<std::string_view, 4> kRouteCounts = {
    "Number of Failed Nets", "Number of Unrouted Nets", "Number of Partially Routed Nets",
    "Number of Node Overlaps"};

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text) {}

  VivadoLog read() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view line = lines_[i];
      const auto number = static_cast<std::uint32_t>(i + 1);
      if (line.starts_with("#") || line.starts_with("*")) take_banner(line);
      if (line.starts_with("Command: ")) start_step(line.substr(9), number);
      take_message(line, number);
      take_licence(line);
      take_times(line);
      take_outcome(line);
      take_route_count(line);
      if (line.starts_with("SEALRING ")) out_.markers.emplace_back(trim(line));
      if (line.find("Exiting Vivado at ") != std::string_view::npos &&
          (i + 1 < lines_.size() || lines_.last_line_ended())) {
        out_.exit = parse_report_date(line.substr(line.find("Exiting Vivado at ") + 18));
        exit_line_ = i;
        if (out_.exit && session_start_ && *out_.exit >= *session_start_)
          out_.sessions_s += *out_.exit - *session_start_;
        session_start_.reset();
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  void take_banner(std::string_view line) {
    const std::size_t version = line.find("Vivado v");
    if (version != std::string_view::npos && line.find("(64-bit)") != std::string_view::npos) {
      const auto w = words(line.substr(version));
      out_.tool_version = std::string(w[1].substr(1));
    }
    const std::size_t build = line.find("SW Build ");
    if (build != std::string_view::npos) {
      const auto w = words(line.substr(build + 9));
      if (!w.empty()) out_.build = std::string(w[0]);
    }
    const std::size_t start = line.find("Start of session at: ");
    if (start == std::string_view::npos) return;
    session_start_ = parse_report_date(line.substr(start + 21));
    if (!out_.start) out_.start = session_start_;
  }

  void start_step(std::string_view command, std::uint32_t line) {
    const auto w = words(command);
    if (w.empty()) return;
    out_.steps.push_back({.name = std::string(w[0]), .licensed = held_, .line = line});
    for (std::size_t i = 0; i + 1 < w.size(); ++i) {
      if (w[i] == "-top") out_.top = std::string(w[i + 1]);
      if (w[i] == "-part") out_.part = parse_part(w[i + 1]);
    }
  }

  void take_message(std::string_view line, std::uint32_t number) {
    for (const std::string_view severity : {"ERROR", "CRITICAL WARNING", "WARNING"}) {
      if (!line.starts_with(severity) || !line.substr(severity.size()).starts_with(": [")) continue;
      if (severity == "WARNING") {
        ++out_.warnings;
        return;
      }
      const std::size_t open = severity.size() + 3;
      const std::size_t close = line.find(']', open);
      if (close == std::string_view::npos) return;
      out_.messages.push_back({std::string(severity), std::string(line.substr(open, close - open)),
                               std::string(trim(line.substr(close + 1))), number});
      return;
    }
    if (line.starts_with("ERROR: ")) {
      out_.messages.push_back({"ERROR", "", std::string(trim(line.substr(7))), number});
    }
  }

  void take_licence(std::string_view line) {
    if (line.find("Got license for feature '") != std::string_view::npos) {
      ++out_.licences_got;
      held_ = true;
      if (!out_.steps.empty()) out_.steps.back().licensed = true;
      const std::size_t begin = line.find('\'') + 1;
      std::string feature(line.substr(begin, line.find('\'', begin) - begin));
      if (std::ranges::find(out_.licence_features, feature) == out_.licence_features.end())
        out_.licence_features.push_back(std::move(feature));
    } else if (line.find("Releasing license: ") != std::string_view::npos) {
      ++out_.licences_released;
      held_ = false;
    } else if (line.find("aiting for license") != std::string_view::npos ||
               line.find("license is currently in use") != std::string_view::npos) {
      ++out_.licence_waits;
    }
  }

  void take_times(std::string_view line) {
    const std::size_t times = line.find("Time (s): ");
    if (times == std::string_view::npos) return;
    if (const auto peak = core::parse_double(value_of(line, "peak = "))) {
      out_.peak_memory_mb = std::max(out_.peak_memory_mb.value_or(0), *peak);
    }
    const auto elapsed = parse_clock(value_of(line, "elapsed = "));
    const auto cpu = parse_clock(value_of(line, "cpu = "));
    if (times == 0) {
      // Time of a phase since its task began: stands in where the command itself prints none.
      if (!out_.steps.empty() && !out_.steps.back().completed && elapsed && cpu) {
        phase_elapsed_ = std::max(phase_elapsed_, *elapsed);
        phase_cpu_ = std::max(phase_cpu_, *cpu);
      }
      return;
    }
    const std::string_view name = line.substr(0, line.find(':'));
    for (auto it = out_.steps.rbegin(); it != out_.steps.rend(); ++it) {
      if (it->name != name) continue;
      it->elapsed_s = elapsed;
      it->cpu_s = cpu;
      break;
    }
  }

  void take_outcome(std::string_view line) {
    const bool completed = line.ends_with(" completed successfully");
    const bool failed = line.ends_with(" failed");
    if (!completed && !failed) return;
    const std::string_view name = line.substr(0, line.find(' '));
    for (auto it = out_.steps.rbegin(); it != out_.steps.rend(); ++it) {
      if (it->name != name) continue;
      it->completed = completed;
      it->failed = failed;
      if (phase_elapsed_ > 0) it->elapsed_s = phase_elapsed_;
      if (phase_cpu_ > 0) it->cpu_s = phase_cpu_;
      phase_elapsed_ = phase_cpu_ = 0;
      break;
    }
  }

  void take_route_count(std::string_view line) {
    const std::string_view text = trim(line);
    for (const std::string_view name : kRouteCounts) {
      if (!text.starts_with(name)) continue;
      const std::size_t equals = text.find('=');
      if (equals == std::string_view::npos) continue;
      const auto count = parse_count(trim(text.substr(equals + 1)));
      if (!count) continue;
      const auto it =
          std::ranges::find_if(out_.route_counts, [&](const auto& e) { return e.first == name; });
      if (it == out_.route_counts.end()) {
        out_.route_counts.emplace_back(name, *count);
      } else {
        it->second = *count;
      }
    }
  }

  void finish() {
    out_.ending.line = static_cast<std::uint32_t>(lines_.last_text() + 1);
    if (!out_.exit || exit_line_ != lines_.last_text()) {
      out_.ending.missing = "the line 'Exiting Vivado at ...' that ends every session";
    }
    out_.ending.complete = out_.ending.missing.empty();
  }

  TextLines lines_;
  VivadoLog out_;
  bool held_ = false;
  double phase_elapsed_ = 0;
  double phase_cpu_ = 0;
  std::size_t exit_line_ = 0;
  std::optional<std::int64_t> session_start_;
};

}  // namespace

double VivadoLog::elapsed_s() const {
  return static_cast<double>(sessions_s);
}

double VivadoLog::licence_s() const {
  double sum = 0;
  for (const Step& step : steps) {
    if (step.licensed) sum += step.elapsed_s.value_or(0);
  }
  return sum;
}

VivadoLog read_log(std::string_view text) {
  return Reader(text).read();
}

}  // namespace sealring::rapidwright_bridge
