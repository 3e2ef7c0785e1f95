// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "rapidwright_bridge/cost.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr double kWidth = 800;
constexpr double kHeight = 480;
constexpr double kLeft = 70;
constexpr double kRight = 190;
constexpr double kTop = 40;
constexpr double kBottom = 60;

/// Colours that stay apart for colour-blind readers (Okabe and Ito), with a dash pattern as second mark.
constexpr std::array<std::string_view, 6> kColours = {"#0072B2", "#D55E00", "#009E73",
                                                      "#CC79A7", "#E69F00", "#56B4E9"};
constexpr std::array<std::string_view, 6> kDashes = {"none",     "8 4", "2 3",
                                                     "12 4 2 4", "5 2", "1 4"};

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

/// A step of 1, 2 or 5 times a power of ten that gives about six marks.
double step_for(double top) {
  const double raw = std::max(top, 1.0) / 6;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power) return factor * power;
  }
  return 10 * power;
}

class Plot {
 public:
  explicit Plot(const CostOutcome& outcome) : outcome_(outcome) {
    x_top_ = static_cast<double>(outcome.model.versions);
    for (const CostRoute& route : outcome.model.routes)
      y_top_ = std::max(y_top_, hours(route, outcome.model.versions));
    y_step_ = step_for(y_top_);
    y_top_ = std::ceil(y_top_ / y_step_) * y_step_;
  }

  std::string draw() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}: job hours over "
        "versions</title>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        kWidth, kHeight, escape(outcome_.model.name));
    axes();
    std::size_t i = 0;
    for (const CostRoute& route : outcome_.model.routes) curve(route, i++);
    break_even();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  double hours(const CostRoute& route, std::int64_t n) const {
    return job_hours_at(route, n, outcome_.model, route.rebuild_every).to_double();
  }
  double x(double n) const { return kLeft + n / x_top_ * (kWidth - kLeft - kRight); }
  double y(double h) const { return kHeight - kBottom - h / y_top_ * (kHeight - kTop - kBottom); }

  void line(double x1, double y1, double x2, double y2, std::string_view colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }
  void label(double at_x, double at_y, std::string_view anchor, std::string_view text) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at_x,
                        at_y, anchor, escape(text));
  }

  void axes() {
    for (double h = 0; h <= y_top_ + y_step_ / 2; h += y_step_) {
      line(kLeft, y(h), kWidth - kRight, y(h), "#dddddd");
      label(kLeft - 8, y(h) + 4, "end", fmt::format("{:g}", h));
    }
    const double x_step = std::max(1.0, step_for(x_top_));
    for (double n = 0; n <= x_top_ + 0.001; n += x_step) {
      line(x(n), y(0), x(n), y(0) + 5, "#000000");
      label(x(n), y(0) + 20, "middle", fmt::format("{:g}", n));
    }
    line(kLeft, y(0), kWidth - kRight, y(0), "#000000");
    line(kLeft, y(0), kLeft, kTop, "#000000");
    label((kLeft + kWidth - kRight) / 2, kHeight - 15, "middle", "versions");
    label(kLeft, kTop - 15, "middle", "job hours");
  }

  void curve(const CostRoute& route, std::size_t i) {
    const std::string_view colour = kColours[i % kColours.size()];
    const std::string_view dash = kDashes[i % kDashes.size()];
    std::string points;
    double before = hours_of(route.build, outcome_.model).job.to_double();
    points += fmt::format("{:.1f},{:.1f}", x(0), y(before));
    // A rebuild is a step up before its version.
    for (std::int64_t n = 1; n <= outcome_.model.versions; ++n) {
      const double after = hours(route, n);
      const double own = hours_of(route.version, outcome_.model).job.to_double();
      if (after - own > before + 1e-9)
        points += fmt::format(" {:.1f},{:.1f}", x(static_cast<double>(n - 1)), y(after - own));
      points += fmt::format(" {:.1f},{:.1f}", x(static_cast<double>(n)), y(after));
      before = after;
    }
    out_ += fmt::format(
        "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\" "
        "points=\"{}\"/>\n",
        colour, dash, points);
    const double at = kTop + 20 * static_cast<double>(i);
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"2\" "
        "stroke-dasharray=\"{}\"/>\n",
        kWidth - kRight + 15, at - 4, kWidth - kRight + 45, at - 4, colour, dash);
    label(kWidth - kRight + 52, at, "start", route.name);
  }

  void break_even() {
    for (const CostAnswer& answer : outcome_.answers) {
      if (!answer.break_even || answer.break_even->to_double() > x_top_) continue;
      const double n = answer.break_even->to_double();
      line(x(n), y(0), x(n), kTop, "#888888");
      label(x(n) + 4, kTop + 12, "start",
            "built once: equal at " + core::format_decimal(*answer.break_even, 6));
      return;
    }
  }

  const CostOutcome& outcome_;
  double x_top_ = 1;
  double y_top_ = 0;
  double y_step_ = 1;
  std::string out_;
};

}  // namespace

std::string cost_svg(const CostOutcome& outcome) {
  return Plot(outcome).draw();
}

}  // namespace sealring::rapidwright_bridge
